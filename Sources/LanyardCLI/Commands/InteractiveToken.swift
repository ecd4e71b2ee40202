import CommandLineKit
import Lanyard
import LanyardCore
import LanyardSelection

/// A token for which somebody may be asked to sign in.
struct InteractiveToken {
    let work: Work
    let scopes: ScopeSet

    /// A person who is named and not signed in signs in; whoever else fails to be chosen is refused as without a page.
    func acquire() async throws -> TokenUse {
        let named = try work.settings.accountSelectors().min { $0.source < $1.source }?.name
        let accounts = try await work.service.accounts()
        let known = named.flatMap { try? AccountNames.resolve($0, in: accounts) }
        if named == nil && accounts.isEmpty || named != nil && known == nil {
            return TokenUse(work: work, choice: nil, result: try await signIn(nil, name: named))
        }
        let choice = try await AccountChooser(work: work).choose(Need(scopes: scopes.values))
        return try await TokenUse.get(work, choice) {
            try await signIn(choice.account, name: named, tenant: choice.tenant)
        }
    }

    private func signIn(_ account: Account?, name: String?, tenant: TenantName? = nil) async throws
        -> AuthenticationResult
    {
        var request = SignInRequest(
            scopes: scopes,
            tenant: try tenant ?? work.tenant(),
            account: account,
            loginHint: account?.username ?? name.flatMap { $0.contains("@") ? $0 : nil },
            claims: work.call[TokenCommand.claims]
        )
        if account == nil { request.expectedName = request.loginHint }
        if account != nil { request.prompt = nil }
        return try await work.service.acquireToken(request) { accounts in
            if let account { return accounts.first { $0.key == account.key } }
            return name.flatMap { try? AccountNames.resolve($0, in: accounts) } ?? (name == nil ? accounts.first : nil)
        }
    }
}
