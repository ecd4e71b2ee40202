import LanyardTestSupport

extension Stage {
    /// Runs the built command in the session, with the emulator as custom authority.
    func lanyard(_ words: [String], environment: [String: String] = [:], limitSeconds: Int32 = 60) async throws -> Run {
        try await session.run(
            [Self.program("lanyard")] + words,
            environment: self.environment().merging(environment) { $1 },
            limitSeconds: limitSeconds
        )
    }

    func lanyard(_ words: String...) async throws -> Run { try await lanyard(words) }

    /// Signs a person in with a browser that nobody has to look at.
    func signIn(_ user: String, _ words: [String] = []) async throws -> Run {
        try await lanyard(["login"] + words, environment: ["LANYARD_BROWSER": browser(user)])
    }

    /// Signs a person in with a device code, as somebody at another device would; takes a polling interval of five seconds.
    func signInWithDeviceCode(_ user: String, _ words: [String] = []) async throws -> Run {
        let emulator = Self.program("lanyard-emulator")
        let script = """
            \(Self.program("lanyard")) login --device-code "$@" 2>"$HOME/prompt" & child=$!
            while ! code=$(grep -oE '\\b[A-Z0-9]{9}\\b' "$HOME/prompt" 2>/dev/null); do kill -0 $child || exit 99; done
            \(emulator) approve "$code" --user \(user) || exit 98
            wait $child; status=$?; cat "$HOME/prompt" >&2; rm "$HOME/prompt"; exit $status
            """
        return try await session.run(["sh", "-c", script, "sh"] + words, environment: environment())
    }
}
