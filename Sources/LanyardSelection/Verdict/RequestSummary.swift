/// The request as it was understood.
public struct RequestSummary: Sendable, Hashable, Codable {
    /// The service asked for, as history names it.
    public var target: String?
    /// The resource as it goes on the wire.
    public var audience: String?
    /// The tenant asked for, and who asked where that was not the request itself.
    public var tenant: String?
    /// The id of that tenant, where it is known.
    public var tenantID: String?
    /// The authority host that the account has to be of.
    public var cloud: String?
    /// The caller's directory.
    public var directory: String?
    /// How the directory is known.
    public var directorySource: SelectionContext.DirectorySource
    /// Whether the request runs in a `lanyard exec`.
    public var isInSession: Bool
    /// Whether judgement was switched off.
    public var isStrict: Bool

    private enum CodingKeys: String, CodingKey {
        case target
        case audience
        case tenant
        case tenantID = "tenant_id"
        case cloud
        case directory
        case directorySource = "directory_source"
        case isInSession = "session"
        case isStrict = "strict"
    }
}
