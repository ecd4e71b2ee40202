extension Engine {
    /// Signs an account in with a code that a person types on another device, and keeps it.
    ///
    /// `show` gets what to tell the person; it is called once, before the first wait. Throws `sign_in_timed_out`, `declined`,
    /// `account_mismatch` (nothing is stored), the `store…` codes and the network's.
    public func signInWithDeviceCode(
        _ request: DeviceCodeRequest,
        show: @escaping @Sendable (DeviceCodePrompt) async -> Void
    ) async throws -> AuthenticationResult {
        var authority = request.authority ?? settings.authority
        if let tenant = request.tenant { authority = authority.with(tenant: tenant) }
        let endpoints = try await resolver.endpoints(of: authority)
        guard let deviceEndpoint = endpoints.deviceCode else {
            throw LanyardError(
                .invalidAuthority,
                "\(authority.url) has no device code flow",
                hint: "sign in with a browser"
            )
        }
        try await cache.checkStore()
        let claims = try ClaimsRequest.merge(challenge: request.claims, capabilities: settings.capabilities)
        let correlationID = makeCorrelationID()
        var form = [("client_id", settings.clientID), ("scope", request.scopes.wire)]
        if let claims { form.append(("claims", claims)) }
        let issue = try await tokenClient.post(deviceEndpoint, form, correlationID: correlationID)
        let reply: DeviceCodeReply
        switch issue {
        case .refused(let error, _): throw error.lanyardError(tenant: authority.tenant.pathSegment)
        case .success(let document): reply = try DeviceCodeReply(document)
        }
        let issuedAt = now
        await show(
            DeviceCodePrompt(
                userCode: reply.userCode,
                verificationURI: reply.verificationURI,
                message: reply.message
                    ?? "Open \(reply.verificationURI) in a browser and enter the code \(reply.userCode)",
                lifetime: reply.lifetime
            )
        )
        let answer = try await poll(reply, endpoints.token, claims, correlationID, issuedAt: issuedAt)
        return try await finish(
            answer,
            SignInOutcome(
                authority: authority,
                endpoints: endpoints,
                nonce: nil,
                scopes: request.scopes,
                expected: request.account,
                expectedName: request.expectedName,
                label: request.label,
                isExplicitOnly: request.isExplicitOnly
            ),
            correlationID
        )
    }

    private func poll(
        _ reply: DeviceCodeReply,
        _ endpoint: String,
        _ claims: String?,
        _ correlationID: String,
        issuedAt: Int64
    ) async throws -> TokenClient.Answer {
        var flow = DeviceCodeFlow(interval: reply.interval, lifetime: reply.lifetime)
        var form = [
            ("client_id", settings.clientID),
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", reply.deviceCode.reveal()),
            ("client_info", "1"),
        ]
        if let claims { form.append(("claims", claims)) }
        var event = DeviceCodeFlow.Event.issued
        var granted: TokenClient.Answer?
        while true {
            switch flow.next(after: event, elapsed: now - issuedAt) {
            case .fail(let error): throw error
            case .finish:
                guard let granted else {
                    throw LanyardError(.internalFault, "the device code flow ended without tokens")
                }
                return granted
            case .poll(let seconds):
                try await ports.clock.sleep(.seconds(seconds))
                do {
                    let answer = try await tokenClient.post(
                        endpoint,
                        form,
                        correlationID: correlationID,
                        isRepeatable: false
                    )
                    switch answer {
                    case .success:
                        granted = answer
                        event = .granted
                    case .refused(let error, let retryAfter):
                        let isTrouble = error.meaning == .unavailable || error.meaning == .throttled
                        event =
                            isTrouble
                            ? .unreachable(error.lanyardError(), retryAfter: retryAfter) : .refused(error)
                    }
                } catch let error as LanyardError
                    where [.network, .serverUnavailable, .throttled, .malformedReply].contains(error.code)
                {
                    event = .unreachable(error, retryAfter: error.retryAfter.map(Int64.init))
                }
            }
        }
    }
}
