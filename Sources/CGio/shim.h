#pragma once
#if !__has_include(<gio/gio.h>)
#error "GIO's headers are missing: apt-get install libglib2.0-dev"
#endif
#include <gio/gio.h>
#include <glib-unix.h>
