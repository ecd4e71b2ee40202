/* A SecretService whose prompts end: refused at once, answered, dismissed, given up after a limit, or gone with the provider. */
#pragma once
#include "../../CSecret/shim.h"

typedef enum {
    /* Prompts are off. */
    LANYARD_PROMPT_REFUSED = 1,
    /* The person dismissed it, or the provider could not show it. */
    LANYARD_PROMPT_DISMISSED = 2,
    /* The provider left the bus while it was shown. */
    LANYARD_PROMPT_PROVIDER_GONE = 3,
    /* Nobody answered within the limit. */
    LANYARD_PROMPT_TIMED_OUT = 4,
} LanyardPromptError;

GQuark lanyard_prompt_error_quark(void);

/* Opens an own instance with an encrypted session on a given connection; never the process-wide one, never an autolaunch. */
void lanyard_secret_service_open(GDBusConnection *_Nonnull connection,
                                 GCancellable *_Nullable cancellable,
                                 GAsyncReadyCallback _Nullable callback,
                                 gpointer _Nullable data);
SecretService *_Nullable lanyard_secret_service_open_finish(GAsyncResult *_Nonnull result, GError *_Nullable *_Nullable error);

/* How long one prompt may take; 0 refuses prompts, which is the state after opening. */
void lanyard_secret_service_set_prompt_limit(SecretService *_Nonnull service, guint milliseconds);

/* How many prompts are shown now. */
guint lanyard_secret_service_count_prompts(SecretService *_Nonnull service);

/* What to call each time a prompt has not been answered after a quarter of a second. */
void lanyard_secret_service_set_prompt_notice(SecretService *_Nonnull service,
                                              void (*_Nullable notice)(gpointer _Nullable data),
                                              gpointer _Nullable data,
                                              GDestroyNotify _Nullable destroy);
