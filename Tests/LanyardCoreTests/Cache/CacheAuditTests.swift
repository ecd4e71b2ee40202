import LanyardTesting
import Testing

@testable import LanyardCore

@Suite("Cache audit")
struct CacheAuditTests {
    private static let key = AccountKey(
        homeAccountID: HomeAccountID(rawValue: Bench.aliceOID + "." + Bench.contoso),
        environment: "login.microsoftonline.com",
        clientID: "11111111-1111-4111-8111-111111111111"
    )
    private static let sign = "alice"

    private static func record(_ revision: Int64 = 1) -> AccountRecord {
        var record = AccountRecord(key: key, username: "alice@contoso.example")
        record.refreshToken = Secret("rt")
        record.revision = revision
        return record
    }

    private static func item(_ kind: ItemKind, _ value: Secret?, _ handle: String = "/1") -> SurveyedItem {
        var item = SurveyedItem(handle: handle, kind: kind, label: "Lanyard: alice", collection: "/c", value: value)
        item.sign = sign
        item.partition = "default"
        item.format = "1"
        item.clientID = key.clientID
        return item
    }

    private static func audit(_ items: [SurveyedItem], _ index: CacheAudit.Index? = nil) -> CacheAudit {
        let full = CacheAudit.Index.present(AccountIndex(accounts: [record().account]))
        return CacheAudit(items: items, index: index ?? full) { item, id in
            item.sign == sign && id.key == key && item.kind == id.kind
        }
    }

    private static let tokens = AccessTokenSet().stored(for: key)

    @Test("a sound cache has no findings")
    func sound() {
        let audit = Self.audit([Self.item(.durable, Self.record().stored), Self.item(.volatile, Self.tokens, "/2")])
        #expect(audit.findings.isEmpty)
        #expect(audit.accountCount == 1)
        #expect(audit.entries.map(\.format) == [1, 1])
        #expect(audit.entries.allSatisfy { $0.account == Self.key.homeAccountID && $0.problem == nil })
    }

    @Test(
        "an item that cannot be used is named for what it is, and the index still leads to its account",
        arguments: [
            (#"{"version":1,"home_acc"#, CacheFinding.Problem.truncated, CacheFinding.Remedy.putAside),
            ("hello", .damaged, .putAside),
            (#"{"version":1}"#, .damaged, .putAside),
            ("[]", .damaged, .putAside),
            (#"{"password":"x"}"#, .foreign, .putAside),
            (#"{"version":2,"home_account_id":"x"}"#, .newer, .putAside),
            (
                #"{"version":1,"home_account_id":"x.y","environment":"e","client_id":"c"}"#, .foreign,
                .putAside
            ),
            (" \n", .blank, .remove), ("{}", .blank, .remove), ("", .unreadable, .none),
        ]
    )
    func unusable(text: String, problem: CacheFinding.Problem, remedy: CacheFinding.Remedy) {
        let audit = Self.audit([Self.item(.durable, Secret(text)), Self.item(.volatile, Self.tokens, "/2")])
        #expect(audit.findings.map(\.problem) == [problem])
        #expect(audit.findings.first?.remedy == remedy)
        #expect(audit.accountCount == 0)
    }

    @Test("what says that it is of a later form, of no kind or of no account is not taken for ours")
    func attributes() {
        var later = Self.item(.durable, Self.record().stored)
        later.format = "2"
        #expect(Self.audit([later]).findings.first?.problem == .newer)
        var strange = Self.item(ItemKind(rawValue: "cookie"), Secret("x"))
        #expect(Self.audit([strange], .absent).findings.map(\.problem) == [.foreign])
        strange = Self.item(.durable, Self.record().stored)
        strange.sign = nil
        #expect(Self.audit([strange], .absent).findings.map(\.problem) == [.foreign])
        var other = Self.item(.durable, Secret("x"))
        other.partition = "another"
        #expect(Self.audit([other], .absent).findings.isEmpty)
    }

    @Test("a locked item is unreadable and left alone")
    func locked() {
        let findings = Self.audit([Self.item(.durable, nil)]).findings
        #expect(findings.map(\.problem) == [.unreadable])
        #expect(findings.first?.remedy == CacheFinding.Remedy.none)
    }

    @Test("access tokens without an account are orphans")
    func orphan() {
        let audit = Self.audit([Self.item(.volatile, Self.tokens)], .absent)
        #expect(audit.findings.map(\.problem) == [.orphan])
        #expect(audit.findings.first?.remedy == .remove)
    }

    @Test("of duplicates the newest is kept")
    func duplicates() {
        let old = Self.item(.durable, Self.record(1).stored, "/old")
        let new = Self.item(.durable, Self.record(2).stored, "/new")
        for items in [[old, new], [new, old]] {
            let findings = Self.audit(items).findings
            #expect(findings.map(\.problem) == [.duplicate])
            #expect(findings.map(\.subject) == ["/old"])
        }
    }

    @Test("an item in a collection that is not looked at is no account")
    func misplaced() {
        var item = Self.item(.durable, Self.record().stored)
        item.isMisplaced = true
        let audit = Self.audit([item], .absent)
        #expect(audit.findings.map(\.problem) == [.misplaced])
        #expect(audit.accountCount == 0)
    }

    @Test("index and store are compared")
    func index() {
        let item = Self.item(.durable, Self.record().stored)
        #expect(Self.audit([item], .absent).findings.map(\.problem) == [.indexMissing])
        #expect(Self.audit([item], .damaged).findings.map(\.problem) == [.indexDamaged])
        #expect(Self.audit([]).findings.map(\.problem) == [.indexExtra])
        var renamed = Self.record().account
        renamed.label = "work"
        let index = CacheAudit.Index.present(AccountIndex(accounts: [renamed]))
        #expect(Self.audit([item], index).findings.map(\.problem) == [.indexDiffers])
        #expect(Self.audit([], .absent).findings.isEmpty)
    }

    @Test("what was put aside is listed and no finding")
    func aside() {
        let audit = Self.audit([Self.item(.quarantine, Secret("x"))], .absent)
        #expect(audit.findings.isEmpty)
        #expect(audit.entries.map(\.kind) == [.quarantine])
    }
}
