import LanyardCore
import Testing

@testable import LanyardSelection

@Suite("Account names")
struct AccountNamesTests {
    static let contoso = "aaaaaaaa-0000-4000-8000-00000000c001"
    static let fabrikam = "bbbbbbbb-0000-4000-8000-00000000fab1"
    static let workID = "a11ce000-0000-4000-8000-0000000000a1.\(contoso)"
    static let personalID = "00000000-0000-0000-a11c-e0000000c0de.9188040d-6c67-4c5b-b112-36a304b66dad"

    static func account(_ id: String, _ username: String, label: String? = nil, _ profiles: TenantProfile...) -> Account
    {
        Account(
            key: AccountKey(
                homeAccountID: HomeAccountID(rawValue: id),
                environment: "login.microsoftonline.com",
                clientID: "c"
            ),
            username: username,
            label: label,
            tenantProfiles: profiles
        )
    }

    static let work = account(
        workID,
        "alice@contoso.example",
        TenantProfile(tenantID: contoso, username: "alice@contoso.example", isHome: true),
        TenantProfile(
            tenantID: fabrikam,
            username: "alice_contoso.example#EXT#@fabrikam.example",
            domain: "fabrikam.example"
        )
    )
    static let personal = account(personalID, "alice@contoso.example")
    static let bob = account("b0b00000-0000-4000-8000-0000000000b0.\(fabrikam)", "bob@fabrikam.example", label: "bob")

    @Test(
        "the tenant tells a work account from a personal one of the same address (B10)",
        arguments: [
            ("alice@contoso.example", "contoso.example", workID),
            ("alice@contoso.example", contoso, workID),
            ("alice@contoso.example", "consumers", personalID),
            ("Alice@Contoso.Example", "organizations", workID),
        ]
    )
    func workAndPersonal(name: String, tenant: String, id: String) throws {
        let accounts = [Self.personal, Self.work]
        #expect(try AccountNames.resolve(name, in: accounts, tenant: tenant).homeAccountID.rawValue == id)
        let verdict = Selector.select(
            SelectionRequest(selectors: [.init(name, from: .flag)], tenant: try RequestedTenant(tenant), now: 0),
            in: SelectionWorld(accounts: accounts)
        )
        #expect(verdict.account?.homeAccountID == id)
        #expect(verdict.reason == .flag)
    }

    @Test("without a deciding tenant both are listed with what selects each (B10)", arguments: ["common", nil])
    func bothListed(tenant: String?) throws {
        let accounts = [Self.work, Self.personal]
        let error = try #require(throws: LanyardError.self) {
            try AccountNames.resolve("alice@contoso.example", in: accounts, tenant: tenant)
        }
        #expect(error.code == .ambiguousName)
        let verdict = Selector.select(
            SelectionRequest(
                selectors: [.init("alice@contoso.example", from: .flag)],
                tenant: try tenant.map { try RequestedTenant($0) },
                now: 0
            ),
            in: SelectionWorld(accounts: accounts)
        )
        #expect(verdict.reason == .ambiguousSelector)
        #expect(verdict.candidates.map(\.account.homeAccountID).sorted() == [Self.personalID, Self.workID].sorted())
        // Pasting what is printed must select exactly that account.
        for change in verdict.changes {
            let name = try #require(change.command.split(separator: " ").last.map(String.init))
            #expect(error.hint?.contains(name) == true)
            let found = try AccountNames.resolve(name, in: accounts)
            #expect(change.text.contains(found.kind == .personal ? "personal" : "work"))
        }
        #expect(verdict.changes.count == 2)
    }

    @Test("why a namesake was left out can be told (B10)")
    func explained() {
        let verdict = Selector.select(
            SelectionRequest(selectors: [.init("alice@contoso.example", from: .flag)], tenant: .organizations, now: 0),
            in: SelectionWorld(accounts: [Self.work, Self.personal])
        )
        let texts = verdict.candidates.compactMap(\.dropped?.text)
        #expect(texts == ["tenant `organizations` excludes personal accounts"])
    }

    @Test(
        "every name of a guest finds the one account (B11)",
        arguments: [
            "alice@contoso.example", "ALICE_contoso.example#ext#@fabrikam.example", workID, workID.uppercased(),
            "alice@contoso.example@contoso.example", "alice@contoso.example@fabrikam.example",
            "alice@contoso.example@\(fabrikam)",
        ]
    )
    func guest(name: String) throws {
        #expect(try AccountNames.resolve(name, in: [Self.bob, Self.work]).homeAccountID.rawValue == Self.workID)
    }

    @Test(
        "a guest is asked in the tenant that the request names (B11)",
        arguments: [(fabrikam, fabrikam), (contoso, contoso), ("common", contoso)]
    )
    func guestTenant(tenant: String, effective: String) throws {
        let verdict = Selector.select(
            SelectionRequest(tenant: try RequestedTenant(tenant), now: 0),
            in: SelectionWorld(accounts: [Self.work])
        )
        #expect(verdict.account?.homeAccountID == Self.workID)
        #expect(verdict.tenantID == effective)
        #expect(tenant != "common" || verdict.notes.contains { $0.contains("home tenant") })
    }

    @Test("a label that is another's user name is no answer")
    func labelAgainstName() {
        let liar = Self.account("x.\(Self.contoso)", "x@contoso.example", label: "bob@fabrikam.example")
        let error = #expect(throws: LanyardError.self) {
            try AccountNames.resolve("bob@fabrikam.example", in: [liar, Self.bob])
        }
        #expect(error?.code == .ambiguousName)
    }

    @Test(
        "what is no name is refused, what is nobody's is not found",
        arguments: [
            ("", "invalid_argument"), ("   ", "invalid_argument"), ("bo\u{1b}b", "invalid_argument"),
            ("bo", "account_not_found"), ("bob@", "account_not_found"), ("@@", "account_not_found"),
        ]
    )
    func refused(name: String, code: String) {
        let error = #expect(throws: LanyardError.self) { try AccountNames.resolve(name, in: [Self.bob]) }
        #expect(error?.code.rawValue == code)
    }

    @Test(
        "a tenant that is neither a GUID nor a domain is refused",
        arguments: ["contoso", "a b.c", "-x.y", "a..b", ""]
    )
    func badTenant(tenant: String) {
        let error = #expect(throws: LanyardError.self) { try RequestedTenant(tenant) }
        #expect(error?.code == .invalidAuthority)
    }
}
