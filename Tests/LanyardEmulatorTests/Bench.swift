import LanyardCore
import Testing

@testable import LanyardEmulator

/// The ids of the built-in world.
enum Known {
    static let contoso = "aaaaaaaa-0000-4000-8000-00000000c001"
    static let fabrikam = "bbbbbbbb-0000-4000-8000-00000000fab1"
    static let litware = "cccccccc-0000-4000-8000-00000000117e"
    static let northwind = "dddddddd-0000-4000-8000-0000000d1170"
    static let app = "11111111-1111-4111-8111-111111111111"
    static let contosoApp = "22222222-2222-4222-8222-222222222222"
    static let azureCLI = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
    static let graphTools = "14d82eec-204b-4c2f-b7e8-296a70dab67e"
    static let service = "33333333-3333-4333-8333-333333333333"
    static let api = "44444444-4444-4444-8444-444444444444"
    static let page = "55555555-5555-4555-8555-555555555555"
    static let alice = "alice@contoso.example"
    static let bob = "bob@fabrikam.example"
    static let aliceID = "a11ce000-0000-4000-8000-0000000000a1"
    static let aliceAtFabrikam = "a11ce000-0000-4000-8000-0000000000f2"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let scope = "openid profile offline_access User.Read"
}

/// The service of the built-in world without sockets, with a clock that a test moves.
struct Bench {
    var service: Service
    var now: Int64 = 1_800_000_000
    var host = "localhost:8443"

    /// Keys take time to make, so all tests share two.
    private static let keys = Result { try KeyRing.makeStored(random: Entropy(), now: 1_800_000_000) }

    init(mode: String = "entra") throws {
        var state = ServiceState(random: Entropy(), keys: try Self.keys.get())
        state.strictness = try #require(Strictness(mode: mode))
        service = try Service(world: try World.builtIn(), state: state, random: Entropy())
        service.publicPort = 8443
    }

    mutating func send(_ request: Request, fault: Fault? = nil) -> Reply {
        service.answer(request, at: now, fault: fault)
    }

    mutating func get(_ path: String, _ query: [(String, String)] = [], headers: [HTTPField] = []) -> Reply {
        let text = query.isEmpty ? nil : FormURLEncoding.encode(query)
        return send(Request(host: host, path: path, query: text, headers: headers))
    }

    mutating func post(
        _ path: String,
        _ form: [(String, String)],
        headers: [HTTPField] = [],
        fault: Fault? = nil
    ) -> Reply {
        let type = HTTPField("Content-Type", "application/x-www-form-urlencoded")
        let body = Array(FormURLEncoding.encode(form).utf8)
        return send(
            Request(method: "POST", host: host, path: path, headers: [type] + headers, body: body),
            fault: fault
        )
    }

    /// A request to the token endpoint.
    mutating func token(
        _ tenant: String,
        _ form: [(String, String)],
        headers: [HTTPField] = [],
        fault: Fault? = nil
    ) -> Reply { post("/\(tenant)/oauth2/v2.0/token", form, headers: headers, fault: fault) }

    /// An authorize request as most clients make it; later items replace earlier ones, an empty value takes one out.
    static func order(_ changes: [(String, String)] = []) -> [(String, String)] {
        var items = [
            ("client_id", Known.app), ("response_type", "code"), ("redirect_uri", "http://localhost:5555"),
            ("scope", Known.scope), ("state", "s+t&a=te"), ("nonce", "n-0S6"), ("code_challenge", Known.challenge),
            ("code_challenge_method", "S256"), ("client_info", "1"),
        ]
        for (name, value) in changes {
            items.removeAll { $0.0 == name }
            if !value.isEmpty { items.append((name, value)) }
        }
        return items
    }

    /// An authorize request with somebody in front of the page.
    mutating func authorize(
        _ tenant: String,
        as person: String?,
        _ changes: [(String, String)] = [],
        cookie: String? = nil
    ) -> Reply {
        var headers = person.map { [HTTPField(MachinePath.header, "user=" + $0)] } ?? []
        if let cookie { headers.append(HTTPField("Cookie", cookie)) }
        return get("/\(tenant)/oauth2/v2.0/authorize", Self.order(changes), headers: headers)
    }

    /// A code for somebody, by a redirect.
    mutating func code(_ tenant: String, as person: String, _ changes: [(String, String)] = []) throws -> String {
        let reply = authorize(tenant, as: person, changes)
        return try #require(Redirected(reply)?["code"], "no code: \(reply.status) \(reply.text.prefix(400))")
    }

    static func codeForm(_ code: String, _ changes: [(String, String)] = []) -> [(String, String)] {
        var items = [
            ("grant_type", "authorization_code"), ("client_id", Known.app), ("code", code),
            ("redirect_uri", "http://localhost:5555"), ("code_verifier", Known.verifier), ("client_info", "1"),
        ]
        for (name, value) in changes {
            items.removeAll { $0.0 == name }
            if !value.isEmpty { items.append((name, value)) }
        }
        return items
    }

    /// The token reply of a whole sign-in.
    mutating func signIn(
        _ tenant: String,
        as person: String,
        _ changes: [(String, String)] = [],
        client: String = Known.app
    ) throws -> [String: JSONValue] {
        let code = try code(tenant, as: person, [("client_id", client)] + changes)
        let reply = token(tenant, Self.codeForm(code, [("client_id", client)]))
        try #require(reply.status == 200, "\(reply.text)")
        return try #require(reply.json?.objectValue)
    }

    /// A refresh token of a whole sign-in.
    mutating func refreshToken(
        _ tenant: String,
        as person: String,
        _ changes: [(String, String)] = [],
        client: String = Known.app
    ) throws -> String {
        try #require(try signIn(tenant, as: person, changes, client: client)["refresh_token"]?.stringValue)
    }

    mutating func refresh(
        _ tenant: String,
        _ token: String,
        scope: String = Known.scope,
        client: String = Known.app,
        claims: String? = nil,
        fault: Fault? = nil
    ) -> Reply {
        var form = [
            ("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", token), ("scope", scope),
            ("client_info", "1"),
        ]
        if let claims { form.append(("claims", claims)) }
        return self.token(tenant, form, fault: fault)
    }
}

/// The items of a redirect, or of the page that posts them.
struct Redirected {
    var target: String
    var items: [(name: String, value: String)]

    init?(_ reply: Reply) {
        if let location = reply.header("Location") {
            let mark = location.firstIndex { $0 == "?" || $0 == "#" } ?? location.endIndex
            target = String(location[..<mark])
            items = FormURLEncoding.decode(String(location[mark...].dropFirst())) ?? []
        } else if let form = HTMLForm(reply.text), form.isAutomatic {
            target = form.action
            items = form.fields.map { ($0.0, $0.1) }
        } else {
            return nil
        }
    }

    subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }
}

extension Reply {
    /// The service's number of an error reply.
    var errorNumber: Int? { json?["error_codes"]?.arrayValue?.first?.integerValue.map { Int($0) } }
    var error: String? { json?["error"]?.stringValue }
    func claims(of member: String) -> [String: JSONValue]? { json?[member]?.stringValue.flatMap(JWT.claims) }
}
