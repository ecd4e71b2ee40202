import CommandLineKit
import LanyardCore

/// What a token is for.
enum ScopeOptions {
    static let scopes = OptionKey<[String]>.values(
        "--scope",
        "s",
        name: "SCOPE",
        help: "A scope, such as User.Read or https://vault.azure.net/.default",
        convert: { $0 }
    )
    static let resource = OptionKey<String?>.text(
        "--resource",
        "r",
        name: "RESOURCE",
        help: "All that was consented to for a resource, such as https://management.azure.com"
    )
    static let group = OptionGroup([scopes.option, resource.option])

    /// The scopes asked for, or the profile's; checked.
    static func read(_ call: Invocation, _ settings: Settings) throws -> ScopeSet {
        if let resource = call[resource] {
            guard call[scopes].isEmpty else { throw call.error("give --scope or --resource, not both") }
            return try ScopeSet(resource: resource)
        }
        return try ScopeSet(call[scopes].isEmpty ? settings.profileScopes : call[scopes])
    }
}
