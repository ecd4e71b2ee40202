import GLibBridge
import LanyardCore
import LanyardTesting
import Testing

@testable import LanyardEmulator

/// Keeps what the platform writes, for a test to look at.
final class Records: StateStore, RequestSink {
    private let kept = Lock<(states: [ServiceState], lines: [LogEntry])>(([], []))
    var states: [ServiceState] { kept.withLock { $0.states } }
    var lines: [LogEntry] { kept.withLock { $0.lines } }
    func save(_ state: ServiceState) { kept.withLock { $0.states.append(state) } }
    func write(_ entry: LogEntry) { kept.withLock { $0.lines.append(entry) } }
}

@Suite("Platform")
struct PlatformTests {
    private let records = Records()
    private let clock = FakeClock(now: 1_800_000_000)

    private func platform() throws -> Platform {
        Platform(service: try Bench().service, clock: clock, store: records, sink: records)
    }

    private static func request(_ form: [(String, String)], tenant: String = "organizations") -> Request {
        Request(
            method: "POST",
            host: "localhost:8443",
            path: "/\(tenant)/oauth2/v2.0/token",
            headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(FormURLEncoding.encode(form).utf8)
        )
    }

    private static let password = [
        ("grant_type", "password"), ("client_id", Known.app), ("username", Known.alice),
        ("password", World.standardPassword), ("scope", Known.scope),
    ]

    @Test("row 32: a fault strikes as often as it was told, then the service answers again")
    func once() async throws {
        let platform = try platform()
        var fault = Fault()
        fault.grant = "password"
        fault.status = 503
        fault.times = 2
        _ = await platform.addFault(fault)
        let request = Self.request(Self.password)
        #expect(await platform.handle(request).status == 503)
        #expect(await platform.handle(Self.request([("grant_type", "foo")])).status == 400)
        #expect(await platform.handle(request).status == 503)
        #expect(await platform.handle(request).status == 200)
    }

    @Test("row 32: throttling, HTML, a cut, a closed connection and an error with status 200")
    func kinds() async throws {
        let platform = try platform()
        func strike(_ change: (inout Fault) -> Void) async -> Reply {
            var fault = Fault()
            change(&fault)
            _ = await platform.addFault(fault)
            return await platform.handle(Self.request(Self.password))
        }
        let throttled = await strike {
            $0.error = 90055
            $0.headers = ["Retry-After": "2"]
        }
        #expect(throttled.status == 429)
        #expect(throttled.header("Retry-After") == "2")
        #expect(throttled.errorNumber == 90055)
        let page = await strike { $0.html = true }
        #expect(page.header("Content-Type")?.hasPrefix("text/html") == true)
        #expect(await strike { $0.cut = 10 }.delivery == .cut(afterBytes: 10))
        #expect(await strike { $0.close = true }.delivery == .close)
        let odd = await strike { $0.body = "{\"error\":\"temporarily_unavailable\"}" }
        #expect(odd.status == 200)
        #expect(odd.error == "temporarily_unavailable")
        _ = await strike { $0.delay = 2500 }
        #expect(clock.now() == 1_800_000_002)
    }

    @Test("a fault is meant for a tenant under any of its names, and lets the first ones by")
    func matching() async throws {
        let platform = try platform()
        var fault = Fault()
        fault.tenant = "contoso.example"
        fault.skip = 1
        fault.status = 500
        _ = await platform.addFault(fault)
        let byID = Self.request(Self.password, tenant: Known.contoso)
        #expect(await platform.handle(byID).status == 200)
        #expect(await platform.handle(Self.request(Self.password, tenant: "organizations")).status == 200)
        #expect(await platform.handle(byID).status == 500)
    }

    @Test("an answer is held until its name is released, and the request is judged only then")
    func hold() async throws {
        let platform = try platform()
        var fault = Fault()
        fault.hold = "race"
        fault.times = 0
        _ = await platform.addFault(fault)
        async let first = platform.handle(Self.request(Self.password))
        async let second = platform.handle(Self.request(Self.password))
        while await platform.waiting(for: "race") < 2 { await Task.yield() }
        #expect(records.lines.isEmpty)
        #expect(await platform.release("race") == 2)
        #expect(await first.status == 200)
        #expect(await second.status == 200)
        #expect(records.lines.count == 2)
    }

    @Test("the log says who asked for what, and nothing secret")
    func log() async throws {
        let platform = try platform()
        var request = Self.request(Self.password)
        request.query = "code=also-secret"
        request.headers.append(HTTPField("x-client-SKU", "MSAL.Test"))
        _ = await platform.handle(request)
        let line = try #require(records.lines.first).json
        #expect(line["grant"] == "password")
        #expect(line["account"] == .string(Known.alice))
        #expect(line["tenant"] == .string(Known.contoso))
        #expect(line["status"] == 200)
        #expect(line["client_sku"] == "MSAL.Test")
        #expect(line["path"] == "/organizations/oauth2/v2.0/token")
        #expect(!line.serialized().contains(World.standardPassword))
        #expect(!line.serialized().contains("also-secret"))
    }

    @Test("control: clock, revocation, policies and strictness change the running service")
    func control() async throws {
        let platform = try platform()
        let control = Control(platform: platform)
        #expect(try await control.carryOut(["do": "clock", "seconds": 7200]) == ["offset": 7200])
        #expect(try await control.carryOut(["do": "clock", "reset": true]) == ["offset": 0])
        _ = try await control.carryOut([
            "do": "policy", "tenant": "contoso.example", "rules": [["require": "block", "error": 53003]],
        ])
        #expect(await platform.handle(Self.request(Self.password)).errorNumber == 53003)
        _ = try await control.carryOut(["do": "policy", "tenant": "contoso.example", "reset": true])
        #expect(await platform.handle(Self.request(Self.password)).status == 200)
        let strict = try await control.carryOut(["do": "strict", "set": ["rotate": true]])
        #expect(strict["rotate"] == true)
        #expect(strict["slow-down"] == false)
        #expect(!records.states.isEmpty)
    }

    @Test(
        "control: an order that cannot be carried out says why",
        arguments: [
            ["do": "dance"], ["do": "revoke", "user": "nobody"], ["do": "strict", "set": ["x": true]],
            ["do": "fault", "add": ["forge": "badly"]], ["do": "approve", "user_code": "NONE", "user": "x"],
            ["do": "keys", "step": "lose"], ["do": "policy", "tenant": "nowhere", "rules": []],
        ] as [JSONValue]
    )
    func badOrder(order: JSONValue) async throws {
        let control = Control(platform: try platform())
        await #expect(throws: (any Error).self) { try await control.carryOut(order) }
    }
}
