import LanyardTesting
import Testing

@testable import LanyardCore

@Suite("Index of accounts")
struct AccountIndexTests {
    static let alice = Account(
        key: AccountKey(homeAccountID: Bench.aliceID, environment: "login.microsoftonline.com", clientID: "c1"),
        username: "Älice@contoso.example",
        name: "",
        label: "work",
        isExplicitOnly: true,
        needsSignIn: true,
        tenantProfiles: [
            TenantProfile(
                tenantID: Bench.contoso,
                objectID: Bench.aliceOID,
                username: "Älice@contoso.example",
                name: "Alice",
                tenantName: "Contoso",
                domain: "contoso.example",
                isHome: true
            ),
            TenantProfile(tenantID: Bench.fabrikam, username: "alice_contoso#EXT#@fabrikam.example"),
        ]
    )
    static let sub = Account(
        key: AccountKey(homeAccountID: HomeAccountID(rawValue: "Sub-1"), environment: "localhost:8443", clientID: "c2"),
        username: "bob@contoso.example"
    )
    static let index = AccountIndex(accounts: [alice, sub], domains: ["contoso.example": Bench.contoso])

    private static func lines(_ list: AccountList) -> [String] {
        list.heads.map { "\($0.key) \($0.isExplicitOnly) \($0.homeTenantID ?? "-")" }
    }

    @Test("accounts and domains are read as they were written")
    func roundTrip() throws {
        let read = try #require(AccountIndex(bytes: Self.index.bytes))
        #expect(read == Self.index)
        #expect(read.accounts.map(\.username) == ["bob@contoso.example", "Älice@contoso.example"])
        #expect(try #require(AccountIndex(bytes: AccountIndex().bytes)).accounts.isEmpty)
    }

    @Test("rows answer as the accounts that they stand for")
    func rows() throws {
        let kept = try #require(AccountIndex(bytes: Self.index.bytes)).list
        for (kept, made) in [
            (kept, Self.index.list), (kept.signedIn(to: "c2"), Self.index.list.signedIn(to: "c2")),
            (kept.signedIn(to: "none"), AccountList([])), (kept.subset([1]), Self.index.list.subset([1])),
        ] {
            #expect(kept == made)
            #expect(Self.lines(kept) == Self.lines(made))
            #expect(kept.hasProfile(in: Bench.fabrikam) == made.hasProfile(in: Bench.fabrikam))
            #expect(kept.hasProfile(in: "none") == made.hasProfile(in: "none"))
            #expect(
                kept.indices(withUserDomain: "CONTOSO.example") == made.indices(withUserDomain: "CONTOSO.example")
            )
            let isContoso = { $0 == "contoso.example" }
            #expect(kept.tenantID(whereDomain: isContoso) == made.tenantID(whereDomain: isContoso))
            #expect((0..<kept.count).map(kept.username) == (0..<made.count).map(made.username))
            #expect((0..<kept.count).map(kept.label) == (0..<made.count).map(made.label))
            #expect(Set(kept.persons ?? []) == Set(0..<made.count))
        }
    }

    @Test(
        "a name finds everybody who may have it, in whatever case",
        arguments: ["work", "WORK", "älice@contoso.example", "Sub-1", "ALICE_contoso#ext#@fabrikam.example"]
    )
    func named(name: String) throws {
        let kept = try #require(AccountIndex(bytes: Self.index.bytes)).list
        let expected = name == "Sub-1" ? 0 : 1
        #expect(kept.indices(perhapsNamed: [name]) == [expected])
        #expect(kept.indices(perhapsNamed: ["nobody"]).isEmpty)
    }

    @Test("a changed byte or a missing one is seen, wherever it is")
    func damage() {
        let bytes = Self.index.bytes
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0x10
            #expect(AccountIndex(bytes: changed) == nil, "byte \(place)")
            #expect(AccountIndex(bytes: Array(bytes.prefix(place))) == nil, "cut at \(place)")
        }
        #expect(AccountIndex(bytes: bytes + [0]) == nil)
    }

    @Test("the JSON form before it is read with what it had, and replaced at the first look")
    func former() async throws {
        let bench = Bench()
        let text = #"""
            {"version":1,"domains":{"contoso.example":"t"},"future":[1],"accounts":[{"home_account_id":"a.b",
            "environment":"login.microsoftonline.com","client_id":"c","username":"a@contoso.example",
            "tenants":[{"tenant_id":"t","home":true}]}]}
            """#
        bench.files.write("accounts.json", Array(text.utf8))
        let read = try await bench.engine.cache.index()
        #expect(read.accounts.map(\.username) == ["a@contoso.example"])
        #expect(read.domains == ["contoso.example": "t"])
        #expect(bench.files.read("accounts.json") == nil)
        let written = try #require(bench.files.read("accounts.index"))
        #expect(AccountIndex(bytes: written) == read)
        var changed = try #require(AccountIndex(bytes: written))
        changed.put(Self.alice)
        #expect(AccountIndex(bytes: changed.bytes) == changed)
        changed.remove(Self.alice.key)
        #expect(changed == read)
    }

    @Test("putting an account keeps the order of names and one row for each sign-in")
    func put() {
        var index = AccountIndex()
        for name in ["m", "b", "Z", "a", "m"] {
            var account = Self.sub
            account.username = name
            account.tenantProfiles = [TenantProfile(tenantID: "t", claims: ["x": 1])]
            index.put(
                Account(
                    key: AccountKey(homeAccountID: HomeAccountID(rawValue: name), environment: "e", clientID: "c"),
                    username: name,
                    tenantProfiles: account.tenantProfiles
                )
            )
        }
        #expect(index.accounts.map(\.username) == ["a", "b", "m", "Z"])
        #expect(index.accounts.allSatisfy { $0.tenantProfiles.allSatisfy(\.claims.isEmpty) })
    }
}
