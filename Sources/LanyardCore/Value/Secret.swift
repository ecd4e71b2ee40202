import FoundationEssentials

/// A token, code, verifier or key that must not be shown.
///
/// Printing, interpolating, dumping or encoding it gives a placeholder; ``reveal()`` is the one way to the text, so that a
/// search for that word finds every place where a secret leaves its box. The bytes are overwritten when the last copy goes.
public struct Secret: Sendable {
    private let storage: SecretStorage

    /// Makes a secret of a text.
    public init(_ text: String) { storage = SecretStorage(Array(text.utf8)) }

    /// Makes a secret of bytes; what is not UTF-8 is still kept byte for byte.
    public init(bytes: [UInt8]) { storage = SecretStorage(bytes) }

    /// Makes a secret of borrowed bytes, without a copy on the way that nobody wipes.
    public init(copying bytes: UnsafeRawBufferPointer) { storage = SecretStorage(bytes) }

    /// The text itself, to be put into a request or on standard output and nowhere else.
    public func reveal() -> String { storage.withBytes { String(decoding: $0, as: UTF8.self) } }

    /// The bytes themselves.
    public func revealBytes() -> [UInt8] { storage.withBytes { Array($0) } }

    /// Lends the bytes without making a copy that nobody wipes.
    public func withRevealedBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try storage.withBytes { try body(UnsafeRawBufferPointer($0)) }
    }

    /// Whether there is nothing inside.
    public var isEmpty: Bool { storage.withBytes { $0.isEmpty } }
}

extension Secret: Equatable {
    /// Compares all bytes whatever the first difference is, so that the time tells nothing.
    public static func == (left: Secret, right: Secret) -> Bool {
        left.storage.withBytes { left in
            right.storage.withBytes { right in
                guard left.count == right.count else { return false }
                return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder.
    public var description: String { "<secret>" }
    /// A placeholder.
    public var debugDescription: String { "<secret>" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

private final class SecretStorage: @unchecked Sendable {
    // Invariant for @unchecked Sendable: the bytes are written in `init` and `deinit` only.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ source: some Collection<UInt8>) {
        bytes = .allocate(capacity: source.count)
        _ = bytes.initialize(from: source)
    }

    deinit {
        // Through a volatile-like path: the loop writes memory that `deallocate` might otherwise let the optimizer forget.
        for index in bytes.indices { bytes[index] = 0 }
        withExtendedLifetime(bytes.reduce(UInt8(0), |)) {}
        bytes.deallocate()
    }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(self) { try body(UnsafeBufferPointer(bytes)) }
    }
}
