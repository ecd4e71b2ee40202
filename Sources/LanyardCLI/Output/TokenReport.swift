import LanyardCore

/// A token in the forms of `lanyard token`.
enum TokenReport {
    /// The one document in which a token is shown; its members are part of the contract.
    static func json(_ result: AuthenticationResult) -> JSONValue {
        [
            "access_token": .string(result.accessToken.reveal()),
            "token_type": .string(result.tokenType),
            "expires_on": result.expiresOn.map { .integer($0) } ?? .null,
            "expires_at": result.expiresOn.map { .string(Timestamp.text($0)) } ?? .null,
            "scopes": .array(result.scopes.map { .string($0) }),
            "declined_scopes": .array(result.declinedScopes.map { .string($0) }),
            "tenant_id": .string(result.tenantID),
            "account": [
                "home_account_id": .string(result.account.homeAccountID.rawValue),
                "username": .string(result.account.username),
                "label": result.account.label.map { .string($0) } ?? .null,
            ],
            "authority": .string(result.authority.url),
            "source": .string(result.source.rawValue),
        ]
    }

    /// Token, end, tenant and account, for tools that cut columns.
    static func row(_ result: AuthenticationResult) -> [String] {
        [
            result.accessToken.reveal(), result.expiresOn.map { String($0) } ?? "", result.tenantID,
            result.account.homeAccountID.rawValue,
        ]
    }
}
