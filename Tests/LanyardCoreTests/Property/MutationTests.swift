import LanyardCore
import LanyardTesting
import Testing

/// Whatever comes over the wire is a value or a typed error, never a trap: 100,000 mutated inputs each, by a fixed seed.
///
/// One after the other and with breaks, since the few threads that all tests share would else be taken for half a minute.
@Suite("Mutated inputs", .serialized)
struct MutationTests {
    private static let count = 100_000

    @Test("the token reply's reader gives a reply with a possible lifetime or a typed error")
    func replies() async {
        let samples = [
            Bench.reply(), Bench.reply(["expires_in": "3600", "client_info": nil]), Bench.reply(["foci": "1"]),
        ]
        .map { Array($0.serialized().utf8) }
        var mutator = Mutator(seed: 1)
        var read = 0
        for round in 0..<Self.count {
            if round.isMultiple(of: 20) { await Task.yield() }
            guard let document = try? JSONValue.parse(mutator.mutate(samples)) else { continue }
            do throws(LanyardError) {
                let reply = try TokenReply(document, now: Bench.now)
                read += 1
                if let seconds = reply.expiresIn, !(0...400_000_000).contains(seconds) {
                    Issue.record("a lifetime of \(seconds) s was taken")
                }
            } catch {
                if error.code != .malformedReply { Issue.record("\(error)") }
            }
        }
        #expect(read > 100)
    }

    @Test("the error reader gives an error or nothing")
    func errors() async {
        let samples = [
            #"{"error":"invalid_grant","error_description":"AADSTS50076: x","error_codes":[50076],"claims":"{}"}"#,
            #"{"error":"access_denied","error_subcode":"cancel","error_codes":["1",null,{}],"suberror":5}"#,
        ].map { Array($0.utf8) }
        var mutator = Mutator(seed: 2)
        var read = 0
        for round in 0..<Self.count {
            if round.isMultiple(of: 20) { await Task.yield() }
            guard let document = try? JSONValue.parse(mutator.mutate(samples)) else { continue }
            guard let error = ServerError(document, status: 400) else { continue }
            read += 1
            if error.lanyardError().description.contains(where: \.isNewline) { Issue.record("two lines") }
        }
        #expect(read > 100)
    }

    @Test("the JWT reader gives claims or a typed error")
    func tokens() async {
        let samples = [Array(Bench.aliceToken.utf8), Array("e30.e30.".utf8)]
        var mutator = Mutator(seed: 3)
        var read = 0
        for round in 0..<Self.count {
            if round.isMultiple(of: 20) { await Task.yield() }
            do throws(LanyardError) {
                let token = try IDToken(jwt: String(decoding: mutator.mutate(samples), as: UTF8.self))
                read += 1
                try? IDTokenRule(clientID: Bench.clientID, authority: .organizations).check(token)
            } catch {
                if error.field != "id_token" { Issue.record("\(error)") }
            }
        }
        #expect(read > 100)
    }

    @Test("the authority reader gives a canonical form that reads as itself, or a typed error")
    func authorities() async {
        let samples = [
            "https://login.microsoftonline.com/aaaaaaaa-0000-4000-8000-00000000c001/v2.0", "https://[::1]:8443/common",
            "https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_x", "https://x.ciamlogin.com/",
            "https://adfs.example/adfs",
        ].map { Array($0.utf8) }
        var mutator = Mutator(seed: 4)
        var read = 0
        for round in 0..<Self.count {
            if round.isMultiple(of: 20) { await Task.yield() }
            let text = String(decoding: mutator.mutate(samples), as: UTF8.self)
            do throws(LanyardError) {
                let authority = try Authority(text)
                read += 1
                if try Authority(authority.url, kind: authority.kind) != authority {
                    Issue.record("\(text) is not canonical")
                }
            } catch {
                if error.code != .invalidAuthority { Issue.record("\(error)") }
            }
        }
        #expect(read > 100)
    }

    @Test("the redirect's reader takes only our state and never a repeated field")
    func redirects() async throws {
        let flow = AuthorizationCodeFlow(
            request: SignInRequest(),
            clientID: Bench.clientID,
            authority: .organizations,
            endpoints: try #require(Endpoints(.organizations)),
            redirectURI: "http://localhost:1",
            claims: nil,
            correlationID: "c",
            random: CountingRandom(),
            digester: WeakDigester()
        )
        let samples = [
            "code=C1&state=\(flow.state)", "error=access_denied&error_description=%3Cb%3E&state=\(flow.state)",
            "code=C&state=x",
        ]
        .map { Array($0.utf8) }
        var mutator = Mutator(seed: 5)
        var taken = 0
        for round in 0..<Self.count {
            if round.isMultiple(of: 20) { await Task.yield() }
            guard let pairs = FormURLEncoding.decode(mutator.mutate(samples)) else { continue }
            let fields = pairs.map { RedirectField($0.name, $0.value) }
            guard flow.judge(fields) != .foreign else { continue }
            taken += 1
            let states = fields.filter { $0.name == "state" }
            if states.map(\.value) != [flow.state] { Issue.record("a redirect with other state was taken: \(fields)") }
            _ = flow.outcome(of: fields)
        }
        #expect(taken > 100)
    }

    @Test("the readers of stored items give a record, or say what is wrong")
    func stored() async {
        var record = AccountRecord(
            key: AccountKey(
                homeAccountID: Bench.aliceID,
                environment: "login.microsoftonline.com",
                clientID: Bench.clientID
            ),
            username: "alice@contoso.example"
        )
        record.refreshToken = Secret("RT-1")
        record.merge(profile: TenantProfile(tenantID: Bench.contoso, username: "alice@contoso.example", isHome: true))
        let samples = [record.stored.revealBytes(), AccountIndex(accounts: [record.account]).bytes]
        var mutator = Mutator(seed: 6)
        for round in 0..<Self.count {
            if round.isMultiple(of: 20) { await Task.yield() }
            let bytes = mutator.mutate(samples)
            if case .record(let read) = AccountRecord.read(Secret(bytes: bytes), key: record.key) {
                if read.key != record.key { Issue.record("a record of another account was taken") }
            }
            _ = AccountIndex(bytes: bytes)
            _ = AccessTokenSet(stored: Secret(bytes: bytes), key: record.key)
        }
    }
}
