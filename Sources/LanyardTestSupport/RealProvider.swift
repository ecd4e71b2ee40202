/// The Secret Services that can be run headless; how is written in `contrib/providers/control`.
package enum RealProvider: String, CaseIterable, Sendable {
    case gnomeKeyring = "gnome-keyring"
    case keepassxc
    case kwallet
    case pass
}

extension TestSession {
    /// Starts, locks, unlocks or stops a provider; fails with its own words.
    package func control(_ verb: String, _ provider: RealProvider) async throws {
        let run = try await run(
            [Self.controlProgram, verb, provider.rawValue],
            limitSeconds: 90,
            leavesPrograms: true
        )
        guard run.status == 0 else {
            throw SupportError("\(provider.rawValue) \(verb): \(run.output)\(run.errors)")
        }
    }

    /// Why a provider cannot be run here; nothing where it can.
    package func obstacle(of provider: RealProvider) async throws -> String? {
        let run = try await run([Self.controlProgram, "check", provider.rawValue])
        if run.status == 0 { return nil }
        guard run.status == 69 else { throw SupportError(run.errors) }
        return run.output.split(separator: "\n").first.map(String.init) ?? "no reason given"
    }

    private static let controlProgram =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/contrib/providers/control"
}
