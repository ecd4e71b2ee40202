import LanyardCore
import LanyardTesting

@testable import LanyardSelection

extension SeededGenerator {
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &self)]
    }

    mutating func subset<Element>(_ elements: [Element], _ percent: Int) -> [Element] {
        var chosen: [Element] = []
        for element in elements where chance(percent) { chosen.append(element) }
        return chosen
    }
}

/// A world and a request made of one seed: few names and tenants, so that they collide often.
struct RandomWorld {
    static let tenants = [Fixture.contoso, Fixture.fabrikam, Fixture.northwind, AccountKind.consumerTenantID]
    static let domains = ["contoso.com", "fabrikam.com", "northwind.com", "outlook.com"]
    static let urls = [
        "https://graph.microsoft.com/v1.0/me", "https://dev.azure.com/fab-org/x", "https://fab.blob.core.windows.net/c",
        "https://management.usgovcloudapi.net/", "https://dev.azure.com.evil.example/fab-org",
    ]
    static let audiences = ["https://management.azure.com", "api://own", "https://graph.microsoft.com"]

    let seed: UInt64
    var world = SelectionWorld()
    var request = SelectionRequest(now: Fixture.now)

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        for number in 0..<Int.random(in: 0...6, using: &random) { world.accounts.append(Self.account(number, &random)) }
        let identities = world.accounts.map(\.identity) + [Fixture.e.identity]
        let names =
            world.accounts.flatMap { [$0.username, $0.homeAccountID.rawValue, $0.label ?? $0.username] } + ["nobody"]
        if random.chance(60) { world.defaultAccount = random.pick(identities) }
        for domain in random.subset(Array(zip(Self.domains, Self.tenants)), 80) { world.domains[domain.0] = domain.1 }
        world.pinsExist = random.chance(40)
        for identity in identities {
            for tenant in random.subset(Self.tenants, 40) {
                let age = Int64.random(in: 0...10, using: &random) * Fixture.day
                world.memberships.learn(identity, in: tenant, isMember: random.chance(50), now: Fixture.now - age)
            }
        }
        for pattern in random.subset(
            ["org:fab-org", "host:fab.blob.core.windows.net", "tenant:fabrikam.com", "api://own"],
            25
        ) {
            guard let pattern = try? BindingPattern(pattern) else { continue }
            let tenant: RequestedTenant? = random.chance(30) ? .id(random.pick(Self.tenants)) : nil
            world.bindings.rules.append(
                BindingRule(pattern: pattern, account: random.pick(identities), accountName: "bound", tenant: tenant)
            )
        }
        addHistory(identities, &random)
        fillRequest(identities, names, &random)
    }

    private static func account(_ number: Int, _ random: inout SeededGenerator) -> Account {
        let tenant = random.pick(tenants)
        var account = Fixture.account(
            "\(number)",
            tenant,
            "\(random.pick(["ana", "bob"]))@\(random.pick(domains))",
            label: random.chance(30) ? random.pick(["fab", "work", "ana@contoso.com"]) : nil,
            isExplicitOnly: random.chance(15),
            cloud: random.chance(15) ? "login.microsoftonline.us" : Fixture.publicCloud,
            guestIn: random.subset(tenants.filter { $0 != tenant }, 30).map {
                TenantProfile(tenantID: $0, username: "ana_x#EXT#@fabrikam.com")
            }
        )
        account.needsSignIn = random.chance(30)
        return account
    }

    private mutating func addHistory(_ identities: [AccountIdentity], _ random: inout SeededGenerator) {
        let keys = [Fixture.arm.key, "graph:graph.microsoft.com", "azure-devops:fab-org", "api:api://own"]
        for _ in 0..<Int.random(in: 0...25, using: &random) {
            let time = Fixture.now - Int64.random(in: 0...2500, using: &random) * 3600
            let (identity, key) = (random.pick(identities), random.pick(keys))
            let root = random.pick(["/r1", "/r2", nil])
            if random.chance(12) {
                world.history.recordRefusal(identity, target: key, root: root, now: time)
            } else {
                let reason = random.pick([Reason.flag, .pin, .defaultAccount, .score])
                world.history.recordSuccess(identity, target: key, root: root, reason: reason, now: time)
            }
        }
    }

    private mutating func fillRequest(
        _ identities: [AccountIdentity],
        _ names: [String],
        _ random: inout SeededGenerator
    ) {
        for source in random.subset(AccountSelector.Source.allCases, 12) {
            request.selectors.append(AccountSelector(random.pick(names), from: source))
        }
        if random.chance(50) {
            request.tenant = random.pick(
                [.common, .organizations, .consumers] + Self.domains.map { .domain($0) } + Self.tenants.map { .id($0) }
            )
        }
        if random.chance(70) {
            let audience = random.pick(Self.audiences)
            request.target =
                random.chance(50)
                ? TargetTable.builtIn.target(url: random.pick(Self.urls))
                : .target(TargetTable.builtIn.target(audience: audience))
        }
        if random.chance(10) { request.cloud = random.pick(["public", "usgov", "evil.example"]) }
        request.context =
            random.chance(15) ? .unknown : SelectionContext(directory: "/r1/x", root: random.pick(["/r1", nil]))
        if request.context.source != .unknown {
            for depth in 0..<random.pick([0, 0, 0, 1, 1, 2]) {
                request.context.pins.append(Self.pin(depth, names, &random))
            }
        }
        if random.chance(20) {
            request.session = ExecSession(
                accounts: Array(Set(random.subset(identities, 40) + [random.pick(identities)])),
                audiences: random.chance(30) ? [random.pick(Self.audiences)] : [],
                tenant: random.chance(30) ? .id(random.pick(Self.tenants)) : nil
            )
        }
        request.isStrict = random.chance(10)
        request.isInteractive = random.chance(30)
    }

    static func pin(_ depth: Int, _ names: [String], _ random: inout SeededGenerator) -> FoundPin {
        let approvals: [FoundPin.Approval] = [
            .approved, .approved, .approved, .unapproved, .changed, .writableByOthers,
        ]
        let pin = Pin(
            account: random.chance(80) ? random.pick(names) : nil,
            tenant: random.chance(25) ? .id(random.pick(tenants)) : nil,
            audiences: random.subset(audiences, 10)
        )
        return FoundPin(path: "/r\(depth)/.lanyard", pin: pin, approval: random.pick(approvals))
    }
}
