import LanyardCore

@testable import LanyardSelection

/// The five accounts and three tenants of the scenarios.
enum Fixture {
    static let now: Int64 = 1_796_040_000  // 2026-11-30 08:00 UTC
    static let day: Int64 = 86_400
    static let contoso = "aaaaaaaa-0000-4000-8000-00000000c001"
    static let fabrikam = "bbbbbbbb-0000-4000-8000-00000000fab1"
    static let northwind = "dddddddd-0000-4000-8000-0000000d1170"
    static let publicCloud = "login.microsoftonline.com"
    static let domains = ["contoso.com": contoso, "fabrikam.com": fabrikam, "northwind.com": northwind]

    static let a = account("a", contoso, "ana@contoso.com")
    static let b = account("b", fabrikam, "ana@fabrikam.com", label: "fab")
    static let c = account("c", contoso, "adm-ana@contoso.com", isExplicitOnly: true)
    static let d = account("d", AccountKind.consumerTenantID, "ana@contoso.com")
    static let e = account(
        "e",
        "eeeeeeee-0000-4000-8000-0000000000e5",
        "ana@contoso.us",
        cloud: "login.microsoftonline.us"
    )

    static let arm = TargetTable.builtIn.target(audience: "https://management.azure.com")
    static let repository = TargetTable.builtIn.target(url: "https://fab-org@dev.azure.com/fab-org/shop/_git/web")

    static func account(
        _ letter: String,
        _ tenant: String,
        _ username: String,
        label: String? = nil,
        isExplicitOnly: Bool = false,
        cloud: String = publicCloud,
        guestIn guests: [TenantProfile] = []
    ) -> Account {
        let uid = "00000000-0000-4000-8000-00000000000\(letter)"
        return Account(
            key: AccountKey(
                homeAccountID: HomeAccountID(uid: uid, utid: tenant),
                environment: cloud,
                clientID: "11111111-1111-4111-8111-111111111111"
            ),
            username: username,
            label: label,
            isExplicitOnly: isExplicitOnly,
            tenantProfiles: [TenantProfile(tenantID: tenant, objectID: uid, username: username, isHome: true)] + guests
        )
    }

    static let aGuestInFabrikam = account(
        "a",
        contoso,
        "ana@contoso.com",
        guestIn: [TenantProfile(tenantID: fabrikam, username: "ana_contoso.com#EXT#@fabrikam.com")]
    )

    static func world(_ accounts: Account..., defaultAccount: Account? = a) -> SelectionWorld {
        SelectionWorld(accounts: accounts, defaultAccount: defaultAccount?.identity, domains: domains)
    }

    static func request(
        _ selectors: AccountSelector...,
        tenant: RequestedTenant? = nil,
        target: RequestedTarget = .target(arm),
        pins: [FoundPin] = []
    ) -> SelectionRequest {
        SelectionRequest(
            selectors: selectors,
            tenant: tenant,
            target: target,
            context: SelectionContext(directory: "/home/ana/shop", root: "/home/ana/shop", pins: pins),
            now: now
        )
    }

    static func pin(_ account: String, _ approval: FoundPin.Approval, at directory: String = "/home/ana/shop")
        -> FoundPin
    {
        FoundPin(path: "\(directory)/.lanyard", pin: Pin(account: account), approval: approval)
    }
}

extension SelectionWorld {
    func nonMember(_ account: Account, of tenant: String) -> SelectionWorld {
        changed {
            $0.memberships.learn(account.identity, in: tenant, isMember: false, now: Fixture.now - 2 * Fixture.day)
        }
    }

    func used(_ account: Account, _ times: Int, target: String, root: String? = nil, before: Int64) -> SelectionWorld {
        changed { world in
            for use in 0..<times {
                let time = Fixture.now - before - Int64(use) * 7200
                world.history.recordSuccess(account.identity, target: target, root: root, reason: .pin, now: time)
            }
        }
    }

    func changed(_ change: (inout SelectionWorld) -> Void) -> SelectionWorld {
        var copy = self
        change(&copy)
        return copy
    }
}

extension SelectionRequest {
    func changed(_ change: (inout SelectionRequest) -> Void) -> SelectionRequest {
        var copy = self
        change(&copy)
        return copy
    }
}
