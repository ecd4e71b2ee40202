/// How a tenant is named in an authority URL.
public enum TenantName: Sendable, Hashable {
    /// One tenant by its id, a GUID in small letters.
    case id(String)
    /// One tenant by one of its domains.
    case domain(String)
    /// Any account.
    case common
    /// Any work or school account.
    case organizations
    /// Personal accounts.
    case consumers

    /// The tenant of all personal Microsoft accounts.
    public static let consumerTenantID = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Reads a tenant as people write it; throws `invalid_authority` for what is neither GUID, domain nor one of the three words.
    public init(_ text: String) throws(LanyardError) {
        let lower = text.lowercased()
        switch lower {
        case "common": self = .common
        case "organizations": self = .organizations
        case "consumers", Self.consumerTenantID: self = .consumers
        default:
            if Self.isGUID(lower) {
                self = .id(lower)
            } else if Self.isDomain(lower) {
                self = .domain(lower)
            } else {
                throw LanyardError(
                    .invalidAuthority,
                    "'\(TerminalText.oneLine(text, limit: 80))' is neither a tenant id nor a domain",
                    hint: "give a GUID, a domain such as contoso.onmicrosoft.com, or common, organizations or consumers"
                ).with { $0.field = "tenant" }
            }
        }
    }

    /// The piece of the URL.
    public var pathSegment: String {
        switch self {
        case .id(let id): id
        case .domain(let domain): domain
        case .common: "common"
        case .organizations: "organizations"
        case .consumers: "consumers"
        }
    }

    /// The tenant's id where the name says it.
    public var tenantID: String? {
        switch self {
        case .id(let id): id
        case .consumers: Self.consumerTenantID
        default: nil
        }
    }

    /// Whether the name means several tenants, so that an account's home tenant is used.
    public var isMultiTenant: Bool { self == .common || self == .organizations }

    /// Whether a text has the form of a GUID.
    public static func isGUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            switch index {
            case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
            default: isHexDigit(bytes[index])
            }
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, text.utf8.count <= 253 else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63 && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.utf8.allSatisfy { byte in
                    isHexDigit(byte) || byte == UInt8(ascii: "-")
                        || (UInt8(ascii: "g")...UInt8(ascii: "z")).contains(byte) || byte >= 0x80
                }
        }
    }
}
