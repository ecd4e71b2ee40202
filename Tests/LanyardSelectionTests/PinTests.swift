import LanyardCore
import Testing

@testable import LanyardSelection

@Suite("Pins")
struct PinTests {
    static func pin(_ text: String) throws -> Pin { try Pin(reading: Array(text.utf8)) }

    @Test("a pin names account, tenant and audiences")
    func read() throws {
        let pin = try Self.pin(
            "# ours\n\nversion = 1\r\nlabel = fab\ntenant=fabrikam.com\naudiences = api://a  api://b\n"
        )
        #expect(pin == Pin(account: "fab", tenant: .domain("fabrikam.com"), audiences: ["api://a", "api://b"]))
        #expect(try Self.pin(pin.serialized) == pin)
    }

    @Test(
        "anything else is refused with line and key",
        arguments: [
            ("account = a\ncommand = rm -rf /", "line 2, command"),
            ("account = a\nauthority = https://e", "line 2, authority"),
            ("account = a\nlabel = b", "line 2, account"), ("account =", "line 1, account"), ("account", "line 1"),
            ("version = 2\naccount = a", "line 1, version"), ("account = a\n\ntenant = a b", "line 3, tenant"),
            ("account = a\u{1b}[2J", "line 1, account"), ("", "line 1"), ("version = 1\n", "line 1"),
            ("account = \(String(repeating: "a", count: 5000))", "line 1"),
            ("account\u{202e} = a", "line 1, account\\u{202e}"),
        ]
    )
    func refused(text: String, place: String) {
        let error = #expect(throws: LanyardError.self) { try Self.pin(text) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.field == place)
        #expect(error?.message.contains(place) == true)
    }

    @Test("bytes that are no UTF-8 are refused")
    func bytes() { #expect(throws: LanyardError.self) { try Pin(reading: [0x61, 0xff, 0x3d, 0x61]) } }

    @Test(
        "approval is for one path, owner and content, and a file that others may write never counts",
        arguments: [
            ("/p/.lanyard", 1000, 0o644, "a", FoundPin.Approval.approved),
            ("/p/.lanyard", 1000, 0o644, "b", .changed), ("/q/.lanyard", 1000, 0o644, "a", .unapproved),
            ("/p/.lanyard", 0, 0o644, "a", .foreignOwner), ("/p/.lanyard", 1000, 0o664, "a", .writableByOthers),
            ("/p/.lanyard", 1000, 0o646, "a", .writableByOthers),
        ] as [(String, Int64, UInt32, String, FoundPin.Approval)]
    )
    func approval(path: String, owner: Int64, mode: UInt32, digit: String, expected: FoundPin.Approval) {
        func found(_ path: String, _ owner: Int64, _ mode: UInt32, _ digit: String) -> Approvals.Found {
            .init(path: path, owner: owner, mode: mode, digest: String(repeating: digit, count: 64))
        }
        var approvals = Approvals()
        approvals.approve(found("/p/.lanyard", 1000, 0o644, "a"), now: 0)
        #expect(approvals.approval(of: found(path, owner, mode, digit), user: 1000) == expected)
        let wasApproved = approvals.withdraw("/p/.lanyard")
        #expect(wasApproved)
        #expect(approvals.approval(of: found("/p/.lanyard", 1000, 0o644, "a"), user: 1000) == .unapproved)
    }

    @Test("a pin without account sets the tenant, and one with audiences allows no other")
    func narrowing() {
        let tenantOnly = FoundPin(path: "/p/.lanyard", pin: Pin(tenant: .id(Fixture.fabrikam)), approval: .approved)
        let world = Fixture.world(Fixture.a, Fixture.b)
        let verdict = Selector.select(Fixture.request(pins: [tenantOnly]), in: world)
        #expect(verdict.account?.identity == Fixture.b.identity)
        #expect(verdict.reason == .onlyMember)
        let narrow = FoundPin(
            path: "/p/.lanyard",
            pin: Pin(account: "fab", audiences: ["api://x"]),
            approval: .approved
        )
        #expect(Selector.select(Fixture.request(pins: [narrow]), in: world).reason == .pinConflict)
        // A tenant that the user approved together with the account needs no other proof.
        let vouched = FoundPin(
            path: "/p/.lanyard",
            pin: Pin(account: "fab", tenant: .id(Fixture.northwind)),
            approval: .approved
        )
        let pinned = Selector.select(Fixture.request(pins: [vouched]), in: world)
        #expect(pinned.reason == .pin)
        #expect(pinned.tenantID == Fixture.northwind)
    }
}
