/* The few things of GLib that Swift's importer cannot see: function-like macros and variadic calls. */
#pragma once
/* Through the module CGio: had this module a copy of its own, Swift would find each GIO name in only one of the two. */
#include "../../CGio/shim.h"

/* A GSource that runs `run(data)` on its context each time its ready time comes; wakes with g_source_set_ready_time(). */
GSource *lanyard_job_source_new(void (*run)(void *data), void *data);

/* Checks a GObject's type by name, for casts of objects that come back as gpointer. */
static inline gboolean lanyard_is_object(gpointer object) { return G_IS_OBJECT(object); }

/* Types of a GVariant that the importer hides behind a macro. */
static inline const GVariantType *lanyard_variant_type(const char *text) { return (const GVariantType *)text; }

/* Makes the process unreadable for other processes of the same user: no core file, no ptrace, no /proc/PID/mem.
   What it becomes by exec is readable again, and no limit is left behind for it. 0, or -1. */
int lanyard_forbid_dumps(void);

/* Overwrites memory in a way that no optimizer may leave out. */
void lanyard_wipe(void *memory, size_t size);

/* Whether the file or folder is on a file system in memory, gone after a reboot. */
int lanyard_is_in_memory(const char *path);

/* Writes the number of each SIGINT, SIGTERM and SIGHUP to a pipe from now on; gives the pipe's end to read, or -1. */
int lanyard_watch_signals(void);

/* The next signal in the pipe, or 0. */
int lanyard_next_signal(int descriptor);

/* Undoes lanyard_watch_signals(). */
void lanyard_unwatch_signals(void);

/* Ends the process as the signal does by default. */
_Noreturn void lanyard_die_by_signal(int number);
