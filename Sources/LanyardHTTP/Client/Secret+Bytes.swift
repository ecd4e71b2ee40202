internal import CGio
internal import Glibc
internal import LanyardCore

extension Secret {
    /// The bytes for a GLib call, in a copy that is overwritten when GLib lets go of it.
    func makeWipedBytes() -> OpaquePointer? {
        withRevealedBytes { source in
            let copy = WipedBuffer(source)
            return g_bytes_new_with_free_func(
                copy.bytes.baseAddress,
                gsize(copy.bytes.count),
                { data in if let data { Unmanaged<WipedBuffer>.fromOpaque(data).release() } },
                Unmanaged.passRetained(copy).toOpaque()
            )
        }
    }
}

private final class WipedBuffer {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ source: UnsafeRawBufferPointer) {
        bytes = .allocate(byteCount: source.count, alignment: 1)
        bytes.copyMemory(from: source)
    }

    deinit {
        if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) }
        bytes.deallocate()
    }
}
