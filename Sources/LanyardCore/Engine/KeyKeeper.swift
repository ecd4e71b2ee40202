/// Checks the signatures of ID tokens against the authority's keys.
///
/// Key documents are public and kept in a state file for a day, so that a renewal costs no further request. A key id that is not
/// known makes one request for a newer document, since keys roll over without notice.
actor KeyKeeper {
    private let files: any StateFiles
    private let digester: any Digester
    private let clock: any Clock
    private let fetch: @Sendable (String) async throws -> JSONValue
    private static let lifetime: Int64 = 86_400

    init(
        files: any StateFiles,
        digester: any Digester,
        clock: any Clock,
        fetch: @escaping @Sendable (String) async throws -> JSONValue
    ) {
        self.files = files
        self.digester = digester
        self.clock = clock
        self.fetch = fetch
    }

    /// Throws `invalid_token` where the token is not signed with RS256 by a key of the authority.
    func check(_ token: IDToken, keysAt url: String) async throws {
        guard let algorithm = token.header["alg"]?.stringValue, algorithm == "RS256" else {
            throw Self.refusal("its algorithm is not RS256")
        }
        guard let id = token.header["kid"]?.stringValue else { throw Self.refusal("it names no key") }
        var key = stored(url)?.keys[id]
        if key == nil { key = try await renew(url).keys[id] }
        guard let key else { throw Self.refusal("its key is none of the authority's") }
        guard digester.verifiesRS256(key, message: token.signedPart, signature: token.signature) else {
            throw Self.refusal("its signature is wrong")
        }
    }

    private func stored(_ url: String) -> KeySet? {
        // What cannot be read is fetched again: the file is a copy of a public document.
        guard let bytes = try? files.read(name(url)), let document = try? JSONValue.parse(bytes),
            let fetchedAt = document["fetched_at"]?.integerValue, (0..<Self.lifetime).contains(clock.now() - fetchedAt)
        else { return nil }
        return try? KeySet(document: document)
    }

    private func renew(_ url: String) async throws -> KeySet {
        var document = try await fetch(url).objectValue ?? [:]
        let keys = try KeySet(document: .object(document))
        document["fetched_at"] = .integer(clock.now())
        try files.write(name(url), Array(JSONValue.object(document).serialized().utf8))
        return keys
    }

    private func name(_ url: String) -> String {
        "keys-" + digester.sha256(Array(url.utf8)).prefix(8).map { String($0, radix: 16) }.joined() + ".json"
    }

    private static func refusal(_ reason: String) -> LanyardError {
        LanyardError(
            .invalidToken,
            "the ID token was refused: \(reason)",
            hint:
                "sign in again; if it happens again, something between this computer and the authority changes its answers"
        ).with { $0.field = "signature" }
    }
}
