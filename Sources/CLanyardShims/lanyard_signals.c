#define _GNU_SOURCE 1
#include "lanyard_shims.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static const int watched[] = {SIGINT, SIGTERM, SIGHUP};
enum { watched_count = sizeof watched / sizeof watched[0] };
static struct sigaction before[watched_count];
static int signal_pipe[2] = {-1, -1};

static void note_signal(int number) {
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    /* A full pipe holds enough signals already. */
    ssize_t written = write(signal_pipe[1], &byte, 1);
    (void)written;
    errno = saved;
}

int lanyard_watch_signals(void) {
    if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    for (int i = 0; i < watched_count; i++) {
        struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
        sigaction(watched[i], NULL, &before[i]);
        /* Started under nohup or as a background job of an old shell: stay deaf. */
        if (before[i].sa_handler != SIG_IGN) sigaction(watched[i], &action, NULL);
    }
    return signal_pipe[0];
}

int lanyard_next_signal(int descriptor) {
    unsigned char byte = 0;
    return read(descriptor, &byte, 1) == 1 ? byte : 0;
}

void lanyard_unwatch_signals(void) {
    for (int i = 0; i < watched_count; i++) sigaction(watched[i], &before[i], NULL);
}

void lanyard_die_by_signal(int number) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t only;
    sigaction(number, &action, NULL);
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    _exit(128 + number);
}
