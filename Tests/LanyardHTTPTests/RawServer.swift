import Foundation
import Glibc

/// A server that answers its first connection with the bytes of a test and then stays silent or closes.
final class RawServer: Sendable {
    /// The listening socket, closed when neither the test nor the thread that answers needs it.
    private final class Listener: Sendable {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        deinit { Glibc.close(descriptor) }
    }

    let port: Int
    private let listener = Listener()

    init(answer: String, closes: Bool = false) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7f00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = self.listener
        let descriptor = listener.descriptor
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard bound else { throw RawClient.Failure(step: "bind") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread {
            // A test may be done with the object as soon as it has the port, which is before anybody connects.
            let connection = withExtendedLifetime(listener) { accept(listener.descriptor, nil, nil) }
            guard connection >= 0 else { return }
            var buffer = [UInt8](repeating: 0, count: 4096)
            _ = recv(connection, &buffer, buffer.count, 0)
            _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
            // Until the client goes.
            while !closes, recv(connection, &buffer, buffer.count, 0) > 0 {}
            Glibc.close(connection)
        }
    }
}
