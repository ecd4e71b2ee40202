import GLibBridge
import Glibc

/// The environment variables.
struct Environment: Sendable {
    private let lookup: @Sendable (String) -> String?
    private let list: @Sendable () -> [String: String]

    /// Variables as given; for tests.
    init(_ variables: [String: String]) {
        lookup = { variables[$0] }
        list = { variables }
    }

    private init(lookup: @escaping @Sendable (String) -> String?, list: @escaping @Sendable () -> [String: String]) {
        self.lookup = lookup
        self.list = list
    }

    /// The process's own.
    static let process = Environment(
        lookup: { name in getenv(name).map { String(cString: $0) } },
        list: { ProcessEnvironment.all() }
    )

    /// The variable's value; an empty one counts as not set.
    subscript(_ name: String) -> String? {
        guard let value = lookup(name), !value.isEmpty else { return nil }
        return value
    }

    /// All variables, for a child.
    var all: [String: String] { list() }
}
