import LanyardCore
import Testing

@Suite("Authorities and scopes")
struct AuthorityTests {
    @Test(
        "B25 seven spellings are one authority",
        arguments: [
            "https://login.microsoftonline.com/aaaaaaaa-0000-4000-8000-00000000c001",
            "https://login.microsoftonline.com/aaaaaaaa-0000-4000-8000-00000000c001/",
            "https://login.microsoftonline.com//aaaaaaaa-0000-4000-8000-00000000c001//",
            "https://LOGIN.MicrosoftOnline.com/AAAAAAAA-0000-4000-8000-00000000C001",
            "https://login.microsoftonline.com:443/aaaaaaaa-0000-4000-8000-00000000c001/v2.0",
            "https://login.microsoftonline.com/aaaaaaaa-0000-4000-8000-00000000c001/v2.0/",
            "https://login.microsoftonline.com/aaaaaaaa-0000-4000-8000-00000000c001/oauth2/v2.0/authorize",
        ]
    )
    func spellings(text: String) throws {
        let canonical = try Authority(host: "login.microsoftonline.com", tenant: .id(Bench.contoso))
        #expect(try Authority(text) == canonical)
        #expect(try Authority(text).url == canonical.url)
    }

    @Test(
        "B25 what cannot be an authority is refused by its part",
        arguments: [
            ("http://login.microsoftonline.com/contoso.example", "scheme"),
            ("https://login.microsoftonline.com", "tenant"),
            ("https://login.microsoftonline.com/", "tenant"),
            ("https://alice@login.microsoftonline.com/contoso.example", "user"),
            ("https://login.microsoftonline.com/../contoso.example", "path"),
            ("https://login.microsoftonline.com/aaaaaaaa-0000-4000-8000-00000000c001?x=1", "query"),
            ("https://login.microsoftonline.com/aaaaaaaa-0000-4000-8000-00000000c001#x", "fragment"),
            ("https:///contoso.example", "host"), ("https://login.example:0/contoso.example", "port"),
            ("https://login.example:99999/contoso.example", "port"), ("login.example/contoso.example", "scheme"),
            ("https://login.microsoftonline.com/con toso", "url"),
            ("https://login.microsoftonline.com/nodots", "tenant"),
            ("", "scheme"),
        ]
    )
    func refused(text: String, part: String) throws {
        let error = #expect(throws: LanyardError.self) { try Authority(text) }
        #expect(error?.code == .invalidAuthority)
        #expect(error?.field == part)
    }

    @Test("the kind is found from host and path")
    func kinds() throws {
        #expect(try Authority("https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_SignIn").kind == .b2c)
        #expect(
            try Authority("https://login.example/tfp/contoso.onmicrosoft.com/B2C_1_SignIn").path
                == "/tfp/contoso.onmicrosoft.com/b2c_1_signin"
        )
        #expect(try Authority("https://fabrikam.ciamlogin.com/").tenant == .domain("fabrikam.onmicrosoft.com"))
        #expect(try Authority("https://adfs.contoso.example/adfs").kind == .adfs)
        #expect(try Authority("https://id.example/realms/x", kind: .oidc).url == "https://id.example/realms/x")
        #expect(try Authority("https://login.windows.net/common").environment == "login.microsoftonline.com")
        #expect(try Authority("https://localhost:8443/common").host == "localhost:8443")
    }

    @Test(
        "B06 a resource becomes a scope with its slashes as they are",
        arguments: [
            ("https://database.windows.net/", "https://database.windows.net//.default"),
            ("https://database.windows.net", "https://database.windows.net/.default"),
        ]
    )
    func resources(resource: String, scope: String) throws {
        #expect(try ScopeSet(resource: resource).values == [scope])
        #expect(ScopeSet.resource(of: scope) == resource)
        #expect(try ScopeSet([scope]).wire == "\(scope) openid profile offline_access")
    }

    @Test(
        "bad scopes are refused before anything is sent",
        arguments: [
            [""], ["a b"], ["User.Read\n"],
            ["https://graph.microsoft.com/User.Read", "https://vault.azure.net/.default"],
            ["https://vault.azure.net/.default", "https://vault.azure.net/x"], ["User.Réad"],
        ]
    )
    func badScopes(values: [String]) {
        #expect(throws: LanyardError(.invalidScope, "")) { try ScopeSet(values) }
    }

    @Test("Microsoft Graph's short and long names are of one resource")
    func graphNames() throws {
        #expect(try ScopeSet(["User.Read", "https://graph.microsoft.com/Mail.Read"]).values.count == 2)
    }
}
