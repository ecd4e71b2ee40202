internal import GLibBridge
internal import Glibc
package import LanyardSelection

/// Finds `.lanyard` files and tells whether the user has agreed to them.
package struct PinFiles: Sendable {
    /// A pin file as it lies there, with its bytes.
    package struct Lying: Sendable {
        package let found: Approvals.Found
        package let bytes: [UInt8]
    }

    private let user: Int64

    package init() { user = Int64(getuid()) }

    /// The pins from a directory upwards, nearest first, judged by what the user has agreed to.
    package func pins(from directory: String, approvals: Approvals) -> [FoundPin] {
        lying(from: directory).map { lying in
            let path = lying.found.path
            guard let pin = try? Pin(reading: lying.bytes, path: path) else {
                return FoundPin(path: path, pin: nil, approval: .damaged)
            }
            return FoundPin(path: path, pin: pin, approval: approvals.approval(of: lying.found, user: user))
        }
    }

    /// The pin files from a directory upwards, nearest first.
    package func lying(from directory: String) -> [Lying] {
        guard let real = realpath(directory, nil) else { return [] }
        defer { free(real) }
        var folder = String(cString: real)
        var files: [Lying] = []
        while true {
            if let file = Self.read((folder == "/" ? "" : folder) + "/" + Pin.fileName) { files.append(file) }
            guard folder != "/", let slash = folder.lastIndex(of: "/") else { return files }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
    }

    /// Owner, mode and content of one and the same file, which must not be a link: the link's author would choose the content.
    private static func read(_ path: String) -> Lying? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            // Something is there that cannot be looked into: a pin that nobody can have agreed to.
            guard errno == ELOOP || errno == EACCES else { return nil }
            return Lying(found: .init(path: path, owner: -1, mode: 0o777, digest: ""), bytes: [])
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        // One byte more than a pin may have is enough to see that it is too long.
        var bytes = [UInt8](repeating: 0, count: 4097)
        let count = max(0, Glibc.read(file, &bytes, bytes.count))
        bytes.removeSubrange(count...)
        let digest = Digest.sha256(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return Lying(
            found: .init(
                path: path,
                owner: Int64(status.st_uid),
                mode: UInt32(status.st_mode & 0o7777),
                digest: digest
            ),
            bytes: bytes
        )
    }
}
