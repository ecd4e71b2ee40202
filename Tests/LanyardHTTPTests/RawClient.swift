import Foundation
import Glibc

/// A client that sends exactly the bytes of a test and shows exactly the bytes that came back.
struct RawClient: Sendable {
    private let descriptor: Int32

    struct Failure: Error {
        let step: String
        let code = errno
    }

    /// Connects to 127.0.0.1; every read and write is bounded by ten seconds.
    static func connect(port: Int) async throws -> RawClient {
        try await off {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { throw Failure(step: "socket") }
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port).bigEndian)
            address.sin_addr.s_addr = in_addr_t(UInt32(0x7f00_0001).bigEndian)
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else {
                Glibc.close(descriptor)
                throw Failure(step: "connect")
            }
            return RawClient(descriptor: descriptor)
        }
    }

    /// One request on a connection of its own; gives all that came back.
    static func exchange(port: Int, _ text: String) async throws -> String {
        let client = try await connect(port: port)
        defer { client.close() }
        try await client.send(text)
        return try await client.readToEnd()
    }

    /// Sends `GET / HTTP/1.1` and the like with the fields that a browser would add, and gives the reply's status.
    static func status(port: Int, _ requestLine: String, fields: [String] = [], body: String = "") async throws -> Int {
        let reply = try await page(port: port, requestLine, fields: fields, body: body)
        return Int(reply.split(separator: " ").dropFirst().first ?? "") ?? 0
    }

    /// As `status`, but gives the whole reply.
    static func page(port: Int, _ requestLine: String, fields: [String] = [], body: String = "") async throws -> String
    {
        var head = ["\(requestLine)", "Host: localhost:\(port)", "Connection: close"] + fields
        if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
        return try await exchange(port: port, head.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    func send(_ text: String) async throws { try await send(bytes: Array(text.utf8)) }

    func send(bytes: [UInt8]) async throws {
        try await Self.off {
            var bytes = bytes[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { throw Failure(step: "send") }
                bytes = bytes.dropFirst(count)
            }
        }
    }

    /// Reads until the text ends as given, or to the connection's end.
    func read(until ending: String) async throws -> String { try await collect { $0.hasSuffix(ending) } }

    /// Reads to the connection's end.
    func readToEnd() async throws -> String { try await collect { _ in false } }

    func close() { Glibc.close(descriptor) }

    private func collect(_ isEnough: @escaping @Sendable (String) -> Bool) async throws -> String {
        try await Self.off {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count >= 0 else { throw Failure(step: "recv after \(String(decoding: bytes, as: UTF8.self))") }
                bytes += buffer[..<count]
                let text = String(decoding: bytes, as: UTF8.self)
                if count == 0 || isEnough(text) { return text }
            }
        }
    }

    /// Blocking calls stay away from Swift's own few threads, which serve the handlers under test.
    private static func off<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}
