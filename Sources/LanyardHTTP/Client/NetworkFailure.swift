internal import CGio
internal import CSoup
internal import GLibBridge
internal import LanyardCore

/// Turns what GIO and libsoup report into an error that says what to check.
enum NetworkFailure {
    static func error(_ error: any Error, target: RequestTarget, limit: Duration, proxy: String?) -> any Error {
        switch error {
        case let error as GLibTimeout:
            return network(
                target,
                "no complete reply within \(limit.components.seconds) s",
                hint: proxyHint("Check the network connection", proxy),
                error
            )
        case let error as GLibError: return translate(error, target, proxy)
        default: return error
        }
    }

    /// The proxy did not let the request through, and what it said instead is not the server's reply.
    static func refusedByProxy(target: RequestTarget, status: Int) -> LanyardError {
        network(target, "the proxy answered \(status)", hint: "Check HTTPS_PROXY and NO_PROXY.", nil)
    }

    static func tooLarge(target: RequestTarget, limit: Int) -> LanyardError {
        LanyardError(.malformedReply, "the reply of \(target.name) is larger than \(limit) bytes")
    }

    static func oldTLS(target: RequestTarget) -> LanyardError {
        LanyardError(
            .untrustedServer,
            "\(target.name) offers only TLS 1.1 or older",
            hint: "Ask the server's operator for TLS 1.2 or newer; nothing was sent."
        )
    }

    /// The connection ended before the announced length of the body.
    static func cut(target: RequestTarget) -> LanyardError { closed(nil, target, nil) }

    private static func translate(_ error: GLibError, _ target: RequestTarget, _ proxy: String?) -> LanyardError {
        switch error.domain {
        case "g-tls-error-quark": tlsError(error, target, proxy)
        case "g-resolver-error-quark":
            network(
                target,
                "the host name was not found",
                hint: proxyHint("Check the network connection and the name", proxy),
                error
            )
        case "g-io-error-quark": ioError(error, target, proxy)
        case "soup-session-error-quark":
            LanyardError(
                .malformedReply,
                "the reply of \(target.name) is not HTTP: \(error.message)",
                hint: proxyHint("Check that the address is right", proxy),
                underlying: error
            )
        default: network(target, error.message, hint: proxyHint("Check the network connection", proxy), error)
        }
    }

    private static func tlsError(_ error: GLibError, _ target: RequestTarget, _ proxy: String?) -> LanyardError {
        switch error.code {
        case Int(G_TLS_ERROR_BAD_CERTIFICATE.rawValue):
            LanyardError(
                .untrustedServer,
                "the certificate of \(target.name) is not trusted",
                hint: "If your network or test server has its own certificate authority, name its PEM file with "
                    + "LANYARD_CA_FILE. Check the computer's clock too.",
                underlying: error
            )
        case Int(G_TLS_ERROR_EOF.rawValue): closed(error, target, proxy)
        default:
            network(
                target,
                "no secure connection: \(error.message)",
                hint: proxyHint("Check that the address and port speak TLS", proxy),
                error
            )
        }
    }

    private static func ioError(_ error: GLibError, _ target: RequestTarget, _ proxy: String?) -> LanyardError {
        switch GIOErrorEnum(rawValue: UInt32(clamping: error.code)) {
        case G_IO_ERROR_CONNECTION_REFUSED:
            network(
                target,
                "the connection was refused",
                hint: proxyHint("Check the address and whether the server runs", proxy),
                error
            )
        case G_IO_ERROR_TIMED_OUT:
            network(target, "no answer in time", hint: proxyHint("Check the network connection", proxy), error)
        case G_IO_ERROR_NETWORK_UNREACHABLE, G_IO_ERROR_HOST_UNREACHABLE:
            network(target, "there is no way to it", hint: proxyHint("Check the network connection", proxy), error)
        case G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_BROKEN_PIPE:
            closed(error, target, proxy)
        case G_IO_ERROR_PROXY_FAILED, G_IO_ERROR_PROXY_AUTH_FAILED, G_IO_ERROR_PROXY_NEED_AUTH,
            G_IO_ERROR_PROXY_NOT_ALLOWED:
            network(target, "the proxy failed: \(error.message)", hint: "Check HTTPS_PROXY and NO_PROXY.", error)
        default: network(target, error.message, hint: proxyHint("Check the network connection", proxy), error)
        }
    }

    private static func closed(_ error: GLibError?, _ target: RequestTarget, _ proxy: String?) -> LanyardError {
        network(
            target,
            "the connection was closed before the reply was complete",
            hint: proxyHint("Try again; if it stays so, check the network connection", proxy),
            error
        )
    }

    private static func network(
        _ target: RequestTarget,
        _ what: String,
        hint: String,
        _ error: (any Error)?
    ) -> LanyardError {
        LanyardError(.network, "cannot reach \(target.name): \(what)", hint: hint, underlying: error)
    }

    private static func proxyHint(_ hint: String, _ proxy: String?) -> String {
        proxy == nil ? hint + "." : hint + ", and the proxy that HTTPS_PROXY names."
    }
}
