#pragma once
// How many functions of libsoup were compared with its real headers, at compile time.
int lanyard_soup_checked_entries(void);
