import LanyardCore
import LanyardTesting
import Testing

@Suite("Signatures of ID tokens")
struct SignatureTests {
    private static func keys(_ ids: String...) -> JSONValue {
        let modulus = Base64URL.encode([UInt8](repeating: 0xff, count: 256))
        return [
            "keys": .array(
                ids.map { ["kty": "RSA", "use": "sig", "kid": .string($0), "n": .string(modulus), "e": "AQAB"] }
            )
        ]
    }

    private static func token(_ header: JSONValue, signature: String = "c2ln") -> JSONValue {
        let payload = Bench.aliceToken.split(separator: ".")[1]
        return .string("\(Base64URL.encode(Array(header.serialized().utf8))).\(payload).\(signature)")
    }

    private let bench = Bench(settings: EngineSettings(clientID: Bench.clientID))

    @Test("a token by a known key is taken, and the keys are asked for once in a day")
    func known() async throws {
        let token = Self.token(["alg": "RS256", "kid": "k1"])
        await bench.transport.add(.json(200, Bench.deviceCode))
        await bench.transport.add(.json(200, Bench.reply(["id_token": token])))
        await bench.transport.add(.json(200, Self.keys("k1")))
        let account = try await bench.engine.signInWithDeviceCode(DeviceCodeRequest()) { _ in }.account
        bench.clock.set(Bench.now + 4000)
        await bench.transport.add(.json(200, Bench.reply(["id_token": token, "access_token": "AT-2"])))
        #expect(try await bench.silent(account).accessToken.reveal() == "AT-2")
        let urls = await bench.transport.requests.map(\.url)
        #expect(urls.filter { $0.hasSuffix("/common/discovery/v2.0/keys") }.count == 1)
    }

    @Test("a key that is not known makes one request for newer keys, then the token is refused and nothing is stored")
    func unknown() async throws {
        await bench.transport.add(.json(200, Bench.deviceCode))
        await bench.transport.add(.json(200, Bench.reply(["id_token": Self.token(["alg": "RS256", "kid": "k9"])])))
        await bench.transport.add(.json(200, Self.keys("k1")))
        let error = await failure { try await bench.engine.signInWithDeviceCode(DeviceCodeRequest()) { _ in } }
        #expect(error?.code == .invalidToken)
        #expect(await bench.transport.requests.count == 3)
        #expect(await bench.store.labels.isEmpty)
    }

    @Test(
        "other algorithms, no key and a wrong signature are refused",
        arguments: [
            (["alg": "none"], "c2ln"), (["alg": "none"], ""), (["alg": "HS256", "kid": "k1"], "c2ln"),
            (["alg": "RS256"], "c2ln"), (["alg": "RS256", "kid": "k1"], "AAAA"), (["kid": "k1"], "c2ln"),
        ] as [(JSONValue, String)]
    )
    func forged(header: JSONValue, signature: String) async throws {
        await bench.transport.add(.json(200, Bench.deviceCode))
        await bench.transport.add(.json(200, Bench.reply(["id_token": Self.token(header, signature: signature)])))
        await bench.transport.add(.json(200, Self.keys("k1")))
        let error = await failure { try await bench.engine.signInWithDeviceCode(DeviceCodeRequest()) { _ in } }
        #expect(error?.code == .invalidToken)
        #expect(await bench.store.labels.isEmpty)
    }

    @Test(
        "claims that are not ours are refused whatever the signature",
        arguments: [
            ["aud": "22222222-2222-4222-8222-222222222222"],
            ["iss": "https://evil.example/aaaaaaaa-0000-4000-8000-00000000c001/v2.0"],
            ["iss": "https://login.microsoftonline.com/bbbbbbbb-0000-4000-8000-00000000fab1/v2.0"], ["exp": 1],
        ] as [JSONValue]
    )
    func claims(changes: JSONValue) throws {
        var claims = try IDToken(jwt: Bench.aliceToken).claims
        for (name, value) in changes.objectValue ?? [:] { claims[name] = value }
        let rule = IDTokenRule(clientID: Bench.clientID, authority: .organizations)
        #expect(throws: LanyardError(.invalidToken, "")) { try rule.check(IDToken(claims: claims)) }
    }

    @Test("the tenant's id takes the placeholder's place, by any alias of the cloud, and a nonce has to be ours")
    func accepted() throws {
        var claims = try IDToken(jwt: Bench.aliceToken).claims
        var rule = IDTokenRule(
            clientID: Bench.clientID.uppercased(),
            authority: try Authority("https://login.windows.net/common")
        )
        try rule.check(IDToken(claims: claims))
        rule.issuer = "https://login.microsoftonline.com/{tenantid}/v2.0"
        try rule.check(IDToken(claims: claims))
        rule.nonce = "n1"
        #expect(throws: LanyardError(.invalidToken, "")) { try rule.check(IDToken(claims: claims)) }
        claims["nonce"] = "n1"
        try rule.check(IDToken(claims: claims))
    }
}
