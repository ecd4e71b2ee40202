#define _DEFAULT_SOURCE 1
#include "lanyard_shims.h"
#include <string.h>
#include <sys/prctl.h>
#include <linux/magic.h>
#include <sys/vfs.h>

typedef struct {
    GSource source;
    void (*run)(void *data);
    void *data;
} JobSource;

static gboolean job_dispatch(GSource *source, GSourceFunc callback, gpointer user_data) {
    JobSource *job = (JobSource *)source;
    /* Reset first: a job added while the others run must wake the context again. */
    g_source_set_ready_time(source, -1);
    job->run(job->data);
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs job_functions = {.dispatch = job_dispatch};

GSource *lanyard_job_source_new(void (*run)(void *data), void *data) {
    GSource *source = g_source_new(&job_functions, sizeof(JobSource));
    ((JobSource *)source)->run = run;
    ((JobSource *)source)->data = data;
    return source;
}

int lanyard_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

void lanyard_wipe(void *memory, size_t size) { explicit_bzero(memory, size); }

int lanyard_is_in_memory(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 && (status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC);
}
