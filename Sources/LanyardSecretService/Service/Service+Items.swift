internal import CGio
internal import CSecret
internal import GLibBridge
internal import LanyardCore

/// What a search found.
struct Found: Sendable {
    var unlocked: [String] = []
    var locked: [String] = []
}

extension Service {
    /// The paths of all items that have the attributes, in all collections.
    ///
    /// Without a schema: gnome-keyring finds nothing by schema in a keyring not opened since it started.
    func search(_ attributes: [String: String], _ budget: Budget) async throws -> Found {
        let pointer = pointer
        return try await glibCall(
            limit: budget.remaining,
            extension: patience,
            start: { cancellable, ready, data in
                withTable(attributes) {
                    secret_service_search_for_dbus_paths(pointer, nil, $0, cancellable, ready, data)
                }
            },
            finish: { _, result in
                var unlocked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
                var locked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
                _ = try glibTry {
                    secret_service_search_for_dbus_paths_finish(pointer, result, &unlocked, &locked, &$0)
                }
                return Found(unlocked: takeTexts(unlocked), locked: takeTexts(locked))
            }
        )
    }

    /// The secrets of the items; locked and vanished ones are left out by most providers.
    func secrets(_ paths: [String], _ budget: Budget) async throws -> [String: Secret] {
        guard !paths.isEmpty else { return [:] }
        let pointer = pointer
        return try await glibCall(
            limit: budget.remaining,
            extension: patience,
            start: { cancellable, ready, data in
                withPaths(paths) {
                    secret_service_get_secrets_for_dbus_paths(pointer, $0, cancellable, ready, data)
                }
            },
            finish: { _, result in
                let table = try glibTry { secret_service_get_secrets_for_dbus_paths_finish(pointer, result, &$0) }
                guard let table else { return [:] }
                defer { g_hash_table_unref(table) }
                var secrets: [String: Secret] = [:]
                for path in paths {
                    guard let value = g_hash_table_lookup(table, path) else { continue }
                    secrets[path] = secret(of: OpaquePointer(value))
                }
                return secrets
            }
        )
    }

    /// Unlocks collections or items, by a prompt where need be, and gives the paths that are unlocked then.
    func unlock(_ paths: [String], _ budget: Budget) async throws -> [String] {
        let pointer = pointer
        defer { budget.renew() }
        return try await glibCall(
            limit: budget.remaining,
            extension: patience,
            start: { cancellable, ready, data in
                withPaths(paths) { secret_service_unlock_dbus_paths(pointer, $0, cancellable, ready, data) }
            },
            finish: { _, result in
                var unlocked: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
                _ = try glibTry { secret_service_unlock_dbus_paths_finish(pointer, result, &unlocked, &$0) }
                return takeTexts(unlocked)
            }
        )
    }

    /// Makes an item and gives its path.
    func create(
        in collection: String,
        _ attributes: [String: String],
        label: String,
        value: Secret,
        _ budget: Budget
    ) async throws -> String {
        try await confirmed { try await createNow(in: collection, attributes, label: label, value: value, budget) }
    }

    private func createNow(
        in collection: String,
        _ attributes: [String: String],
        label: String,
        value: Secret,
        _ budget: Budget
    ) async throws -> String {
        let pointer = pointer
        defer { budget.renew() }
        return try await glibCall(
            limit: budget.remaining,
            extension: patience,
            start: { cancellable, ready, data in
                let properties = g_hash_table_new_full(
                    g_str_hash,
                    g_str_equal,
                    g_free,
                    { if let value = $0 { g_variant_unref(OpaquePointer(value)) } }
                )
                defer { g_hash_table_unref(properties) }
                for (name, value) in [
                    ("org.freedesktop.Secret.Item.Label", Variant.string(label)),
                    ("org.freedesktop.Secret.Item.Attributes", Variant.texts(attributes)),
                ] {
                    g_hash_table_insert(
                        properties,
                        g_strdup(name),
                        UnsafeMutableRawPointer(g_variant_ref(value.pointer))
                    )
                }
                let value = secretValue(of: value)
                defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
                secret_service_create_item_dbus_path(
                    pointer,
                    collection,
                    properties,
                    value,
                    SECRET_ITEM_CREATE_REPLACE,
                    cancellable,
                    ready,
                    data
                )
            },
            finish: { _, result in
                guard let path = try glibTry({ secret_service_create_item_dbus_path_finish(pointer, result, &$0) })
                else { return "/" }
                defer { g_free(path) }
                return String(cString: path)
            }
        )
    }

    /// Replaces the secret of an item; half the price of a replacing create, and the item keeps its path.
    func setSecret(_ path: String, _ value: Secret, _ budget: Budget) async throws {
        let plain = secretValue(of: value)
        defer { secret_value_unref(UnsafeMutableRawPointer(plain)) }
        guard let encrypted = secret_service_encode_dbus_secret(pointer, plain) else {
            throw StoreFault.failed("the secret cannot be encrypted for the Secret Service")
        }
        _ = try await bus.call(item(path, "SetSecret"), [Variant(taking: encrypted)], limit: budget.remaining)
        budget.renew()
    }

    /// Deletes an item, by a prompt where the provider wants one.
    func delete(_ path: String, _ budget: Budget) async throws {
        try await confirmed { try await deleteNow(path, budget) }
    }

    /// Runs a change in an open collection: a prompt then is no question of locks.
    private func confirmed<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await withBriefPrompts(body)
        } catch let error as GLibError {
            throw StoreFault.unconfirmed(error) ?? error
        }
    }

    private func deleteNow(_ path: String, _ budget: Budget) async throws {
        let pointer = pointer
        labels[path] = nil
        defer { budget.renew() }
        _ = try await glibCall(
            limit: budget.remaining,
            extension: patience,
            start: { secret_service_delete_item_dbus_path(pointer, path, $0, $1, $2) },
            finish: { _, result in
                try glibTry { secret_service_delete_item_dbus_path_finish(pointer, result, &$0) }
            }
        )
    }

    private func item(_ path: String, _ name: String) -> BusMethod {
        BusMethod(destination: Self.name, path: path, interface: "org.freedesktop.Secret.Item", name: name)
    }
}
