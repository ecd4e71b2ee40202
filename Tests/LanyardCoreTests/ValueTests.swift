import LanyardCore
import Testing

@Suite("Values")
struct ValueTests {
    @Test("a secret never shows itself")
    func secret() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect("\(secret)" == "<secret>")
        #expect(!dumped.contains("hunter2"))
        #expect(!String(reflecting: secret).contains("hunter2"))
        #expect(secret.reveal() == "hunter2")
        #expect(secret == Secret("hunter2"))
        #expect(secret != Secret("hunter3"))
    }

    @Test(
        "base64url takes padding and both alphabets, and refuses a cut group",
        arguments: ["8J-ZgiDjgZXjgY_jgok", "8J+ZgiDjgZXjgY/jgok=", "8J-ZgiDjgZXjgY_jgok="]
    )
    func base64(text: String) throws {
        let bytes = try #require(Base64URL.decode(text))
        #expect(String(decoding: bytes, as: UTF8.self) == "🙂 さくら")
        #expect(Base64URL.encode(bytes) == "8J-ZgiDjgZXjgY_jgok")
        #expect(Base64URL.decode("abcde") == nil)
        #expect(Base64URL.decode("ab c") == nil)
    }

    @Test("JSON survives a round trip in ASCII")
    func json() throws {
        let value: JSONValue = ["name": "🙂 さくら", "n": 3, "list": [true, nil, "a/b"]]
        let text = value.serializedASCII()
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        #expect(isASCII)
        #expect(try JSONValue.parse(Array(text.utf8)) == value)
        #expect(throws: (any Error).self) { try JSONValue.parse(Array("{} {}".utf8)) }
    }

    @Test("JSON nested a hundred thousand deep is refused, not a trap", arguments: ["[", "{\"a\":"])
    func depth(opening: String) {
        #expect(throws: (any Error).self) {
            try JSONValue.parse(Array(String(repeating: opening, count: 100_000).utf8))
        }
        let closed = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(throws: (any Error).self) { try JSONValue.parse(Array(closed.utf8)) }
    }

    @Test("text for a terminal has no control characters and no direction override")
    func terminal() {
        #expect(TerminalText.oneLine("a\u{1b}]0;x\u{7}\u{202e}b\r\nc") == "a\\u{1b}]0;x\\u{7}\\u{202e}b c")
        #expect(TerminalText.oneLine(String(repeating: "x", count: 900), limit: 10) == "xxxxxxxxxx…")
    }

    @Test("an account id of two parts is compared in small letters, a subject is kept")
    func accountID() {
        let id = HomeAccountID(
            uid: "A11CE000-0000-4000-8000-0000000000A1",
            utid: "AAAAAAAA-0000-4000-8000-00000000C001"
        )
        #expect(id.tenantID == "aaaaaaaa-0000-4000-8000-00000000c001")
        #expect(HomeAccountID(rawValue: "sub-Alice.X").rawValue == "sub-Alice.X")
        #expect(HomeAccountID(rawValue: "sub-Alice.X").tenantID == nil)
    }
}
