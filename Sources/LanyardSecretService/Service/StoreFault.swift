internal import CSecretPrompt
internal import GLibBridge
internal import LanyardCore

/// Names a failure of bus, provider or item for people.
enum StoreFault {
    static let noBus = LanyardError(
        .storeNoBus,
        "there is no session bus, so the Secret Service cannot be reached",
        hint: "Run it in a desktop session or a systemd user unit, or start it with `dbus-run-session -- …`."
    )

    static let noDefaultCollection = LanyardError(
        .storeNoDefaultCollection,
        "the Secret Service has no default collection to keep tokens in",
        hint: "Make one in Seahorse (\"Login\"), expose a group in KeePassXC, or log in once on the desktop."
    )

    static let locked = LanyardError(
        .storeLocked,
        "the keyring is locked and nobody can be asked to unlock it",
        hint: "Unlock it on the desktop, or run the command in a terminal without `--no-prompt`."
    )

    static let dismissed = LanyardError(
        .storeDismissed,
        "the keyring is locked and the prompt to unlock it was dismissed",
        hint: "Run the command again and unlock the keyring when it asks."
    )

    static let promptTimedOut = LanyardError(
        .storeTimedOut,
        "the keyring is locked and nobody answered the prompt to unlock it",
        hint: "Run the command again and unlock the keyring when it asks."
    )

    static func cannotConnect(_ error: any Error) -> LanyardError {
        LanyardError(
            .storeNoBus,
            "cannot connect to the session bus: \(reason(error))",
            hint: "Check DBUS_SESSION_BUS_ADDRESS; unset it to use the bus in $XDG_RUNTIME_DIR.",
            underlying: error
        )
    }

    static func busSilent(_ error: any Error) -> LanyardError {
        LanyardError(
            .storeTimedOut,
            "the session bus did not answer in time",
            hint: "Check DBUS_SESSION_BUS_ADDRESS, and that the bus is not stopped.",
            underlying: error
        )
    }

    static func unreadable(_ handle: String) -> LanyardError {
        LanyardError(
            .storeUnreadable,
            "the Secret Service found the item \(handle) but does not give its secret",
            hint: "Lock and unlock the keyring, then try again; `lanyard doctor` tells more."
        )
    }

    static func failed(_ message: String, _ error: (any Error)? = nil) -> LanyardError {
        LanyardError(.storeFailed, message, hint: "`lanyard doctor` tells more.", underlying: error)
    }

    /// Whether the provider that was open is gone, so that the same from the start may work.
    ///
    /// That is: unknown names (a unique one among them), no reply because it died, an object or session that its successor does
    /// not know, a closed connection.
    static func isOutdated(_ error: any Error) -> Bool {
        guard let error = error as? GLibError else { return false }
        return switch (error.domain, error.code) {
        case (busDomain, 2), (busDomain, 3), (busDomain, 4), (busDomain, 15), (busDomain, 19), (busDomain, 41): true
        case (ioDomain, 18), (ioDomain, 36), (ioDomain, 44): true
        case ("secret-error", 3): true
        default: error.domain == promptDomain && error.code == Int(LANYARD_PROMPT_PROVIDER_GONE.rawValue)
        }
    }

    /// Whether a new encrypted session may help: once in 256 times KWallet and libsecret agree on different keys, since one of
    /// them drops a leading zero byte, and nothing can be read or written then.
    static func mayBeSession(_ error: any Error) -> Bool {
        guard let error = error as? LanyardError else { return false }
        return error.code == .storeUnreadable || error == altered && error.message == altered.message
    }

    static let altered = failed("the Secret Service gave back another value than it was given; nothing was changed")

    /// Whether the item or collection is locked.
    static func isLocked(_ error: any Error) -> Bool {
        (error as? GLibError).map { $0.domain == "secret-error" && $0.code == 2 } ?? false
    }

    /// Whether nobody owns the name.
    static func isAbsent(_ error: GLibError) -> Bool { error.domain == busDomain && [2, 3].contains(error.code) }

    /// Whether the object is not there, in the words of the GDBus and of the Qt providers.
    static func isGone(_ error: GLibError) -> Bool { error.domain == busDomain && [19, 41].contains(error.code) }

    /// Whether a prompt was shown and did not lead to what was asked for.
    static func isUnanswered(_ error: GLibError) -> Bool {
        error.domain == promptDomain
            && [LANYARD_PROMPT_DISMISSED, LANYARD_PROMPT_TIMED_OUT].contains { Int($0.rawValue) == error.code }
    }

    /// The error of a change that the provider wanted confirmed; nothing where that was not the reason.
    static func unconfirmed(_ error: GLibError) -> LanyardError? {
        guard isUnanswered(error) else { return nil }
        let isDismissed = error.code == Int(LANYARD_PROMPT_DISMISSED.rawValue)
        return LanyardError(
            isDismissed ? .storeDismissed : .storeTimedOut,
            isDismissed
                ? "the change was not confirmed in the Secret Service's dialog"
                : "the Secret Service wants the change confirmed and nobody answered",
            hint: "Confirm it on the desktop, or switch the confirmation off in the keyring's settings.",
            underlying: error
        )
    }

    /// Makes a `LanyardError` of whatever was thrown; cancellation stays what it is.
    static func translate(_ error: any Error, during verb: String) -> any Error {
        switch error {
        case is LanyardError, is CancellationError: error
        case is GLibTimeout:
            LanyardError(
                .storeTimedOut,
                "the Secret Service did not answer in time (\(verb))",
                hint: "It may be waiting for a dialog or hang; look at the desktop, or restart it.",
                underlying: error
            )
        case let error as GLibError: translate(error, during: verb)
        default: failed("the Secret Service failed to \(verb)", error)
        }
    }

    static func translate(_ error: GLibError, during verb: String) -> LanyardError {
        if isLocked(error) { return locked }
        switch (error.domain, error.code) {
        case (promptDomain, Int(LANYARD_PROMPT_REFUSED.rawValue)): return locked
        case (promptDomain, Int(LANYARD_PROMPT_DISMISSED.rawValue)): return dismissed
        case (promptDomain, Int(LANYARD_PROMPT_TIMED_OUT.rawValue)): return promptTimedOut
        case (busDomain, 2), (busDomain, 3), (busDomain, 23...34):
            return LanyardError(
                .storeNoProvider,
                "no program provides the Secret Service on this session bus",
                hint: "Install and start one: gnome-keyring, KeePassXC (with Secret Service integration) or KWallet.",
                underlying: error
            )
        case (busDomain, 9):
            return LanyardError(
                .storeNoProvider,
                "this session may not talk to the Secret Service",
                hint: "In a sandbox, allow it: `flatpak override --user --talk-name=org.freedesktop.secrets APP`.",
                underlying: error
            )
        case (busDomain, 20), (busDomain, 12), (ioDomain, 24):
            return LanyardError(
                .storeTimedOut,
                "the Secret Service did not answer in time (\(verb))",
                hint: "It may be waiting for a dialog or hang; look at the desktop, or restart it.",
                underlying: error
            )
        default:
            if isOutdated(error) {
                return failed("the Secret Service went away in the middle (\(verb))", error)
            }
            return failed("the Secret Service failed to \(verb): \(reason(error))", error)
        }
    }

    private static func reason(_ error: any Error) -> String {
        TerminalText.oneLine((error as? GLibError)?.message ?? "\(error)", limit: 200)
    }

    private static let busDomain = "g-dbus-error-quark"
    private static let ioDomain = "g-io-error-quark"
    private static let promptDomain = "lanyard-prompt"
}
