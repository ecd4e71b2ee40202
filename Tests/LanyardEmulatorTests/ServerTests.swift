import GLibBridge
import Glibc
import LanyardCore
import LanyardHTTP
import Testing

@testable import LanyardEmulator

/// The emulator over real sockets and TLS.
@Suite("Server", .serialized)
struct ServerTests {
    private static func folder() throws -> StateFolder {
        var template = Array("/tmp/lanyard-emulator-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ControlError("no temporary folder") }
        return StateFolder(path: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    private static func remove(_ folder: StateFolder) {
        for name in [
            "README.txt", "ca.pem", "ca.key", "ca-bundle.pem", "state.json", "requests.jsonl", "serve.lock",
            "server.json",
        ] {
            unlink(folder.path + "/" + name)
        }
        rmdir(folder.path)
    }

    private static func transport(_ running: RunningEmulator, viaProxy: Bool) -> SoupTransport {
        let environment = viaProxy ? ["HTTPS_PROXY": running.proxy, "NO_PROXY": "localhost"] : [:]
        return SoupTransport(version: "test", authorityFile: running.caFile, environment: environment)
    }

    @Test("its own address and Microsoft's names through the proxy both answer, under one certificate authority")
    func bothWays() async throws {
        let folder = try Self.folder()
        defer { Self.remove(folder) }
        let emulator = try await Emulator(Emulator.Plan(folder: folder, world: try World.builtIn()))
        let running = await emulator.running
        let path = "/organizations/v2.0/.well-known/openid-configuration"
        let direct = try await Self.transport(running, viaProxy: false)
            .send(HTTPRequest(url: running.authorityHost + path))
        #expect(direct.status == 200)
        #expect(try JSONValue.parse(direct.body)["issuer"] == .string(running.authorityHost + "/{tenantid}/v2.0"))
        let proxied = Self.transport(running, viaProxy: true)
        for host in ["login.microsoftonline.com", "contoso.b2clogin.com", "graph.microsoft.com"] {
            let reply = try await proxied.send(HTTPRequest(url: "https://\(host)\(path)"))
            #expect(reply.header("x-ms-ests-server") == "2.1.0 - lanyard-emulator")
        }
        await #expect(throws: LanyardError.self) { try await proxied.send(HTTPRequest(url: "https://example.com/")) }
        try await emulator.stop()
    }

    @Test("one state folder serves one emulator, and the next one goes on with its refresh tokens")
    func restart() async throws {
        let folder = try Self.folder()
        defer { Self.remove(folder) }
        let plan = Emulator.Plan(folder: folder, world: try World.builtIn())
        let emulator = try await Emulator(plan)
        let error = await #expect(throws: LanyardError.self) { try await Emulator(plan) }
        #expect(error?.code == .refused)
        let running = await emulator.running
        let form = [
            ("grant_type", "password"), ("client_id", Known.app), ("username", Known.alice),
            ("password", World.standardPassword), ("scope", Known.scope),
        ]
        let signedIn = try await Self.post(form, running)
        let token = try #require(signedIn["refresh_token"]?.stringValue)
        let authority = try #require(PlainFile.read(running.caFile))
        try await emulator.stop()
        let again = try await Emulator(plan)
        let refresh = [("grant_type", "refresh_token"), ("client_id", Known.app), ("refresh_token", token)]
        #expect(try await Self.post(refresh, again.running)["access_token"] != nil)
        #expect(PlainFile.read(running.caFile) == authority)
        try await again.stop()
    }

    private static func post(_ form: [(String, String)], _ running: RunningEmulator) async throws -> JSONValue {
        let request = HTTPRequest(
            method: "POST",
            url: running.authorityHost + "/contoso.example/oauth2/v2.0/token",
            headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
            body: Secret(FormURLEncoding.encode(form))
        )
        return try JSONValue.parse(try await transport(running, viaProxy: false).send(request).body)
    }

    @Test("control needs the key of the state folder, whose files are the owner's alone")
    func control() async throws {
        let folder = try Self.folder()
        defer { Self.remove(folder) }
        let emulator = try await Emulator(Emulator.Plan(folder: folder, world: try World.builtIn()))
        let running = try RunningEmulator.load(from: folder)
        let client = ControlClient(running: running, transport: SoupTransport(version: "test"))
        #expect(try await client.send(["do": "clock", "seconds": 60]) == ["offset": 60])
        var stranger = running
        stranger.key = Secret("guessed")
        let other = ControlClient(running: stranger, transport: SoupTransport(version: "test"))
        await #expect(throws: LanyardError.self) { try await other.send(["do": "clock"]) }
        for name in ["ca.key", "state.json", "server.json"] {
            var status = stat()
            #expect(stat(folder.path + "/" + name, &status) == 0)
            #expect(status.st_mode & 0o077 == 0)
        }
        try await emulator.stop()
        #expect(throws: LanyardError.self) { try RunningEmulator.load(from: folder) }
    }

    @Test("row 15: a body over the limit is refused before it is read")
    func largeBody() async throws {
        let folder = try Self.folder()
        defer { Self.remove(folder) }
        let emulator = try await Emulator(Emulator.Plan(folder: folder, world: try World.builtIn()))
        let running = await emulator.running
        let request = HTTPRequest(
            method: "POST",
            url: running.authorityHost + "/common/oauth2/v2.0/token",
            headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
            body: Secret(String(repeating: "a", count: 1_100_000))
        )
        // A client that is still sending may meet the closed connection before it reads the answer.
        do {
            #expect(try await Self.transport(running, viaProxy: false).send(request).status == 413)
        } catch let error as LanyardError {
            #expect(error.code == .network)
        }
        try await emulator.stop()
    }
}
