import LanyardCore

@testable import LanyardSelection

extension Scenario {
    static let all = named + layered + judged + limited

    private static let f = Fixture.self
    private static let fabrikam = RequestedTenant.domain("fabrikam.com")
    private static let contoso = RequestedTenant.domain("contoso.com")
    private static let armKey = Fixture.arm.key
    private static let twoHomes = Fixture.world(Fixture.aGuestInFabrikam, Fixture.b)
    private static let bOnTarget = Fixture.world(Fixture.a, Fixture.b)
        .used(Fixture.b, 5, target: armKey, before: Fixture.day)

    private static let named: [Scenario] = [
        .selected(
            "08",
            "an explicit account is honoured although it is no member",
            f.request(.init("fab", from: .flag), tenant: contoso),
            f.world(f.a, f.b).nonMember(f.b, of: f.contoso),
            f.b,
            .flag
        ),
        .selected(
            "09",
            "the flag beats the environment",
            f.request(.init("ana@contoso.com", from: .flag), .init("fab", from: .environment)),
            f.world(f.a, f.b),
            f.a,
            .flag
        ),
        .stopped(
            "10",
            "a named account that is not signed in is refused",
            f.request(.init("fab", from: .environment)),
            f.world(f.a),
            .refused,
            .notSignedIn,
            exit: 4
        ),
        .selected(
            "17",
            "the user of the URL",
            f.request(.init("ana%40fabrikam.com", from: .remoteUser), target: f.repository),
            f.world(f.a, f.b),
            f.b,
            .remoteUser
        ),
        .stopped(
            "22",
            "one address of two accounts",
            f.request(.init("ana@contoso.com", from: .flag)),
            f.world(f.a, f.d),
            .refused,
            .ambiguousSelector,
            exit: 2
        ),
        .selected(
            "22-tenant",
            "one address of two accounts, told apart by the tenant",
            f.request(.init("ana@contoso.com", from: .flag), tenant: contoso),
            f.world(f.a, f.d),
            f.a,
            .flag
        ),
    ]

    private static let layered: [Scenario] = [
        .selected("01", "the only account", f.request(), f.world(f.a, defaultAccount: nil), f.a, .onlyAccount),
        .selected(
            "06",
            "the only known member",
            f.request(tenant: fabrikam),
            f.world(f.a, f.b),
            f.b,
            .onlyMember
        ),
        .stopped(
            "07",
            "nobody is known to be a member",
            f.request(tenant: .domain("northwind.com")),
            f.world(f.a, f.b).nonMember(f.a, of: f.northwind),
            .none,
            .membershipUnverified,
            exit: 3
        ),
        .selected(
            "11",
            "the nearest approved pin",
            f.request(pins: [f.pin("fab", .approved), f.pin("ana@contoso.com", .approved, at: "/home/ana")]),
            f.world(f.a, f.b, f.c),
            f.b,
            .pin
        ),
        .stopped(
            "12",
            "an unapproved pin stops",
            f.request(pins: [f.pin("adm-ana@contoso.com", .unapproved)]),
            f.world(f.a, f.b, f.c),
            .refused,
            .untrustedPin,
            exit: 6
        ),
        .stopped(
            "12-terminal",
            "an unapproved pin is shown where somebody can be asked",
            f.request(pins: [f.pin("adm-ana@contoso.com", .unapproved)]).changed { $0.isInteractive = true },
            f.world(f.a, f.b, f.c),
            .refused,
            .untrustedPin,
            exit: 6
        ),
        .stopped(
            "13",
            "a changed pin stops",
            f.request(pins: [f.pin("adm-ana@contoso.com", .changed)]),
            f.world(f.a, f.b, f.c),
            .refused,
            .untrustedPin,
            exit: 6
        ),
        .stopped(
            "14",
            "a pin may not name an account that is used only when named",
            f.request(pins: [f.pin("adm-ana@contoso.com", .approved)]),
            f.world(f.a, f.b, f.c),
            .refused,
            .needsExplicit,
            exit: 6
        ),
        .stopped(
            "15",
            "a pin that names a non-member is a conflict",
            f.request(tenant: contoso, pins: [f.pin("fab", .approved)]),
            f.world(f.a, f.b).nonMember(f.b, of: f.contoso),
            .refused,
            .pinConflict,
            exit: 6
        ),
        .selected(
            "16",
            "a binding, and a URL user that is the organisation",
            f.request(.init("fab-org", from: .remoteUser), target: f.repository),
            twoHomes.changed {
                $0.bindings.set(
                    BindingRule(pattern: .organization("fab-org"), account: f.b.identity, accountName: "fab")
                )
            },
            f.b,
            .binding
        ),
    ]

    private static let judged: [Scenario] = [
        .selected("02", "the default account", f.request(), f.world(f.a, f.b), f.a, .defaultAccount, scores: [20, 0]),
        .stopped(
            "03",
            "two accounts and no default",
            f.request(),
            f.world(f.a, f.b, defaultAccount: nil),
            .ambiguous,
            .ambiguous,
            exit: 5,
            scores: [0, 0]
        ),
        .stopped(
            "04",
            "home before guest, but not by enough",
            f.request(tenant: fabrikam),
            twoHomes,
            .ambiguous,
            .ambiguous,
            exit: 5,
            scores: [40, 25]
        ),
        .selected(
            "05",
            "home and history",
            f.request(tenant: fabrikam),
            twoHomes.used(f.b, 6, target: armKey, before: f.day),
            f.b,
            .score,
            scores: [70, 25]
        ),
        .stopped(
            "18",
            "evidence against the default account",
            f.request(),
            bOnTarget,
            .ambiguous,
            .ambiguous,
            exit: 5,
            scores: [30, 20]
        ),
        .selected(
            "19",
            "evidence, directory and frecency",
            f.request(),
            bOnTarget.used(f.b, 4, target: "graph:graph.microsoft.com", root: "/home/ana/shop", before: f.day * 2)
                .used(f.a, 1, target: "graph:graph.microsoft.com", before: f.day * 2),
            f.b,
            .score,
            scores: [48, 22]
        ),
        .selected(
            "24",
            "the state of a sign-in chooses nobody else",
            f.request(),
            f.world(f.a, f.b).changed { $0.accounts[0].needsSignIn = true },
            f.a,
            .defaultAccount,
            scores: [20, 0]
        ),
    ]

    private static let limited: [Scenario] = [
        .stopped(
            "20",
            "an unknown directory while pins exist",
            f.request().changed { $0.context = .unknown },
            f.world(f.a, f.b).changed { $0.pinsExist = true },
            .refused,
            .contextUnknown,
            exit: 6
        ),
        .selected(
            "20-parent",
            "an unknown directory that a parent process tells",
            f.request(pins: [f.pin("fab", .approved)]).changed { $0.context.source = .parentProcess },
            f.world(f.a, f.b).changed { $0.pinsExist = true },
            f.b,
            .pin
        ),
        .selected(
            "21",
            "another cloud has its own account",
            f.request(target: TargetTable.builtIn.target(url: "https://management.usgovcloudapi.net/subscriptions")),
            f.world(f.a, f.e),
            f.e,
            .onlyAccount
        ),
        .stopped(
            "21-without",
            "nobody in that cloud",
            f.request(target: TargetTable.builtIn.target(url: "https://management.usgovcloudapi.net/subscriptions")),
            f.world(f.a),
            .none,
            .wrongCloud,
            exit: 3
        ),
        .stopped(
            "23",
            "inside a session, a tenant that its account is not known in",
            f.request(.init("fab", from: .environment), tenant: contoso).changed {
                $0.session = .init(accounts: [f.b.identity])
            },
            f.world(f.a, f.b),
            .refused,
            .noCandidate,
            exit: 6
        ),
        .stopped(
            "23-account",
            "inside a session, an account outside of it",
            f.request(.init("ana@contoso.com", from: .flag)).changed { $0.session = .init(accounts: [f.b.identity]) },
            f.world(f.a, f.b),
            .refused,
            .outsideSession,
            exit: 6
        ),
        .stopped(
            "25",
            "a host that only looks like one of the table",
            f.request(target: TargetTable.builtIn.target(url: "https://dev.azure.com.evil.example/fab-org")),
            f.world(f.a, f.b),
            .refused,
            .unknownHost,
            exit: 6
        ),
    ]
}
