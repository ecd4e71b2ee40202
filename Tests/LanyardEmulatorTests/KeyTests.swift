import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("Keys and certificates")
struct KeyTests {
    @Test("row 36: keys are published before they are used and after they were")
    func rotation() throws {
        var bench = try Bench()
        func published() -> Set<String> {
            let keys = bench.get("/common/discovery/v2.0/keys").json?["keys"]?.arrayValue ?? []
            return Set(keys.compactMap { $0["kid"]?.stringValue })
        }
        let before = try #require(bench.service.ring.current?.stored.id)
        let next = try #require(bench.service.ring.stored.first { $0.role == .next }?.id)
        #expect(published() == [before, next])
        #expect(before.hasPrefix("lanyard-emulator-"))
        let token = try #require(try bench.signIn(Known.contoso, as: Known.alice)["id_token"]?.stringValue)
        try bench.service.ring.rotate(random: Entropy(), now: bench.now)
        #expect(bench.service.ring.current?.stored.id == next)
        #expect(published().isSuperset(of: [before, next]))
        #expect(published().count == 3)
        #expect(JWT.verify(token, by: bench.service.ring) != nil)
        bench.service.ring.retire()
        #expect(!published().contains(before))
        #expect(JWT.verify(token, by: bench.service.ring) == nil)
    }

    @Test(
        "row 36: every forgery differs from a good token where it should",
        arguments: [
            ("none", "alg"), ("hs256", "alg"), ("unknown-kid", "kid"), ("bad-signature", "signature"),
            ("wrong-aud", "aud"), ("wrong-iss", "iss"), ("wrong-tid", "tid"), ("wrong-nonce", "nonce"),
            ("expired", "exp"),
        ]
    )
    func forged(how: String, member: String) throws {
        var bench = try Bench()
        var fault = Fault()
        fault.forge = how
        let good = try bench.signIn(Known.contoso, as: Known.alice)["id_token"]?.stringValue
        let code = try bench.code(Known.contoso, as: Known.alice)
        let forged = bench.token(Known.contoso, Bench.codeForm(code), fault: fault).json?["id_token"]?.stringValue
        let (first, second) = (try #require(good), try #require(forged))
        if ["alg", "kid", "signature"].contains(member) {
            #expect(JWT.verify(second, by: bench.service.ring) == nil)
            let header = try JSONValue.parse(try #require(Base64URL.decode(String(second.prefix { $0 != "." }))))
            if member == "alg" { #expect(header["alg"] != "RS256") }
            if member == "kid" { #expect(header["kid"] == "lanyard-emulator-unknown") }
        } else {
            #expect(JWT.verify(second, by: bench.service.ring) != nil)
            let (left, right) = (try #require(JWT.claims(first)), try #require(JWT.claims(second)))
            #expect(left[member] != right[member])
            #expect(left["oid"] == right["oid"])
        }
    }

    @Test("the key set carries modulus, exponent and certificate of each key")
    func entry() throws {
        var bench = try Bench()
        let reply = bench.get("/contoso.example/discovery/v2.0/keys")
        let key = try #require(reply.json?["keys"]?.arrayValue?.first)
        #expect(key["kty"] == "RSA")
        #expect(key["e"] == "AQAB")
        #expect(key["n"]?.stringValue.flatMap(Base64URL.decode)?.count == 256)
        #expect(key["x5c"]?.arrayValue?.count == 1)
        #expect(key["issuer"] == .string("https://localhost:8443/\(Known.contoso)/v2.0"))
    }

    @Test("a sealed text opens for its purpose only, and not when a bit is changed")
    func sealer() throws {
        let sealer = Sealer(key: Entropy().bytes(32), random: Entropy())
        let text = try sealer.seal(["a": 1], purpose: "code")
        #expect(sealer.open(text, as: [String: Int].self, purpose: "code") == ["a": 1])
        #expect(sealer.open(text, as: [String: Int].self, purpose: "refresh") == nil)
        let other = Sealer(key: Entropy().bytes(32), random: Entropy())
        #expect(other.open(text, as: [String: Int].self, purpose: "code") == nil)
        let last: Character = text.last == "A" ? "Q" : "A"
        #expect(sealer.open(String(text.dropLast()) + String(last), as: [String: Int].self, purpose: "code") == nil)
    }

    @Test(
        "time is written as the service does",
        arguments: [
            (Int64(0), "1970-01-01 00:00:00Z"), (1_800_000_000, "2027-01-15 08:00:00Z"),
            (951_782_400, "2000-02-29 00:00:00Z"),
            (-1, "1969-12-31 23:59:59Z"),
        ]
    )
    func time(seconds: Int64, text: String) { #expect(UTCTime.service(seconds) == text) }

    @Test("a random GUID is one of version 4")
    func guid() {
        let guid = Entropy().guid()
        #expect(GUIDText.isGUID(guid))
        #expect(guid.dropFirst(14).first == "4")
    }
}
