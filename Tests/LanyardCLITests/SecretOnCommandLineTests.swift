import Testing

@testable import LanyardCLI

@Suite("Secrets on the command line")
struct SecretOnCommandLineTests {
    @Test(
        "an option that would take a secret is refused with the ways to give one, and its value is not repeated",
        arguments: [
            ["login", "--client-secret", "S3CRET"], ["login", "--password=S3CRET"],
            ["import", "--refresh-token", "S3CRET"],
            ["--access-token=S3CRET", "token"], ["-o", "json", "login", "--client-assertion", "S3CRET"],
        ]
    )
    func refused(words: [String]) async {
        let result = await Bench().run(words)
        #expect(result.code == 2)
        #expect(result.output == "")
        #expect(!result.error.contains("S3CRET"))
        #expect(result.error.contains("standard input"))
        #expect(result.error.contains("a file descriptor"))
    }

    @Test("no option of any command has a name under which a secret would be given")
    func none() {
        let names = CommandNames.allOptions
        let refused = names.filter { RefusedOptions.advice(for: $0) != nil }
        #expect(refused == [])
        #expect(names.contains("--account"))
    }
}
