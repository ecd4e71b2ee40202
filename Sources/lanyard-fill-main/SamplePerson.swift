import FoundationEssentials
import Lanyard
import LanyardCore

/// Somebody who was never there: at home in one of ten tenants, a guest in two more.
struct SamplePerson {
    let number: Int

    init(_ number: Int) { self.number = number }

    private func tenant(_ step: Int) -> String {
        "aaaaaaaa-0000-4000-8000-\(Self.digits((number + step) % 10, 12))"
    }
    private var name: String { "user\(number)@contoso\(number % 10).example" }

    var label: String { "label-\(number)" }

    var key: AccountKey {
        AccountKey(
            // Ids have no order among people, so that the lists are not in order by chance.
            homeAccountID: HomeAccountID(
                uid: "\(Self.digits(number * 7919 % 100_000_000, 8))-0000-4000-8000-\(Self.digits(number, 12))",
                utid: tenant(0)
            ),
            environment: "login.microsoftonline.com",
            clientID: Configuration.developerClientID
        )
    }

    var profiles: [TenantProfile] {
        (0..<3).map { step in
            TenantProfile(
                tenantID: tenant(step),
                objectID: "\(Self.digits(number, 8))-\(Self.digits(step, 4))-4000-8000-000000000000",
                username: step == 0
                    ? name : name.replacing("@", with: "_") + "#EXT#@contoso\((number + step) % 10).example",
                name: "User Number \(number)",
                isHome: step == 0,
                claims: ["iss": .string("https://login.microsoftonline.com/\(tenant(step))/v2.0"), "ver": "2.0"]
            )
        }
    }

    var account: Account {
        Account(key: key, username: name, name: "User Number \(number)", label: label, tenantProfiles: profiles)
    }

    /// Tokens for two resources in each of the three tenants.
    func tokens(now: Int64) -> [AccessTokenEntry] {
        (0..<3).flatMap { step in
            ["https://graph.microsoft.com/.default", "https://management.azure.com/.default"].compactMap { scope in
                guard let scopes = try? ScopeSet([scope]) else { return nil }
                return AccessTokenEntry(
                    realm: tenant(step),
                    scopes: scopes,
                    token: Secret("e30.\(String(repeating: "t", count: 1500)).x"),
                    cachedAt: now,
                    expiresOn: now + 86_400
                )
            }
        }
    }

    private static func digits(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}

extension Configuration {
    /// The developer's client with the folders of the environment.
    static var standard: Configuration {
        var configuration = Configuration(clientID: developerClientID, environment: ProcessInfo.processInfo.environment)
        configuration.onWarning = { print("warning: \($0)") }
        return configuration
    }
}
