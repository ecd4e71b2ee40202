import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Device codes")
struct DeviceTests {
    private static func start(_ bench: inout Bench, _ tenant: String = "organizations") throws -> [String: JSONValue] {
        let form = [("client_id", Known.app), ("scope", Known.scope)]
        let reply = bench.post("/\(tenant)/oauth2/v2.0/devicecode", form)
        try #require(reply.status == 200)
        return try #require(reply.json?.objectValue)
    }

    private static func poll(
        _ bench: inout Bench,
        _ code: String,
        tenant: String = "organizations",
        client: String = Known.app,
        grant: String = "urn:ietf:params:oauth:grant-type:device_code",
        name: String = "device_code"
    ) -> Reply {
        bench.token(tenant, [("grant_type", grant), ("client_id", client), (name, code), ("client_info", "1")])
    }

    @Test(
        "row 29: pending until approved, then once",
        arguments: ["device_code", "urn:ietf:params:oauth:grant-type:device_code"],
        ["code", "device_code"]
    )
    func approved(grant: String, name: String) throws {
        var bench = try Bench()
        let start = try Self.start(&bench)
        #expect(start["interval"] == 5)
        #expect(start["expires_in"] == 900)
        #expect(start["verification_uri"] == "https://localhost:8443/devicelogin")
        #expect(start["verification_uri_complete"] == nil)
        let userCode = try #require(start["user_code"]?.stringValue)
        #expect(userCode.count == 9)
        #expect(start["message"]?.stringValue?.contains(userCode) == true)
        let code = try #require(start["device_code"]?.stringValue)
        for _ in 1...2 {
            let pending = Self.poll(&bench, code, grant: grant, name: name)
            #expect(pending.status == 400)
            #expect(pending.error == "authorization_pending")
            #expect(pending.errorNumber == 70016)
        }
        try bench.service.answerDevice(userCode, machine: MachinePath(user: Known.alice))
        let reply = Self.poll(&bench, code, grant: grant, name: name)
        #expect(reply.status == 200)
        #expect(reply.claims(of: "id_token")?["oid"] == .string(Known.aliceID))
        #expect(Self.poll(&bench, code, grant: grant, name: name).error == "bad_verification_code")
    }

    @Test("row 30: declined, expired, unknown and somebody else's")
    func refused() throws {
        var bench = try Bench()
        let declined = try Self.start(&bench)
        var machine = MachinePath(user: Known.alice)
        machine.consents = false
        try bench.service.answerDevice(try #require(declined["user_code"]?.stringValue), machine: machine)
        let no = Self.poll(&bench, try #require(declined["device_code"]?.stringValue))
        #expect(no.error == "authorization_declined")
        let code = try #require(try Self.start(&bench)["device_code"]?.stringValue)
        #expect(Self.poll(&bench, code, client: Known.azureCLI).error == "bad_verification_code")
        #expect(Self.poll(&bench, code, tenant: Known.contoso).error == "bad_verification_code")
        #expect(Self.poll(&bench, code + "x").error == "bad_verification_code")
        bench.now += 960
        #expect(Self.poll(&bench, code).error == "expired_token")
    }

    @Test("row 31: early polls are told to slow down only where that is switched on", arguments: [true, false])
    func slowDown(isOn: Bool) throws {
        var bench = try Bench()
        bench.service.state.strictness.slowDown = isOn
        let code = try #require(try Self.start(&bench)["device_code"]?.stringValue)
        #expect(Self.poll(&bench, code).error == "authorization_pending")
        #expect(Self.poll(&bench, code).error == (isOn ? "slow_down" : "authorization_pending"))
        bench.now += 5
        #expect(Self.poll(&bench, code).error == "authorization_pending")
    }

    @Test("the tenant of the request says who may approve")
    func wrongTenant() throws {
        var bench = try Bench()
        let start = try Self.start(&bench, Known.contoso)
        let userCode = try #require(start["user_code"]?.stringValue)
        #expect(throws: ServiceError.self) {
            try bench.service.answerDevice(userCode, machine: MachinePath(user: Known.bob))
        }
        #expect(
            Self.poll(&bench, try #require(start["device_code"]?.stringValue), tenant: Known.contoso).error
                == "authorization_pending"
        )
    }

    @Test("the state keeps no device code that could be used")
    func hashed() throws {
        var bench = try Bench()
        let code = try #require(try Self.start(&bench)["device_code"]?.stringValue)
        #expect(bench.service.state.devices[code] == nil)
        #expect(bench.service.state.devices.count == 1)
    }
}
