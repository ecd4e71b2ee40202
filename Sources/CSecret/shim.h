#pragma once
#if !__has_include(<libsecret/secret.h>)
#error "libsecret's headers are missing: apt-get install libsecret-1-dev"
#endif
/* Through the module CGio, so that Swift finds each GIO name in one place only. */
#include "../CGio/shim.h"
/* The calls by D-Bus path are outside libsecret's promise of a stable interface; they have not changed since 0.18. */
#define SECRET_API_SUBJECT_TO_CHANGE 1
#include <libsecret/secret.h>
