import LanyardTestSupport

extension Stage {
    /// Where the session's sealed files are.
    var envelopes: String { "\(session.folder.path)/state/lanyard/envelope" }

    /// The standard key file.
    var keyFile: String { "\(session.folder.path)/data/lanyard/store.key" }

    /// An emulator, and a session without bus and keyring whose store is made of sealed files.
    static func headless() async throws -> Stage {
        let stage = try await Stage(keyring: nil)
        let made = try await stage.alone("cache", "make-key", "--store", "file")
        guard made.status == 0 else { throw SupportError(made.errors) }
        return stage
    }

    /// Runs the built command as over SSH to a server: no bus, no runtime folder.
    func alone(_ words: [String], environment: [String: String] = [:], limitSeconds: Int32 = 60) async throws -> Run {
        try await bare(["exec", Self.program("lanyard")] + words, environment: environment, limitSeconds: limitSeconds)
    }

    func alone(_ words: String...) async throws -> Run { try await alone(words) }

    /// Signs a person in there.
    func signInAlone(_ user: String, _ words: [String] = []) async throws -> Run {
        try await alone(["login"] + words, environment: ["LANYARD_BROWSER": browser(user)])
    }

    /// Runs a line of shell there; `$1` and so on are the words after the first.
    func bare(_ words: [String], environment: [String: String] = [:], limitSeconds: Int32 = 60) async throws -> Run {
        let script = words[0] == "exec" ? "exec \"$@\"" : words[0]
        return try await session.run(
            ["env", "-u", "DBUS_SESSION_BUS_ADDRESS", "-u", "XDG_RUNTIME_DIR", "sh", "-c", script, "sh"]
                + words.dropFirst(),
            environment: self.environment().merging(environment) { $1 },
            limitSeconds: limitSeconds
        )
    }
}
