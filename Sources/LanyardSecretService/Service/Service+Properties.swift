internal import GLibBridge

extension Service {
    static let collectionInterface = "org.freedesktop.Secret.Collection"
    static let itemInterface = "org.freedesktop.Secret.Item"

    /// Whether a collection or item is locked.
    func isLocked(_ path: String, _ interface: String, _ budget: Budget) async throws -> Bool {
        let value = try await bus.property(
            "Locked",
            of: interface,
            at: path,
            destination: Self.name,
            limit: budget.remaining
        )
        guard let locked = value.bool else { throw StoreFault.failed("the Secret Service does not say what is locked") }
        return locked
    }

    func label(_ path: String, _ interface: String, _ budget: Budget) async throws -> String {
        let value = try await bus.property(
            "Label",
            of: interface,
            at: path,
            destination: Self.name,
            limit: budget.remaining
        )
        return value.text ?? ""
    }

    func attributes(_ path: String, _ budget: Budget) async throws -> [String: String] {
        let value = try await bus.property(
            "Attributes",
            of: Self.itemInterface,
            at: path,
            destination: Self.name,
            limit: budget.remaining
        )
        return Self.dictionary(value)
    }

    /// An item's label and attributes in one call: each costs gnome-keyring a walk over all items.
    func description(of path: String, _ budget: Budget) async throws -> (label: String, attributes: [String: String]) {
        let method = BusMethod(
            destination: Self.name,
            path: path,
            interface: "org.freedesktop.DBus.Properties",
            name: "GetAll"
        )
        let reply = try await bus.call(method, [.string(Self.itemInterface)], limit: budget.remaining)
        let pairs = (reply.children.first?.children ?? []).map(\.children).compactMap { pair in
            pair.count == 2 ? pair[0].text.map { ($0, pair[1].unboxed) } : nil
        }
        let properties = Dictionary(pairs) { first, _ in first }
        guard let attributes = properties["Attributes"] else {
            throw StoreFault.failed("the Secret Service does not say what an item is filed under")
        }
        return (properties["Label"]?.text ?? "", Self.dictionary(attributes))
    }

    private static func dictionary(_ value: Variant) -> [String: String] {
        let pairs = value.children.map(\.textList).filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        return Dictionary(pairs) { first, _ in first }
    }

    func setLabel(_ label: String, of path: String, _ budget: Budget) async throws {
        let method = BusMethod(
            destination: Self.name,
            path: path,
            interface: "org.freedesktop.DBus.Properties",
            name: "Set"
        )
        let arguments: [Variant] = [.string(Self.itemInterface), .string("Label"), .boxed(.string(label))]
        _ = try await bus.call(method, arguments, limit: budget.remaining)
    }
}
