import Glibc
import LanyardCore

/// The request log: one JSON line per request, appended before the answer goes out.
struct FileRequestLog: RequestSink {
    static let file = "requests.jsonl"
    let path: String

    init(directory: String) { path = directory + "/" + Self.file }

    func write(_ entry: LogEntry) {
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        // One call, so that two lines never mix.
        let line = Array((entry.json.serialized() + "\n").utf8)
        _ = Glibc.write(file, line, line.count)
    }

    /// The lines so far.
    func read() -> [JSONValue] {
        let bytes = PlainFile.read(path) ?? []
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { try? JSONValue.parse($0) }
    }

    func clear() { truncate(path, 0) }
}
