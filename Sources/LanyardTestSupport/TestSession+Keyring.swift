import GLibBridge

/// How a keyring is started.
package enum KeyringState: Sendable {
    /// With its password.
    case unlocked
    /// Without: what an earlier one made stays locked.
    case locked
}

extension TestSession {
    /// Starts a real gnome-keyring and waits until it answers.
    package func startKeyring(_ state: KeyringState = .unlocked) async throws -> TestProcess {
        let password = try Pipe()
        let options = state == .unlocked ? ["--unlock"] : ["--start"]
        let child = try start(
            ["gnome-keyring-daemon", "--foreground", "--components=secrets"] + options,
            input: password.reader
        )
        password.closeReader()
        if state == .unlocked { password.write("password") }
        password.closeWriter()
        try await wait(for: "org.freedesktop.secrets")
        return child
    }

    /// A session with an open keyring.
    package static func withKeyring(_ state: KeyringState = .unlocked) async throws -> TestSession {
        let session = try TestSession()
        let first = try await session.startKeyring()
        if state == .locked {
            try await session.stopKeyring(first)
            _ = try await session.startKeyring(.locked)
        }
        return session
    }

    /// Ends a keyring as a crash would, and waits until the bus knows.
    package func stopKeyring(_ keyring: TestProcess) async throws {
        end(keyring)
        try await wait(for: "org.freedesktop.secrets", owned: false)
    }

    /// Locks the default collection.
    package func lockKeyring() async throws {
        let connection = try await BusConnection.connect(to: busAddress, limit: .seconds(20))
        let lock = BusMethod(
            destination: "org.freedesktop.secrets",
            path: "/org/freedesktop/secrets",
            interface: "org.freedesktop.Secret.Service",
            name: "Lock"
        )
        _ = try await connection.call(
            lock,
            [.objectPaths(["/org/freedesktop/secrets/collection/login"])],
            limit: .seconds(20)
        )
    }
}
