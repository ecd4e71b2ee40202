internal import CGio

/// Owns one reference of a GObject.
///
/// Keeps the raw pointer, since the importer gives some GObject types as typed pointers and others as `OpaquePointer`.
package final class ObjectRef {
    package let raw: UnsafeMutableRawPointer

    /// Takes over a reference that the caller owns.
    package init(owning raw: UnsafeMutableRawPointer) { self.raw = raw }

    /// Adds a reference of its own.
    package init(sharing raw: UnsafeMutableRawPointer) {
        g_object_ref(raw)
        self.raw = raw
    }

    deinit { g_object_unref(raw) }

    package var opaque: OpaquePointer { OpaquePointer(raw) }

    package func cast<Object>(to: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
        raw.assumingMemoryBound(to: Object.self)
    }
}
