import LanyardTesting
import Testing

@testable import LanyardCore

@Suite("Order of an index of accounts")
struct AccountOrderTests {
    private static func account(_ id: String, _ host: String, _ application: String) -> Account {
        Account(
            key: AccountKey(homeAccountID: HomeAccountID(rawValue: id), environment: host, clientID: application),
            username: "\(id)@\(host)"
        )
    }

    /// Every person in two clouds and with two applications, in an order of the seed.
    private static func crowd(seed: UInt64) -> [Account] {
        var generator = SeededGenerator(seed: seed)
        var all: [Account] = []
        for id in ["a.t", "a.tt", "b.t", "B.t", "aa.t", "ä.t"] {
            for host in ["login.microsoftonline.com", "login.partner.microsoftonline.cn"] {
                for application in ["c1", "c2"] where Bool.random(using: &generator) {
                    all.append(account(id, host, application))
                }
            }
        }
        return all.shuffled(using: &generator)
    }

    private static func persons(_ accounts: [Account], of places: [Int]) -> [Int] {
        var seen: Set<String> = []
        return places.indices.sorted { AccountHead.order(accounts[places[$0]].key, accounts[places[$1]].key) }.filter {
            let key = accounts[places[$0]].key
            return seen.insert("\(key.homeAccountID.rawValue) \(key.environment)").inserted
        }
    }

    @Test("each person comes once and in order, of all accounts and of some", arguments: 0..<200)
    func persons(seed: UInt64) throws {
        let accounts = Self.crowd(seed: seed)
        let list = try #require(AccountIndex(bytes: AccountIndex(accounts: accounts).bytes)).list
        // The index has an order of its own.
        let kept = list.accounts
        #expect(list.persons == Self.persons(kept, of: Array(kept.indices)))
        var generator = SeededGenerator(seed: seed)
        let some = kept.indices.shuffled(using: &generator).prefix(kept.count / 2)
        #expect(list.subset(Array(some)).persons == Self.persons(kept, of: Array(some)))
        let isOne = Set(kept.map(\.key.clientID)).count < 2
        #expect(list.isOfOneApplication == isOne)
        #expect(list.signedIn(to: "c1").isOfOneApplication)
    }

    @Test("an index whose rows are out of order says that it does not know one")
    func disorder() throws {
        let accounts = ["a.t", "b.t", "c.t"].map { Self.account($0, "login.microsoftonline.com", "c1") }
        var bytes = AccountIndex(accounts: accounts).bytes
        let order = IndexImage.headWidth + accounts.count * IndexImage.Section.accounts.width * 4
        for (row, places) in [[1, 0, 2], [0, 2, 1], [0, 0, 1], [0, 1, 9]].enumerated() {
            for (column, place) in places.enumerated() { bytes[order + 4 * column] = UInt8(place) }
            let sum = IndexSum.of(bytes, from: 24)
            for byte in 0..<8 { bytes[16 + byte] = UInt8(truncatingIfNeeded: sum >> (8 * UInt64(byte))) }
            let list = try #require(AccountIndex(bytes: bytes)).list
            #expect(list.persons == nil, "row \(row)")
        }
    }
}
