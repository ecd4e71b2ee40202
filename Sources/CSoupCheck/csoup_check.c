#include "csoup_check.h"
#include "../CSoupReal/shim.h"
#include "../CSoup/include/csoup_list.h"

#define CHECK_ENTRY(result, name, parameters, arguments) \
    _Static_assert( \
        __builtin_types_compatible_p(__typeof__(&name), result(*) parameters), \
        #name " has another prototype in libsoup's headers");
LANYARD_SOUP_ENTRIES(CHECK_ENTRY)

#define CHECK_CONSTANT(name, value) _Static_assert(name == (value), #name " has another value in libsoup's headers");
LANYARD_SOUP_CONSTANTS(CHECK_CONSTANT)

_Static_assert(sizeof(SoupStatus) == sizeof(int), "libsoup's enumerations are not as wide as int");

#define COUNT_ENTRY(result, name, parameters, arguments) +1
int lanyard_soup_checked_entries(void) { return 0 LANYARD_SOUP_ENTRIES(COUNT_ENTRY); }
