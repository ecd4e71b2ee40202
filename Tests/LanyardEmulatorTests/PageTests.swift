import LanyardCore
import Testing

@testable import LanyardEmulator

/// Walks through the pages as a person without script would.
@Suite("Sign-in pages")
struct PageTests {
    private struct Walk {
        var bench: Bench
        var page: Reply
        var cookie: String?

        init(_ tenant: String, _ changes: [(String, String)] = [], mode: String = "entra") throws {
            bench = try Bench(mode: mode)
            page = bench.get("/\(tenant)/oauth2/v2.0/authorize", Bench.order(changes))
        }

        /// Submits the page's form with more fields.
        mutating func submit(_ fields: [(String, String)]) throws {
            let form = try #require(HTMLForm(page.text), "no form: \(page.text.prefix(200))")
            let path = try #require(form.action.firstRange(of: bench.host)).upperBound
            let own = fields.map(\.0)
            let kept = form.fields.filter { !own.contains($0.0) && $0.0 != "other" }
            let headers = cookie.map { [HTTPField("Cookie", $0)] } ?? []
            page = bench.post(String(form.action[path...]), kept + fields, headers: headers)
            cookie = page.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) } ?? cookie
        }
    }

    @Test("account, password and the code: no script needed")
    func whole() throws {
        var walk = try Walk("organizations")
        #expect(walk.page.text.contains("Pick an account"))
        #expect(walk.page.text.contains(Known.alice))
        #expect(!walk.page.text.contains("mia@outlook.example"))
        #expect(!walk.page.text.contains("<script"))
        try walk.submit([("user", Known.alice)])
        #expect(walk.page.text.contains("Enter password"))
        try walk.submit([("password", World.standardPassword)])
        #expect(Redirected(walk.page)?["code"] != nil)
        #expect(walk.cookie?.hasPrefix(BrowserSession.cookie) == true)
        // The browser remembers: the next request is answered at once.
        let cookie = try #require(walk.cookie)
        let again = walk.bench.authorize("organizations", as: nil, cookie: cookie)
        #expect(Redirected(again)?["code"] != nil)
    }

    @Test(
        "a password that is wrong and accounts that may not sign in are told on the page",
        arguments: [
            (Known.alice, "wrong", 50126), ("carl@contoso.example", World.standardPassword, 50057),
            ("dora@contoso.example", World.standardPassword, 50055), ("nobody@contoso.example", "x", 50034),
        ]
    )
    func refused(user: String, password: String, number: Int) throws {
        var walk = try Walk("organizations", [("login_hint", user)])
        try walk.submit([("password", password)])
        #expect(walk.page.status == 200)
        #expect(walk.page.text.contains("AADSTS\(number)"))
        #expect(Redirected(walk.page) == nil)
    }

    @Test("a tenant that wants a second factor asks for it, and the sign-in carries it")
    func secondFactor() throws {
        var walk = try Walk("litware.example", [("login_hint", Known.alice)])
        try walk.submit([("password", World.standardPassword)])
        #expect(walk.page.text.contains("Approve sign-in request"))
        try walk.submit([])
        let code = try #require(Redirected(walk.page)?["code"])
        let reply = walk.bench.token("litware.example", Bench.codeForm(code))
        #expect(reply.claims(of: "access_token")?["amr"] == ["pwd", "mfa"])
    }

    @Test("a tenant that wants a managed device shows why, and can be told that it is one")
    func device() throws {
        var walk = try Walk("northwind.example", [("login_hint", Known.alice)])
        try walk.submit([("password", World.standardPassword)])
        #expect(walk.page.text.contains("AADSTS53000"))
        try walk.submit([])
        #expect(Redirected(walk.page)?["code"] != nil)
    }

    @Test("consent is asked for once, and can be declined")
    func consent() throws {
        let scope = [("scope", "openid api://lanyard-demo/Read"), ("login_hint", Known.alice)]
        var walk = try Walk("contoso.example", scope)
        try walk.submit([("password", World.standardPassword)])
        #expect(walk.page.text.contains("api://lanyard-demo/Read"))
        let asked = walk
        try walk.submit([("decline", "1")])
        #expect(Redirected(walk.page)?["error"] == "access_denied")
        walk = asked
        try walk.submit([("accept", "1")])
        #expect(Redirected(walk.page)?["code"] != nil)
        let again = walk.bench.authorize("contoso.example", as: nil, scope, cookie: walk.cookie)
        #expect(Redirected(again)?["code"] != nil)
    }

    @Test("cancel goes back to the client, from every page")
    func cancel() throws {
        var walk = try Walk("organizations")
        try walk.submit([("cancel", "1")])
        #expect(Redirected(walk.page)?["error_subcode"] == "cancel")
    }

    @Test("a picker shows although somebody is signed in, and then asks no password")
    func picker() throws {
        var walk = try Walk("organizations", [("login_hint", Known.alice)])
        try walk.submit([("password", World.standardPassword)])
        let cookie = try #require(walk.cookie)
        walk.page = walk.bench.authorize("organizations", as: nil, [("prompt", "select_account")], cookie: cookie)
        #expect(walk.page.text.contains("(signed in)"))
        try walk.submit([("user", Known.alice)])
        #expect(Redirected(walk.page)?["code"] != nil)
    }

    @Test("the device page names the app, checks the password and finishes the code")
    func devicePage() throws {
        var bench = try Bench()
        let start = bench.post(
            "/organizations/oauth2/v2.0/devicecode",
            [("client_id", Known.app), ("scope", Known.scope)]
        )
        let userCode = try #require(start.json?["user_code"]?.stringValue)
        #expect(bench.post("/devicelogin", [("user_code", "WRONGCODE")]).text.contains("did not work"))
        let typed = bench.post("/devicelogin", [("user_code", userCode.lowercased())])
        #expect(typed.text.contains("Demo app"))
        let wrong = bench.post("/devicelogin", [("user_code", userCode), ("user", Known.alice), ("password", "no")])
        #expect(wrong.text.contains("AADSTS50126"))
        let fields = [("user_code", userCode), ("user", Known.alice), ("password", World.standardPassword)]
        #expect(bench.post("/devicelogin", fields).text.contains("You have signed in"))
        let code = try #require(start.json?["device_code"]?.stringValue)
        let form = [("grant_type", "device_code"), ("client_id", Known.app), ("device_code", code)]
        #expect(bench.token("organizations", form).status == 200)
    }
}
