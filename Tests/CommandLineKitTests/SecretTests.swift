import CommandLineKit
import Testing

@Suite("Secrets on the command line")
struct SecretTests {
    @Test(
        "no usage error repeats what may be a secret, wherever it stands",
        arguments: [
            ["--password", "S3CRET"], ["--password=S3CRET"], ["token", "--client-password=S3CRET"], ["-xS3CRET"],
            ["token", "S3CRET"], ["S3CRET"], ["token", "--force=S3CRET"], ["token", "-fS3CRET"], ["token", "--S3CRET"],
            ["token", "--output", "S3CRET"], ["token", "--output=S3CRET"], ["token", "--size", "S3CRET"],
            ["--", "S3CRET"],
            ["accounts", "label", "a", "b", "S3CRET"], ["token", "--nothing", "S3CRET"], ["token", "-s", "-S3CRET"],
            ["accounts", "-a", "S3CRET", "label", "x"], ["token", "--unknown=S3CRET"], ["exec", "-S3CRET"],
        ]
    )
    func neverShown(words: [String]) throws {
        let error = try #require(Sample.problem(words))
        #expect(!"\(error)".contains("S3CRET"))
        #expect(!"\(error)".contains("3CRET"))
    }

    @Test("an option that is refused on purpose is named, with the way to do it")
    func refused() throws {
        let error = try #require(Sample.problem(["token", "--password=S3CRET"]))
        #expect(error.message == "there is no option --password, on purpose")
        #expect(error.hint == "give it on standard input")
    }
}
