/// The accounts of an index file, read row by row.
struct AccountRows: Sendable {
    let image: IndexImage

    var count: Int { image.count(.accounts) }

    func account(_ place: Int) -> Account {
        func text(_ column: Int) -> String? { image.text(image.word(.accounts, place, column)) }
        let flags = image.word(.accounts, place, 6)
        return Account(
            key: AccountKey(
                kept: HomeAccountID(kept: text(0) ?? ""),
                environment: text(1) ?? "",
                clientID: text(2) ?? ""
            ),
            username: text(3) ?? "",
            name: text(4),
            label: text(5),
            isExplicitOnly: flags & 1 != 0,
            needsSignIn: flags & 2 != 0,
            tenantProfiles: profiles(place).map(profile)
        )
    }

    func username(_ place: Int) -> String { image.text(image.word(.accounts, place, 3)) ?? "" }
    func label(_ place: Int) -> String? { image.text(image.word(.accounts, place, 5)) }

    private func profile(_ row: Int) -> TenantProfile {
        func text(_ column: Int) -> String? { image.text(image.word(.profiles, row, column)) }
        return TenantProfile(
            kept: text(0) ?? "",
            objectID: text(1),
            username: text(2),
            name: text(3),
            tenantName: text(4),
            domain: text(5),
            isHome: image.word(.profiles, row, 6) & 1 != 0
        )
    }

    private func profiles(_ place: Int) -> Range<Int> {
        let first = image.word(.accounts, place, 7)
        let end = min(first + image.word(.accounts, place, 8), image.count(.profiles))
        return first..<max(first, end)
    }

    private func places(_ places: [Int]?) -> [Int] { places ?? Array(0..<count) }
}

extension AccountRows {
    /// The places of one application's accounts; nothing where those are all.
    func places(clientID: String, among places: [Int]?) -> [Int]? {
        guard let number = image.number(of: clientID) else { return [] }
        let all = self.places(places)
        let left = all.filter { image.word(.accounts, $0, 2) == number }
        return left.count == count ? nil : left
    }

    func isOfOneApplication(_ places: [Int]?) -> Bool {
        let places = self.places(places)
        guard let first = places.first else { return true }
        let number = image.word(.accounts, first, 2)
        return places.allSatisfy { image.word(.accounts, $0, 2) == number }
    }

    func heads(_ places: [Int]?) -> [AccountHead] {
        // Hosts, applications and tenants are few: their texts are made once, and mostly two neighbours share them.
        var hosts = SharedTexts(image)
        var applications = SharedTexts(image)
        var tenants = SharedTexts(image)
        return self.places(places).map { place in
            let home = image.word(.accounts, place, 9)
            return AccountHead(
                key: AccountKey(
                    kept: HomeAccountID(kept: image.text(image.word(.accounts, place, 0)) ?? ""),
                    environment: hosts[image.word(.accounts, place, 1)],
                    clientID: applications[image.word(.accounts, place, 2)]
                ),
                isExplicitOnly: image.word(.accounts, place, 6) & 1 != 0,
                homeTenantID: home == 0 ? nil : tenants[home]
            )
        }
    }

    func places(perhapsNamed name: String) -> [Int] { image.places(named: NameKey.of(name)) }

    func hasProfile(in tenantID: String, _ places: [Int]?) -> [Bool] {
        guard let number = image.number(of: tenantID) else {
            return [Bool](repeating: false, count: places?.count ?? count)
        }
        return self.places(places).map { place in
            profiles(place).contains { image.word(.profiles, $0, 0) == number }
        }
    }

    func tenantID(_ places: [Int]?, whereDomain fits: (String) -> Bool) -> String? {
        var judged: [Int: Bool] = [:]
        for place in self.places(places) {
            for row in profiles(place) {
                let number = image.word(.profiles, row, 5)
                guard number != 0 else { continue }
                let isFitting = judged[number] ?? image.text(number).map(fits) ?? false
                judged[number] = isFitting
                if isFitting { return image.text(image.word(.profiles, row, 0)) }
            }
        }
        return nil
    }

    func hasUsername(_ place: Int, endingIn tail: [UInt8]) -> Bool {
        image.withText(image.word(.accounts, place, 3)) { Self.ends($0, in: tail) }
    }

    /// Whether a text ends so, in whatever case, and has something in front.
    static func ends(_ text: some BidirectionalCollection<UInt8>, in tail: [UInt8]) -> Bool {
        func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte }
        var rest = text[...]
        for byte in tail.reversed() {
            guard let last = rest.popLast(), lower(last) == lower(byte) else { return false }
        }
        return !rest.isEmpty
    }
}

/// Texts that many rows share, each made once.
private struct SharedTexts {
    private static let early = 64

    private let image: IndexImage
    private var last = (number: -1, text: "")
    /// The first of them, which is mostly all; a dictionary's type alone costs a command more to make than to go through these.
    private var first: [(number: Int, text: String)] = []
    private var known: [Int: String] = [:]

    init(_ image: IndexImage) { self.image = image }

    subscript(number: Int) -> String {
        mutating get {
            if number == last.number { return last.text }
            let text = found(number) ?? added(number)
            last = (number, text)
            return text
        }
    }

    private func found(_ number: Int) -> String? {
        if let early = first.first(where: { $0.number == number }) { return early.text }
        return first.count < Self.early ? nil : known[number]
    }

    private mutating func added(_ number: Int) -> String {
        let text = image.text(number) ?? ""
        if first.count < Self.early { first.append((number, text)) } else { known[number] = text }
        return text
    }
}
