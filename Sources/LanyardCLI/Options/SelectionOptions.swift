import CommandLineKit

/// Who acts, where, and as which application.
enum SelectionOptions {
    static let account = OptionKey<String?>.text(
        "--account",
        "a",
        name: "ACCOUNT",
        help: "The account, by label, user name or id",
        hint: .dynamic("accounts"),
        environment: "LANYARD_ACCOUNT"
    )
    static let tenant = OptionKey<String?>.text(
        "--tenant",
        "t",
        name: "TENANT",
        help: "The tenant, by id or domain",
        hint: .dynamic("tenants"),
        environment: "LANYARD_TENANT"
    )
    static let cloud = OptionKey<String?>.text(
        "--cloud",
        name: "CLOUD",
        help: "The cloud",
        hint: .words(CloudName.all),
        environment: "LANYARD_CLOUD"
    )
    static let clientID = OptionKey<String?>.text(
        "--client-id",
        name: "ID",
        help: "The application to act as",
        environment: "LANYARD_CLIENT_ID"
    )
    static let profile = OptionKey<String?>.text(
        "--profile",
        "p",
        name: "NAME",
        help: "Take what is not given from this profile",
        hint: .dynamic("profiles"),
        environment: "LANYARD_PROFILE"
    )

    static let store = OptionKey<String?>.text(
        "--store",
        name: "STORE",
        help: "Where tokens are kept",
        hint: .words(StoreName.all),
        environment: "LANYARD_STORE"
    )

    static let group = OptionGroup(
        "Account options",
        [account.option, tenant.option, cloud.option, clientID.option, profile.option, store.option]
    )
}
