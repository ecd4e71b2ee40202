#pragma once
// libsoup without libsoup on the link line: linking it costs 2 to 3 ms at every start, and most runs need no network.
// The functions below have libsoup's own names and prototypes; lanyard_soup_load() must have succeeded before any of them.
//
// GIO comes through the module CGio: had this module a copy of its own, Swift would find each GIO name in only one of the two.
#include "../../CGio/shim.h"

typedef struct _SoupSession SoupSession;
typedef struct _SoupMessage SoupMessage;
typedef struct _SoupMessageHeaders SoupMessageHeaders;
typedef struct _SoupServer SoupServer;
typedef struct _SoupServerMessage SoupServerMessage;
typedef struct _SoupMessageBody SoupMessageBody;

typedef void (*SoupServerCallback)(SoupServer *, SoupServerMessage *, const char *, GHashTable *, gpointer);
typedef void (*SoupMessageHeadersForeachFunc)(const char *, const char *, gpointer);

#include "csoup_list.h"

#define LANYARD_SOUP_ENUMERATOR(name, value) name = value,
typedef enum { LANYARD_SOUP_LISTEN_OPTIONS(LANYARD_SOUP_ENUMERATOR) } SoupServerListenOptions;
typedef enum { LANYARD_SOUP_MESSAGE_FLAGS(LANYARD_SOUP_ENUMERATOR) } SoupMessageFlags;
typedef enum { LANYARD_SOUP_MEMORY_USE(LANYARD_SOUP_ENUMERATOR) } SoupMemoryUse;
typedef enum { LANYARD_SOUP_STATUS(LANYARD_SOUP_ENUMERATOR) } SoupStatus;
typedef enum { LANYARD_SOUP_SESSION_ERROR(LANYARD_SOUP_ENUMERATOR) } SoupSessionError;

// Hidden: were these exported, libsoup itself would bind to them and call itself for ever.
#define LANYARD_SOUP_DECLARE(result, name, parameters, arguments) \
    __attribute__((visibility("hidden"))) result name parameters;
LANYARD_SOUP_ENTRIES(LANYARD_SOUP_DECLARE)

// Loads the library once; gives NULL, or what is missing. Safe on any thread.
const char *lanyard_soup_load(void);

// A server that hands paths on as they were sent. Here, since g_object_new is variadic.
SoupServer *lanyard_soup_server_new(void);
