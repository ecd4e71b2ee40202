#include "csoup.h"
#include <dlfcn.h>

#define DEFINE_POINTER(result, name, parameters, arguments) static result(*pointer_to_##name) parameters;
LANYARD_SOUP_ENTRIES(DEFINE_POINTER)

#define DEFINE_TRAMPOLINE(result, name, parameters, arguments) \
    result name parameters { return pointer_to_##name arguments; }
LANYARD_SOUP_ENTRIES(DEFINE_TRAMPOLINE)

static const char *load(void) {
    // NODELETE: libsoup registers GTypes, which cannot be taken back.
    void *library = dlopen("libsoup-3.0.so.0", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == NULL) return dlerror();
#define FILL_POINTER(result, name, parameters, arguments) \
    *(void **)&pointer_to_##name = dlsym(library, #name); \
    if (pointer_to_##name == NULL) return "libsoup-3.0.so.0 is too old: it has no " #name;
    LANYARD_SOUP_ENTRIES(FILL_POINTER)
    return NULL;
}

const char *lanyard_soup_load(void) {
    static gsize done = 0;
    static const char *problem = NULL;
    if (g_once_init_enter(&done)) {
        const char *text = load();
        problem = text == NULL ? NULL : g_strdup(text);
        g_once_init_leave(&done, 1);
    }
    return problem;
}

SoupServer *lanyard_soup_server_new(void) { return g_object_new(soup_server_get_type(), "raw-paths", TRUE, NULL); }
