import LanyardCore
import Testing

@Suite("Form encoding")
struct FormURLEncodingTests {
    @Test(
        "everything but the unreserved characters is percent-encoded",
        arguments: [
            ("alice+test@contoso.example", "alice%2Btest%40contoso.example"),
            ("a b/c~-._", "a%20b%2Fc~-._"),
            ("å#EXT#", "%C3%A5%23EXT%23"),
            ("o'neil&=%", "o%27neil%26%3D%25"),
        ]
    )
    func encodes(text: String, encoded: String) throws {
        #expect(FormURLEncoding.encode([("k", text)]) == "k=" + encoded)
        let pairs = try #require(FormURLEncoding.decode("k=" + encoded))
        #expect(pairs.count == 1 && pairs[0] == ("k", text))
    }

    @Test("a plus is a blank in a form and a plus in a path")
    func plus() throws {
        let pairs = try #require(FormURLEncoding.decode("a+b=c+d&&e&f=g=h&code=1&code=2"))
        #expect(pairs.map(\.name) == ["a b", "e", "f", "code", "code"])
        #expect(pairs.map(\.value) == ["c d", "", "g=h", "1", "2"])
        #expect(FormURLEncoding.percentDecode("a+b%2f") == "a+b/")
    }

    @Test("bad escapes and bad UTF-8 are refused", arguments: ["a=%", "a=%4", "a=%zz", "%ff=a", "a=%c3%28", "a=%+1"])
    func refuses(text: String) {
        #expect(FormURLEncoding.decode(text) == nil)
    }
}
