#pragma once
// Everything used of libsoup 3.2, said once: result, name, parameters, arguments. CSoupCheck compares it with the real headers.
#define LANYARD_SOUP_ENTRIES(X) \
    X(SoupSession *, soup_session_new, (void), ()) \
    X(void, soup_session_set_proxy_resolver, (SoupSession * s, GProxyResolver * r), (s, r)) \
    X(void, soup_session_set_user_agent, (SoupSession * s, const char *a), (s, a)) \
    X(void, soup_session_set_timeout, (SoupSession * s, guint t), (s, t)) \
    X(void, soup_session_set_idle_timeout, (SoupSession * s, guint t), (s, t)) \
    X(void, soup_session_remove_feature_by_type, (SoupSession * s, GType t), (s, t)) \
    X(void, soup_session_abort, (SoupSession * s), (s)) \
    X(void, \
      soup_session_send_async, \
      (SoupSession * s, SoupMessage * m, int p, GCancellable * c, GAsyncReadyCallback r, gpointer d), \
      (s, m, p, c, r, d)) \
    X(GInputStream *, soup_session_send_finish, (SoupSession * s, GAsyncResult * r, GError * *e), (s, r, e)) \
    X(GType, soup_auth_manager_get_type, (void), ()) \
    X(GType, soup_content_decoder_get_type, (void), ()) \
    X(SoupMessage *, soup_message_new, (const char *m, const char *u), (m, u)) \
    X(void, soup_message_set_flags, (SoupMessage * m, SoupMessageFlags f), (m, f)) \
    X(void, soup_message_set_request_body_from_bytes, (SoupMessage * m, const char *t, GBytes *b), (m, t, b)) \
    X(SoupMessageHeaders *, soup_message_get_request_headers, (SoupMessage * m), (m)) \
    X(SoupMessageHeaders *, soup_message_get_response_headers, (SoupMessage * m), (m)) \
    X(SoupStatus, soup_message_get_status, (SoupMessage * m), (m)) \
    X(GTlsCertificate *, soup_message_get_tls_peer_certificate, (SoupMessage * m), (m)) \
    X(void, soup_message_headers_append, (SoupMessageHeaders * h, const char *n, const char *v), (h, n, v)) \
    X(void, soup_message_headers_remove, (SoupMessageHeaders * h, const char *n), (h, n)) \
    X(void, \
      soup_message_headers_foreach, \
      (SoupMessageHeaders * h, SoupMessageHeadersForeachFunc f, gpointer d), \
      (h, f, d)) \
    X(goffset, soup_message_headers_get_content_length, (SoupMessageHeaders * h), (h)) \
    X(void, soup_message_body_append, (SoupMessageBody * b, SoupMemoryUse u, gconstpointer d, gsize l), (b, u, d, l)) \
    X(GBytes *, soup_message_body_flatten, (SoupMessageBody * b), (b)) \
    X(GType, soup_server_get_type, (void), ()) \
    X(void, soup_server_set_tls_certificate, (SoupServer * s, GTlsCertificate * c), (s, c)) \
    X(gboolean, \
      soup_server_listen_local, \
      (SoupServer * s, guint p, SoupServerListenOptions o, GError * *e), \
      (s, p, o, e)) \
    X(GSList *, soup_server_get_listeners, (SoupServer * s), (s)) \
    X(void, soup_server_disconnect, (SoupServer * s), (s)) \
    X(gboolean, \
      soup_server_accept_iostream, \
      (SoupServer * s, GIOStream * i, GSocketAddress * l, GSocketAddress * r, GError * *e), \
      (s, i, l, r, e)) \
    X(void, \
      soup_server_add_handler, \
      (SoupServer * s, const char *p, SoupServerCallback c, gpointer d, GDestroyNotify n), \
      (s, p, c, d, n)) \
    X(void, \
      soup_server_add_early_handler, \
      (SoupServer * s, const char *p, SoupServerCallback c, gpointer d, GDestroyNotify n), \
      (s, p, c, d, n)) \
    X(SoupMessageHeaders *, soup_server_message_get_request_headers, (SoupServerMessage * m), (m)) \
    X(SoupMessageHeaders *, soup_server_message_get_response_headers, (SoupServerMessage * m), (m)) \
    X(SoupMessageBody *, soup_server_message_get_request_body, (SoupServerMessage * m), (m)) \
    X(SoupMessageBody *, soup_server_message_get_response_body, (SoupServerMessage * m), (m)) \
    X(const char *, soup_server_message_get_method, (SoupServerMessage * m), (m)) \
    X(GUri *, soup_server_message_get_uri, (SoupServerMessage * m), (m)) \
    X(void, soup_server_message_set_status, (SoupServerMessage * m, guint s, const char *r), (m, s, r)) \
    X(GSocket *, soup_server_message_get_socket, (SoupServerMessage * m), (m)) \
    X(GSocketAddress *, soup_server_message_get_remote_address, (SoupServerMessage * m), (m)) \
    X(GIOStream *, soup_server_message_steal_connection, (SoupServerMessage * m), (m)) \
    X(void, soup_server_message_pause, (SoupServerMessage * m), (m)) \
    X(void, soup_server_message_unpause, (SoupServerMessage * m), (m)) \
    X(const char *, soup_status_get_phrase, (guint s), (s))

#define LANYARD_SOUP_LISTEN_OPTIONS(X) X(SOUP_SERVER_LISTEN_HTTPS, 1 << 0) X(SOUP_SERVER_LISTEN_IPV4_ONLY, 1 << 1)
#define LANYARD_SOUP_MESSAGE_FLAGS(X) X(SOUP_MESSAGE_NO_REDIRECT, 1 << 1) X(SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE, 1 << 4)
#define LANYARD_SOUP_MEMORY_USE(X) X(SOUP_MEMORY_COPY, 2)
#define LANYARD_SOUP_STATUS(X) X(SOUP_STATUS_OK, 200)
#define LANYARD_SOUP_SESSION_ERROR(X) X(SOUP_SESSION_ERROR_PARSING, 0) X(SOUP_SESSION_ERROR_ENCODING, 1)

#define LANYARD_SOUP_CONSTANTS(X) \
    LANYARD_SOUP_LISTEN_OPTIONS(X) \
    LANYARD_SOUP_MESSAGE_FLAGS(X) \
    LANYARD_SOUP_MEMORY_USE(X) \
    LANYARD_SOUP_STATUS(X) \
    LANYARD_SOUP_SESSION_ERROR(X)
