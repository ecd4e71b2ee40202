/* Every libsecret call that meets a locked object ends in SecretServiceClass.prompt_async. The inherited one waits without a
 * limit, never returns when the provider dies meanwhile, and reports a dismissed prompt as success with no object; so it is
 * replaced here. */
#include "lanyard_secret_service.h"

/* KeePassXC and KWallet have prompts that end by themselves at once; nobody need be told of those. */
#define NOTICE_AFTER 250

G_DEFINE_QUARK(lanyard-prompt, lanyard_prompt_error)

typedef struct {
    SecretService parent;
    guint limit;
    guint shown;
    void (*notice)(gpointer data);
    gpointer notice_data;
    GDestroyNotify notice_destroy;
} LanyardSecretService;

typedef struct {
    SecretServiceClass parent;
} LanyardSecretServiceClass;

static GType lanyard_secret_service_get_type(void);
G_DEFINE_TYPE(LanyardSecretService, lanyard_secret_service, SECRET_TYPE_SERVICE)

/* One prompt that is shown; owned by its task, and each registered callback owns a reference of that task. */
typedef struct {
    GDBusProxy *prompt;
    guint completed;
    guint owner_watch;
    GSource *notice;
    GSource *limit;
    GSource *cancelled;
    gboolean is_over;
} Shown;

static void shown_free(gpointer data) {
    Shown *shown = data;
    g_object_unref(shown->prompt);
    g_free(shown);
}

static void drop_source(GSource **source) {
    if (*source == NULL) return;
    g_source_destroy(*source);
    g_source_unref(*source);
    *source = NULL;
}

/* Ends the wait once; tells whether this call was the one. The caller then gives the task its result. */
static gboolean end_wait(GTask *task) {
    Shown *shown = g_task_get_task_data(task);
    if (shown->is_over) return FALSE;
    shown->is_over = TRUE;
    ((LanyardSecretService *)g_task_get_source_object(task))->shown--;
    if (shown->completed != 0)
        g_dbus_connection_signal_unsubscribe(g_dbus_proxy_get_connection(shown->prompt), shown->completed);
    if (shown->owner_watch != 0) g_bus_unwatch_name(shown->owner_watch);
    drop_source(&shown->notice);
    drop_source(&shown->limit);
    drop_source(&shown->cancelled);
    return TRUE;
}

/* Nobody waits for the answer, but the provider must still get the call. */
static void dismiss(GDBusProxy *prompt) {
    g_dbus_proxy_call(prompt, "Dismiss", NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, 1000, NULL, NULL, NULL);
}

static void on_completed(GDBusConnection *connection, const gchar *sender, const gchar *path, const gchar *interface,
                         const gchar *signal, GVariant *arguments, gpointer data) {
    GTask *task = data;
    gboolean dismissed = TRUE;
    GVariant *result = NULL;
    if (g_variant_is_of_type(arguments, G_VARIANT_TYPE("(bv)"))) g_variant_get(arguments, "(bv)", &dismissed, &result);
    g_object_ref(task);
    if (!end_wait(task)) {
        g_clear_pointer(&result, g_variant_unref);
    } else if (dismissed) {
        g_clear_pointer(&result, g_variant_unref);
        g_task_return_new_error(task, lanyard_prompt_error_quark(), LANYARD_PROMPT_DISMISSED, "the prompt was dismissed");
    } else {
        g_task_return_pointer(task, result, (GDestroyNotify)g_variant_unref);
    }
    g_object_unref(task);
}

static void on_gone(GDBusConnection *connection, const gchar *name, gpointer data) {
    GTask *task = g_object_ref(data);
    if (end_wait(task))
        g_task_return_new_error(task, lanyard_prompt_error_quark(), LANYARD_PROMPT_PROVIDER_GONE,
                                "the provider went away during its prompt");
    g_object_unref(task);
}

static gboolean on_notice(gpointer data) {
    LanyardSecretService *self = g_task_get_source_object(data);
    if (self->notice != NULL) self->notice(self->notice_data);
    return G_SOURCE_REMOVE;
}

static gboolean on_limit(gpointer data) {
    GTask *task = g_object_ref(data);
    dismiss(((Shown *)g_task_get_task_data(task))->prompt);
    if (end_wait(task))
        g_task_return_new_error(task, lanyard_prompt_error_quark(), LANYARD_PROMPT_TIMED_OUT, "nobody answered the prompt");
    g_object_unref(task);
    return G_SOURCE_REMOVE;
}

static gboolean on_cancelled(GCancellable *cancellable, gpointer data) {
    GTask *task = g_object_ref(data);
    dismiss(((Shown *)g_task_get_task_data(task))->prompt);
    if (end_wait(task)) g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "the wait was cancelled");
    g_object_unref(task);
    return G_SOURCE_REMOVE;
}

static void on_prompted(GObject *source, GAsyncResult *result, gpointer data) {
    GTask *task = data;
    GError *error = NULL;
    GVariant *reply = g_dbus_proxy_call_finish(G_DBUS_PROXY(source), result, &error);
    g_clear_pointer(&reply, g_variant_unref);
    if (error != NULL) {
        if (end_wait(task)) g_task_return_error(task, g_steal_pointer(&error));
        g_clear_error(&error);
    }
    g_object_unref(task);
}

static GSource *add_timer(GTask *task, guint milliseconds, GSourceFunc action) {
    GSource *timer = g_timeout_source_new(milliseconds);
    g_source_set_callback(timer, action, g_object_ref(task), g_object_unref);
    g_source_attach(timer, g_task_get_context(task));
    return timer;
}

static void prompt_async(SecretService *service, SecretPrompt *prompt, const GVariantType *return_type,
                         GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
    LanyardSecretService *self = (LanyardSecretService *)service;
    GTask *task = g_task_new(service, cancellable, callback, data);
    GDBusProxy *proxy = G_DBUS_PROXY(prompt);
    if (self->limit == 0) {
        dismiss(proxy);
        g_task_return_new_error(task, lanyard_prompt_error_quark(), LANYARD_PROMPT_REFUSED, "prompts are off");
        g_object_unref(task);
        return;
    }
    gchar *owner = g_dbus_proxy_get_name_owner(proxy);
    if (owner == NULL) {
        g_task_return_new_error(task, lanyard_prompt_error_quark(), LANYARD_PROMPT_PROVIDER_GONE,
                                "the provider went away before its prompt");
        g_object_unref(task);
        return;
    }

    Shown *shown = g_new0(Shown, 1);
    shown->prompt = g_object_ref(proxy);
    self->shown++;
    g_task_set_task_data(task, shown, shown_free);
    /* The cancellable is watched below, so that a result that has come is not thrown away. */
    g_task_set_check_cancellable(task, FALSE);
    GMainContext *context = g_task_get_context(task);
    GDBusConnection *connection = g_dbus_proxy_get_connection(proxy);
    /* Before Prompt is called: a provider may complete within the call. */
    shown->completed = g_dbus_connection_signal_subscribe(
        connection, owner, "org.freedesktop.Secret.Prompt", "Completed", g_dbus_proxy_get_object_path(proxy), NULL,
        G_DBUS_SIGNAL_FLAGS_NONE, on_completed, g_object_ref(task), g_object_unref);
    shown->owner_watch = g_bus_watch_name_on_connection(connection, owner, G_BUS_NAME_WATCHER_FLAGS_NONE, NULL, on_gone,
                                                        g_object_ref(task), g_object_unref);
    shown->notice = add_timer(task, NOTICE_AFTER, on_notice);
    shown->limit = add_timer(task, self->limit, on_limit);
    if (cancellable != NULL) {
        shown->cancelled = g_cancellable_source_new(cancellable);
        g_source_set_callback(shown->cancelled, G_SOURCE_FUNC(on_cancelled), g_object_ref(task), g_object_unref);
        g_source_attach(shown->cancelled, context);
    }
    g_dbus_proxy_call(proxy, "Prompt", g_variant_new("(s)", ""), G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, on_prompted,
                      g_object_ref(task));
    g_free(owner);
    g_object_unref(task);
}

static GVariant *prompt_finish(SecretService *service, GAsyncResult *result, GError **error) {
    return g_task_propagate_pointer(G_TASK(result), error);
}

static void drop_notice(LanyardSecretService *self) {
    if (self->notice_destroy != NULL) self->notice_destroy(self->notice_data);
    self->notice = NULL;
    self->notice_data = NULL;
    self->notice_destroy = NULL;
}

static void finalize(GObject *object) {
    drop_notice((LanyardSecretService *)object);
    G_OBJECT_CLASS(lanyard_secret_service_parent_class)->finalize(object);
}

/* libsecret's own constructor sets the session bus over whatever was asked for, and GLib would then start a bus where there is
 * none. No property and no signal of the service is of use here; leaving them out saves a round trip. */
static GObject *constructor(GType type, guint count, GObjectConstructParam *properties) {
    GObject *object = G_OBJECT_CLASS(lanyard_secret_service_parent_class)->constructor(type, count, properties);
    g_object_set(object, "g-bus-type", G_BUS_TYPE_NONE, "g-name", "org.freedesktop.secrets", "g-flags",
                 G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES | G_DBUS_PROXY_FLAGS_DO_NOT_CONNECT_SIGNALS, NULL);
    return object;
}

static void lanyard_secret_service_class_init(LanyardSecretServiceClass *klass) {
    G_OBJECT_CLASS(klass)->constructor = constructor;
    G_OBJECT_CLASS(klass)->finalize = finalize;
    ((SecretServiceClass *)klass)->prompt_async = prompt_async;
    ((SecretServiceClass *)klass)->prompt_finish = prompt_finish;
}

static void lanyard_secret_service_init(LanyardSecretService *self) {}

void lanyard_secret_service_open(GDBusConnection *connection, GCancellable *cancellable, GAsyncReadyCallback callback,
                                 gpointer data) {
    g_async_initable_new_async(lanyard_secret_service_get_type(), G_PRIORITY_DEFAULT, cancellable, callback, data,
                               "g-connection", connection, "flags", SECRET_SERVICE_OPEN_SESSION, NULL);
}

SecretService *lanyard_secret_service_open_finish(GAsyncResult *result, GError **error) {
    GObject *source = g_async_result_get_source_object(result);
    GObject *made = g_async_initable_new_finish(G_ASYNC_INITABLE(source), result, error);
    g_object_unref(source);
    return made == NULL ? NULL : SECRET_SERVICE(made);
}

void lanyard_secret_service_set_prompt_limit(SecretService *service, guint milliseconds) {
    ((LanyardSecretService *)service)->limit = milliseconds;
}

guint lanyard_secret_service_count_prompts(SecretService *service) { return ((LanyardSecretService *)service)->shown; }

void lanyard_secret_service_set_prompt_notice(SecretService *service, void (*notice)(gpointer data), gpointer data,
                                              GDestroyNotify destroy) {
    LanyardSecretService *self = (LanyardSecretService *)service;
    drop_notice(self);
    self->notice = notice;
    self->notice_data = data;
    self->notice_destroy = destroy;
}
