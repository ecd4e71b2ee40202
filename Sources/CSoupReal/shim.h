#pragma once
#if !__has_include(<libsoup/soup.h>)
#error "libsoup's headers are missing, which the tests compare with our own: apt-get install libsoup-3.0-dev"
#endif
#include <libsoup/soup.h>
