import GLibBridge
import Glibc
import LanyardCore

/// The computer's clock, with waits on the GLib context.
struct SystemClock: Clock {
    func now() -> Int64 { Int64(time(nil)) }

    func sleep(_ duration: Duration) async throws { try await GLibActor.sleep(duration) }
}

/// The certificates that the system trusts, as one PEM text; none where there is no such file.
enum SystemRoots {
    static func read() -> [UInt8] {
        for path in ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"] {
            if let bytes = PlainFile.read(path) { return bytes }
        }
        return []
    }
}

/// Files that anybody may read.
enum PlainFile {
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return ferror(file) == 0 ? bytes : nil
    }
}
