import Glibc

/// A pipe of which no child inherits an end by chance.
package struct Pipe: Sendable {
    package let reader: Int32
    package let writer: Int32

    package init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SupportError("no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = ends[0]
        writer = ends[1]
    }

    package func closeReader() { close(reader) }
    package func closeWriter() { close(writer) }

    package func write(_ text: String) { _ = Glibc.write(writer, text, text.utf8.count) }

    /// The next line; nothing where the writer ended or let the limit pass.
    package func readLine(limitSeconds: Int32 = 20) -> String? {
        var line: [UInt8] = []
        while true {
            var event = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, limitSeconds * 1000) > 0 else { return nil }
            var byte: UInt8 = 0
            guard read(reader, &byte, 1) == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}
