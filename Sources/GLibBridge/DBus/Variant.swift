internal import CGio

/// One value of a D-Bus message.
package final class Variant: @unchecked Sendable {
    // Invariant for @unchecked Sendable: a GVariant never changes, and GLib guards its reference count and its lazy
    // serialisation itself.
    package let pointer: OpaquePointer

    /// Takes over the reference of a returned value, or the floating one of a value just made.
    package init(taking pointer: OpaquePointer) { self.pointer = g_variant_take_ref(pointer) }

    deinit { g_variant_unref(pointer) }
}

// MARK: Making

extension Variant {
    package static func string(_ text: String) -> Variant { Variant(taking: g_variant_new_string(text)) }

    package static func boolean(_ value: Bool) -> Variant { Variant(taking: g_variant_new_boolean(value ? 1 : 0)) }

    package static func uint32(_ value: UInt32) -> Variant { Variant(taking: g_variant_new_uint32(value)) }

    package static func int32(_ value: Int32) -> Variant { Variant(taking: g_variant_new_int32(value)) }

    /// A path; one that is no path becomes `/`, which every D-Bus interface takes as "none".
    package static func objectPath(_ path: String) -> Variant {
        Variant(taking: g_variant_new_object_path(g_variant_is_object_path(path) != 0 ? path : "/"))
    }

    /// A value in its box (`v`).
    package static func boxed(_ value: Variant) -> Variant { Variant(taking: g_variant_new_variant(value.pointer)) }

    package static func tuple(_ members: [Variant]) -> Variant {
        let pointers: [OpaquePointer?] = members.map(\.pointer)
        return withExtendedLifetime(members) { Variant(taking: g_variant_new_tuple(pointers, gsize(pointers.count))) }
    }

    /// An array of paths (`ao`).
    package static func objectPaths(_ paths: [String]) -> Variant { array(of: "o", paths.map(objectPath)) }

    /// A dictionary of texts (`a{ss}`), in the order of the keys.
    package static func texts(_ dictionary: [String: String]) -> Variant {
        let entries = dictionary.sorted { $0.key < $1.key }.map { key, value in
            Variant(taking: g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_string(value)))
        }
        return array(of: "{ss}", entries)
    }

    /// A dictionary of values in boxes (`a{sv}`), in the order of the keys.
    package static func options(_ dictionary: [String: Variant]) -> Variant {
        let entries = dictionary.sorted { $0.key < $1.key }.map { key, value in
            Variant(taking: g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.pointer)))
        }
        return array(of: "{sv}", entries)
    }

    /// An array whose members all have the type.
    package static func array(of type: String, _ members: [Variant]) -> Variant {
        let pointers: [OpaquePointer?] = members.map(\.pointer)
        guard let element = g_variant_type_new(type) else { preconditionFailure("not a D-Bus type") }
        defer { g_variant_type_free(element) }
        return withExtendedLifetime(members) {
            Variant(taking: g_variant_new_array(element, pointers, gsize(pointers.count)))
        }
    }
}

// MARK: Reading

extension Variant {
    /// The type in D-Bus' notation.
    package var type: String { String(cString: g_variant_get_type_string(pointer)) }

    /// The text of a string, path or signature.
    package var text: String? {
        guard ["s", "o", "g"].contains(type) else { return nil }
        return String(cString: g_variant_get_string(pointer, nil))
    }

    package var bool: Bool? { type == "b" ? g_variant_get_boolean(pointer) != 0 : nil }

    package var uint32: UInt32? { type == "u" ? g_variant_get_uint32(pointer) : nil }

    /// The members of a tuple, array or box; nothing of anything else.
    package var children: [Variant] {
        guard g_variant_is_container(pointer) != 0 else { return [] }
        return (0..<g_variant_n_children(pointer)).map { Variant(taking: g_variant_get_child_value(pointer, $0)) }
    }

    /// What is in the box, or the value itself.
    package var unboxed: Variant { type == "v" ? Variant(taking: g_variant_get_variant(pointer)) : self }

    /// The texts of an array of strings or paths.
    package var textList: [String] { children.compactMap(\.text) }

    /// The bytes of an array of bytes (`ay`), lent.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result? {
        guard type == "ay" else { return nil }
        var count: gsize = 0
        let start = g_variant_get_fixed_array(pointer, &count, 1)
        return try withExtendedLifetime(self) { try body(UnsafeRawBufferPointer(start: start, count: Int(count))) }
    }
}
