import FoundationEssentials
import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Settings")
struct SettingsTests {
    private static let file = """
        [lanyard]
        format=1
        client_id=from-file
        cloud=china

        [profile work]
        client_id=from-profile
        tenant=work.example
        """

    @Test(
        "flag beats environment beats profile beats file beats default",
        arguments: [
            (
                "--client-id from-flag -p work", ["LANYARD_CLIENT_ID": "from-environment"], "from-flag", "flag",
                "--client-id"
            ),
            (
                "-p work", ["LANYARD_CLIENT_ID": "from-environment"], "from-environment", "environment",
                "LANYARD_CLIENT_ID"
            ),
            ("-p work", [:], "from-profile", "profile", "profile work"),
            ("", ["LANYARD_PROFILE": "work"], "from-profile", "profile", "profile work"),
            ("", ["LANYARD_CLIENT_ID": ""], "from-file", "file", "config.ini:3"),
        ]
    )
    func precedence(line: String, environment: [String: String], value: String, source: String, place: String)
        async throws
    {
        let bench = Bench(environment)
        try bench.write(Self.file, to: bench.configurationFile)
        let result = await bench.run("config get client_id -o json " + line)
        let json = try JSONValue.parse(Array(result.output.utf8))
        #expect(json["value"] == .string(value))
        #expect(json["source"] == .string(source))
        #expect(json["from"]?.stringValue?.hasSuffix(place) == true)
    }

    @Test("without file the default counts; an unset setting prints nothing and fails")
    func defaults() async {
        let bench = Bench()
        let cloud = await bench.run("config get cloud -o tsv")
        #expect(cloud == Bench.Result(code: 0, output: "public\n", error: ""))
        let tenant = await bench.run("config get tenant")
        #expect(tenant == Bench.Result(code: 1, output: "", error: ""))
        #expect(!FileManager.default.fileExists(atPath: bench.folder))
    }

    @Test("@NAME in front is the profile")
    func atProfile() async throws {
        let bench = Bench()
        try bench.write(Self.file, to: bench.configurationFile)
        let result = await bench.run("@work config get tenant")
        #expect(result.output == "work.example\n")
        let unknown = await bench.run("@play config get tenant")
        #expect(unknown.code == 3)
        #expect(unknown.error == "lanyard: there is no profile 'play'\nhint: lanyard profile list\n")
    }

    @Test("set and unset change one line, keep comments, and leave a file for its owner alone")
    func change() async throws {
        let bench = Bench()
        #expect(await bench.run("config set client_id 11111111-1111-4111-8111-111111111111").code == 0)
        try bench.write(
            "# mine\n" + String(contentsOf: URL(filePath: bench.configurationFile), encoding: .utf8),
            to: bench.configurationFile
        )
        #expect(await bench.run("config set cloud usgov").code == 0)
        #expect(await bench.run("config unset client_id").code == 0)
        #expect(await bench.run("config unset client_id").code == 0)
        let text = try String(contentsOf: URL(filePath: bench.configurationFile), encoding: .utf8)
        #expect(text == "# mine\n\n[lanyard]\nformat=1\ncloud=usgov\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.configurationFile)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "a damaged file is told with its line and is left as it is",
        arguments: [
            ("[lanyard]\ncloud\n", ":2: "), ("cloud=public\n", ":1: "), ("[lanyard]\n\ncloud=mars\n", ":3: "),
            ("[lanyard]\nformat=9\n", ":2: "),
            ("[lanyard]\nauthority_host=http://login.example\n", ":2: "),
        ]
    )
    func damaged(text: String, place: String) async throws {
        let bench = Bench()
        try bench.write(text, to: bench.configurationFile)
        let result = await bench.run("config")
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("lanyard: \(bench.configurationFile)\(place)"))
        #expect(try String(contentsOf: URL(filePath: bench.configurationFile), encoding: .utf8) == text)
    }

    @Test(
        "a bad value is refused with its place, and nothing is written",
        arguments: [
            (["config", "set", "cloud", "mars"], [:], "the clouds are public, usgov, china"),
            (["config", "set", "clod", "public"], [:], "there is no such setting"),
            (
                ["config", "set", "tenant", "x.example"], [:],
                "'tenant' is for one command or one shell, not for config.ini"
            ),
            (["config", "set", "authority_host", "http://x.example"], [:], "an authority must be an https address"),
            (["config", "-t", "S3CRET"], [:], "--tenant: a tenant is a GUID or a domain name such as contoso.com"),
            (
                ["config"], ["LANYARD_TENANT": "S3CRET"],
                "LANYARD_TENANT: a tenant is a GUID or a domain name such as contoso.com"
            ),
            (
                ["config"], ["LANYARD_AUTHORITY_HOST": "ftp://x"],
                "LANYARD_AUTHORITY_HOST: an authority must be an https address"
            ),
            (["config"], ["LANYARD_STORE": "disk"], "LANYARD_STORE: the store is one of: secret-service, file, memory"),
        ]
    )
    func bad(words: [String], environment: [String: String], message: String) async {
        let bench = Bench(environment)
        let result = await bench.run(words)
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(result.error.hasPrefix("lanyard: " + message + "\n"))
        #expect(!FileManager.default.fileExists(atPath: bench.folder))
    }

    @Test("a setting that nobody knows is told where all are listed")
    func unknownKey() async throws {
        let bench = Bench()
        try bench.write("[lanyard]\nclientid=x\n", to: bench.configurationFile)
        let result = await bench.run("config -o json")
        #expect(result.code == 0)
        #expect(
            result.error == "\(bench.configurationFile):2: no setting is called 'clientid'; did you mean 'client_id'?\n"
        )
        let list = try #require(try JSONValue.parse(Array(result.output.utf8)).arrayValue)
        #expect(list.allSatisfy { $0.objectValue?.keys.sorted() == ["from", "key", "source", "value"] })
    }
}
