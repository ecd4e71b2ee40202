internal import CGio
internal import CSoup
package import GLibBridge
package import LanyardCore

/// Sends requests through libsoup: no cookies, no redirects, no stored passwords, the system's trust.
///
/// Nothing is loaded or opened before the first request, so that a token from the cache costs none of it.
@GLibActor
package final class SoupTransport: HTTPTransport {
    private let userAgent: String
    private let authorityFile: String?
    private let environment: [String: String]
    private var opened: SoupClient?

    /// Makes a transport; problems with the settings show at the first request.
    ///
    /// `authorityFile` is a PEM file of certificate authorities that are trusted beside the system's. Of `environment`,
    /// `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` are read, in small letters too.
    package nonisolated init(version: String, authorityFile: String? = nil, environment: [String: String] = [:]) {
        userAgent = "Lanyard/" + version
        self.authorityFile = authorityFile
        self.environment = environment
    }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let target = try RequestTarget(request.url)
        let client = try open()
        do {
            return try await client.send(request, to: target)
        } catch {
            throw NetworkFailure.error(error, target: target, limit: request.limit, proxy: client.proxy)
        }
    }

    private func open() throws -> SoupClient {
        if let opened { return opened }
        let client = try SoupClient(
            userAgent: userAgent,
            anchors: try authorityFile.map { try TrustAnchors(file: $0) },
            proxy: try ProxySettings(environment: environment)
        )
        opened = client
        return client
    }
}
