extension Engine {
    /// The id of the tenant to which a domain belongs; the authority is asked once and its answer kept.
    ///
    /// Nothing where the authority has no tenants. Throws what the authority says of a domain that nobody owns.
    public func tenantID(ofDomain domain: String) async throws -> String? {
        let authority = settings.authority.with(tenant: try TenantName(domain))
        guard authority.kind == .entra else { return nil }
        if let known = try cache.storedIndex()?.domains[domain.lowercased()] { return known }
        // Also checks that the host is one to be asked.
        _ = try await resolver.endpoints(of: authority)
        let document = try await resolver.getJSON(Endpoints.discovery(of: authority), authority)
        let parts = document["issuer"]?.stringValue?.split(separator: "/") ?? []
        guard let id = parts.first(where: { TenantName.isGUID($0.lowercased()) })?.lowercased() else {
            throw LanyardError(.malformedReply, "the issuer of \(domain) names no tenant").with { $0.field = "issuer" }
        }
        do { try await cache.learn(domain: domain, tenantID: id) } catch {
            ports.warn("the tenant of \(domain) could not be remembered")
        }
        return id
    }
}
