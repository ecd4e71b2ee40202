/// The permissions that a token is for.
///
/// A set: compared without order and case, kept as written, since the service compares audiences byte by byte: a double slash
/// means something (B06 of the bug list: a resource that ends in a slash).
public struct ScopeSet: Sendable, Hashable {
    /// The scopes as written, without repetitions.
    public let values: [String]
    private let folded: Set<String>

    /// The scopes that ask for identity and refresh tokens and belong to no resource.
    public static let openID = ["openid", "profile", "offline_access"]

    /// Takes scopes that were checked before or come from a server.
    public init(unchecked values: [String]) {
        var seen: Set<String> = []
        self.values = values.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
        folded = seen
    }

    /// Reads the `scope` member of a reply.
    public init(reply: String) {
        self.init(unchecked: reply.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Checks scopes as a caller gives them.
    ///
    /// Throws `invalid_scope` for one that is empty, has blanks or control characters, for scopes of two resources, and for
    /// `.default` beside single permissions of the same resource.
    public init(_ values: [String]) throws(LanyardError) {
        for value in values {
            guard !value.isEmpty else { throw Self.refusal("a scope is empty") }
            guard value.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7f && $0 != "\"" && $0 != "\\" })
            else {
                throw Self.refusal(
                    "the scope '\(TerminalText.oneLine(value, limit: 120))' contains a blank or another character that no scope has"
                )
            }
        }
        self.init(unchecked: values)
        let resources = Set(own.map { Self.resource(of: $0).lowercased() })
        guard resources.count <= 1 else {
            throw Self.refusal(
                "the scopes are of \(resources.count) resources: \(resources.sorted().joined(separator: ", "))",
                hint: "ask for one resource's token at a time"
            )
        }
        guard own.count == 1 || !own.contains(where: Self.isDefault) else {
            throw Self.refusal(
                "'.default' stands beside other scopes of the same resource",
                hint: "ask for .default alone, or for the single scopes"
            )
        }
    }

    /// The scope for everything that was consented for a resource; a slash at the resource's end is kept.
    public init(resource: String) throws(LanyardError) { try self.init(["\(resource)/.default"]) }

    private static func refusal(_ message: String, hint: String? = nil) -> LanyardError {
        LanyardError(
            .invalidScope,
            message,
            hint: hint ?? "give scopes such as User.Read or https://management.azure.com/.default"
        )
        .with { $0.field = "scope" }
    }

    /// The scopes that are of a resource.
    public var own: [String] { values.filter { !Self.isOpenID($0) } }

    /// Whether there is nothing.
    public var isEmpty: Bool { values.isEmpty }

    /// Whether every scope of the other set is in this one.
    public func contains(_ other: ScopeSet) -> Bool { folded.isSuperset(of: other.folded) }

    /// The scopes of this set that the other one has not.
    public func subtracting(_ other: ScopeSet) -> [String] {
        values.filter { !other.folded.contains($0.lowercased()) }
    }

    /// What goes on the wire: these and the three for identity and refresh.
    public var wire: String { ScopeSet(unchecked: values + Self.openID).values.joined(separator: " ") }

    /// The resource's part of a scope: what stands before the last slash; a name without slash is Microsoft Graph's.
    public static func resource(of scope: String) -> String {
        guard let slash = scope.lastIndex(of: "/") else { return "https://graph.microsoft.com" }
        return String(scope[..<slash])
    }

    /// Whether a scope belongs to no resource.
    public static func isOpenID(_ scope: String) -> Bool {
        ["openid", "profile", "offline_access", "email"].contains(scope.lowercased())
    }

    private static func isDefault(_ scope: String) -> Bool {
        scope.lowercased() == ".default" || scope.lowercased().hasSuffix("/.default")
    }

    /// Compares without order and case.
    public static func == (left: ScopeSet, right: ScopeSet) -> Bool { left.folded == right.folded }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}
