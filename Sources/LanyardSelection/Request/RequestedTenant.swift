public import LanyardCore

/// The tenant that a request names.
public enum RequestedTenant: Sendable, Hashable {
    /// A tenant by its id, a GUID in small letters.
    case id(String)
    /// A tenant by one of its domains, in small letters.
    case domain(String)
    /// Any account's own tenant.
    case common
    /// Any work account's own tenant.
    case organizations
    /// Personal accounts.
    case consumers

    /// Reads a tenant as people write it; throws `invalid_authority` for what is neither a GUID nor a domain nor a known word.
    public init(_ text: String) throws(LanyardError) {
        let name = text.lowercased()
        switch name {
        case "common": self = .common
        case "organizations": self = .organizations
        case "consumers", AccountKind.consumerTenantID: self = .consumers
        default:
            if Self.isGUID(name) {
                self = .id(name)
            } else if Self.isDomain(name) {
                self = .domain(name)
            } else {
                let shown = TerminalText.oneLine(text, limit: 80)
                throw LanyardError(
                    .invalidAuthority,
                    "\"\(shown)\" is neither a tenant id nor a domain",
                    hint: "give a GUID, a domain, common, organizations or consumers"
                ).with { $0.field = "tenant" }
            }
        }
    }

    /// The tenant as a request writes it.
    public var name: String {
        switch self {
        case .id(let id): id
        case .domain(let domain): domain
        case .common: "common"
        case .organizations: "organizations"
        case .consumers: "consumers"
        }
    }

    /// Whether one tenant is meant, and not a set of accounts.
    var isSpecific: Bool {
        switch self {
        case .id, .domain: true
        case .common, .organizations, .consumers: false
        }
    }

    package static func isGUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            switch index {
            case 8, 13, 18, 23: bytes[index] == UInt8(ascii: "-")
            default: isHex(bytes[index])
            }
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, text.utf8.count <= 253 else { return false }
        return labels.allSatisfy { label in
            let bytes = Array(label.utf8)
            guard (1...63).contains(bytes.count), bytes.first != 0x2d, bytes.last != 0x2d else { return false }
            return bytes.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x61...0x7a, 0x2d: true
                default: byte >= 0x80
                }
            }
        }
    }
}
