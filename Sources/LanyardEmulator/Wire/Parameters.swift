import LanyardCore

/// The parameters of a query or a form, in order.
struct Parameters: Sendable {
    let items: [(name: String, value: String)]

    init(_ text: String) { items = FormURLEncoding.decode(text) ?? [] }

    init(_ items: [(name: String, value: String)]) { self.items = items }

    /// The first value of that name; an empty one counts as missing, as at the service.
    subscript(_ name: String) -> String? {
        guard let value = items.first(where: { $0.name == name })?.value, !value.isEmpty else { return nil }
        return value
    }

    /// A name that occurs more than once.
    var repeated: String? {
        var seen: Set<String> = []
        return items.first { !seen.insert($0.name).inserted }?.name
    }

    /// Whether the parameter is set to `1` or `true`.
    func isOn(_ name: String) -> Bool { ["1", "true"].contains(self[name]?.lowercased()) }
}
