import LanyardCore
import Testing

@testable import LanyardSelection

@Suite("State documents")
struct DocumentTests {
    static let account = "\"home_account_id\":\"u.t\",\"environment\":\"login.microsoftonline.com\""
    static let digest = String(repeating: "a", count: 64)
    static let fact = "{\(account),\"tenant_id\":\"\(Fixture.contoso)\",\"member\":true,\"learned_at\":5,\"later\":1}"
    static let binding =
        "{\(account),\"target\":\"org:fab\",\"name\":\"fab\",\"tenant\":\"fabrikam.com\",\"later\":[2]}"
    static let approval =
        "{\"path\":\"/p/.lanyard\",\"owner\":1000,\"sha256\":\"\(digest)\",\"approved_at\":7,\"later\":{}}"

    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    static func rewritten(_ name: String, _ text: String) throws -> String {
        switch name {
        case "facts": try MembershipFacts(reading: bytes(text)).serialized()
        case "bindings": try Bindings(reading: bytes(text)).serialized()
        case "approvals": try Approvals(reading: bytes(text)).serialized()
        default: try History(reading: bytes(text)).serialized()
        }
    }

    @Test(
        "reading and writing keeps everything, unknown members too",
        arguments: [
            ("facts", "{\"version\":1,\"facts\":[\(fact)],\"future\":{\"a\":[1.5]}}"),
            ("bindings", "{\"version\":1,\"bindings\":[\(binding)],\"future\":{\"a\":[1.5]}}"),
            ("approvals", "{\"version\":1,\"approvals\":[\(approval)],\"future\":{\"a\":[1.5]}}"),
            (
                "rows",
                "{\"future\":{\"a\":[1.5]},\"version\":1,\"accounts\":[\"login.x u.t\"],\"targets\":[\"graph:\\u00e9\"],"
                    + "\"roots\":[\"\"],\"rows\":[[0,0,0,3,2500,100,1,101]]}"
            ),
        ]
    )
    func roundTrip(name: String, text: String) throws {
        let written = try Self.rewritten(name, text)
        #expect(try JSONValue.parse(Self.bytes(written)) == JSONValue.parse(Self.bytes(text)))
    }

    @Test(
        "damage is refused with its place, never reset",
        arguments: [
            ("facts", "{\n\"version\":1,\n\"facts\":[}", "line 3"), ("facts", "", "line 1"), ("facts", "[]", "line 1"),
            ("facts", "{\"version\":1,\"facts\":[\(fact),{\(account)}]}", "facts[1].tenant_id"),
            ("facts", "{\"version\":1,\"facts\":{}}", "facts"), ("facts", "{\"version\":2}", "version"),
            ("facts", "{}", "version"), ("bindings", "{\"version\":1,\"bindings\":[7]}", "bindings[0]"),
            ("bindings", "{\"version\":1,\"bindings\":[\(binding),\(binding)]}", "bindings[1].target"),
            ("approvals", "{\"version\":1,\"approvals\":[{\"path\":\"p\"}]}", "approvals[0].path"),
            ("approvals", "{\"version\":1}\nx", "line 2"),
            ("rows", "{\"version\":1,\n\"accounts\":[],\"targets\":[],\"roots\":[],\n\"rows\":[[1,2]]}", "line 3"),
            ("rows", "{\"version\":1,\"rows\":[[0,0,0,1,1,1,0,1]]}", "rows[0]"), ("rows", "{\"version\":9}", "version"),
            ("rows", "", "line 1"), ("rows", "{\"version\":1,\n\"rows\":[[0,0,0,1,1.5,1,0,1]]}", "line 2"),
            ("rows", "{\"targets\":[\"\\", "line 1"), ("rows", "{\"version\":1}}", "line 1"),
        ]
    )
    func damage(name: String, text: String, place: String) {
        let error = #expect(throws: LanyardError.self) { try Self.rewritten(name, text) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.field?.hasSuffix(": \(place)") == true, "\(error?.field ?? "")")
        #expect(error?.message.contains(place) == true)
    }

    @Test("a refusal is believed for a week, and a newer answer replaces it")
    func membership() {
        var facts = MembershipFacts()
        facts.learn(Fixture.b.identity, in: Fixture.contoso, isMember: false, now: 1000)
        func now(_ days: Int64) -> Membership {
            facts.membership(of: Fixture.b, in: Fixture.contoso, now: 1000 + days * Fixture.day)
        }
        #expect(now(6) == .nonMember(since: 1000))
        #expect(now(7) == .unknown)
        facts.learn(Fixture.b.identity, in: Fixture.contoso, isMember: true, now: 999)
        #expect(now(1) == .nonMember(since: 1000))
        facts.learn(Fixture.b.identity, in: Fixture.contoso, isMember: true, now: 1001)
        #expect(now(100) == .guest)
        #expect(facts.membership(of: Fixture.b, in: Fixture.fabrikam, now: 0) == .home)
        facts.forget(Fixture.b.identity)
        #expect(now(1) == .unknown)
    }
}
