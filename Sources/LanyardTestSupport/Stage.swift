import Glibc
package import LanyardCore

/// Everything a sign-in needs, for one test: a private session with a real keyring, and a running emulator.
package final class Stage: Sendable {
    /// The bus and the folders.
    package let session: TestSession
    /// The emulator's folder.
    package let state: String
    /// The emulator's address as a custom authority, without a tenant.
    package let authorityHost: String
    /// The emulator's proxy, through which Microsoft's host names lead to it.
    package let proxy: String
    /// The certificate authority to trust.
    package let caFile: String
    private let emulator: TestProcess

    /// Starts the keyring and the emulator; `options` go to `lanyard-emulator serve`.
    package init(keyring: KeyringState? = .unlocked, options: [String] = []) async throws {
        if let keyring {
            session = try await TestSession.withKeyring(keyring)
        } else {
            session = try TestSession()
        }
        state = session.folder.make("emulator")
        let output = try Pipe()
        emulator = try session.start(
            [Self.program("lanyard-emulator"), "serve", "--port", "0", "--proxy-port", "0", "--state", state] + options,
            output: output.writer
        )
        output.closeWriter()
        defer { output.closeReader() }
        guard let line = try await aside({ output.readLine(limitSeconds: 60) }),
            let ready = try? JSONValue.parse(Array(line.utf8)),
            let host = ready["authority_host"]?.stringValue, let proxy = ready["proxy"]?.stringValue,
            let file = ready["ca_file"]?.stringValue
        else { throw SupportError("the emulator did not say that it is ready") }
        authorityHost = host
        self.proxy = proxy
        caFile = file
    }

    /// Ends the emulator: from then on there is no network.
    package func stopEmulator() throws { session.end(emulator) }

    /// A program that was built with the tests.
    package static func program(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let path = String(decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The test runner is the toolchain's; what it loaded lies beside the programs.
        guard !path.hasSuffix(".xctest") else {
            return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/"
                + name
        }
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments.first ?? ""
        return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/"
            + name
    }

    /// The session's environment, with the emulator as custom authority or behind the proxy.
    package func environment(viaProxy: Bool = false) -> [String: String] {
        var variables = session.environment
        variables["LANYARD_CA_FILE"] = caFile
        variables["LANYARD_EMULATOR_STATE"] = state
        if viaProxy { variables["HTTPS_PROXY"] = proxy } else { variables["LANYARD_AUTHORITY_HOST"] = authorityHost }
        return variables
    }

    /// The browser command that signs this person in; `options` as of `lanyard-emulator browser`.
    package func browser(_ user: String, _ options: String = "") -> String {
        "\(Self.program("lanyard-emulator")) browser --state \(state) --user \(user) \(options)"
    }

    /// Runs `lanyard-emulator` and gives its output; throws where it fails.
    @discardableResult
    package func control(_ words: String...) async throws -> String {
        let run = try await session.run(
            [Self.program("lanyard-emulator")] + words,
            environment: ["LANYARD_EMULATOR_STATE": state]
        )
        guard run.status == 0 else {
            throw SupportError("lanyard-emulator \(words.joined(separator: " ")): \(run.errors)")
        }
        return run.output
    }

    /// The requests that the emulator saw.
    package func requests() async throws -> [JSONValue] {
        try await control("requests", "--json").split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
    }

    /// How many token requests of this grant the emulator saw.
    package func count(grant: String) async throws -> Int {
        try await requests().filter { $0["grant"]?.stringValue == grant }.count
    }
}
