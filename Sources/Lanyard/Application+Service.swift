public import LanyardCore

/// What confidential applications and tests need beside people's sign-ins.
extension Application {
    /// A token for the application itself; see ``Engine/acquireTokenForApplication(_:)``.
    public func acquireTokenForApplication(_ request: ApplicationTokenRequest) async throws -> ServiceToken {
        try await engine.acquireTokenForApplication(request)
    }

    /// A token on behalf of whoever called this service; see ``Engine/acquireTokenOnBehalfOf(_:)``.
    public func acquireTokenOnBehalfOf(_ request: OnBehalfOfRequest) async throws -> ServiceToken {
        try await engine.acquireTokenOnBehalfOf(request)
    }

    /// Removes the kept tokens of the application itself and gives how many items there were.
    @discardableResult
    public func removeApplicationTokens() async throws -> Int { try await engine.cache.removeApplicationTokens() }

    /// Signs an account in with its password; see ``Engine/signInWithPassword(_:)`` for why one should not.
    public func signInWithPassword(_ request: PasswordRequest) async throws -> AuthenticationResult {
        await signedIn(try await engine.signInWithPassword(request))
    }
}
