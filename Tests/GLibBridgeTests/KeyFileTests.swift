import GLibBridge
import Testing

@Suite("Key files")
struct KeyFileTests {
    private let text = "# mine\n[lanyard]\nclient_id=a b\n\n[profile work]\nscope=x;y;\n# last\ntenant=t\n"

    @Test("groups, keys, values and lists are read, and a change keeps the comments")
    func change() throws {
        let file = try KeyFile(parsing: Array(text.utf8))
        #expect(file.groups == ["lanyard", "profile work"])
        #expect(file.keys(in: "profile work") == ["scope", "tenant"])
        #expect(file.value("lanyard", "client_id") == "a b")
        #expect(file.values("profile work", "scope") == ["x", "y"])
        #expect(file.value("lanyard", "other") == nil)
        #expect(file.keys(in: "nothing").isEmpty)
        file.set("lanyard", "client_id", to: " ü\n=;#")
        file.set("profile work", "scope", to: ["a;b", "c"])
        #expect(file.remove("profile work", "tenant"))
        #expect(!file.remove("profile work", "tenant"))
        let again = try KeyFile(parsing: Array(file.text.utf8))
        #expect(again.value("lanyard", "client_id") == " ü\n=;#")
        #expect(again.values("profile work", "scope") == ["a;b", "c"])
        #expect(again.text.contains("# mine"))
        #expect(again.remove("profile work"))
        #expect(again.groups == ["lanyard"])
    }

    @Test(
        "a damaged file names the line",
        arguments: [
            ("x=1\n", 1), ("[a]\nx=1\nwhat is this\n", 3), ("[a\nx=1\n", 1), ("[a]\n\n=1\n", 3), ("[a]\nx=\\q\n", 2),
            ("[a]\n# c\n<html>\n", 3),
        ]
    )
    func damaged(text: String, line: Int) {
        #expect { try KeyFile(parsing: Array(text.utf8)) } throws: { ($0 as? KeyFileProblem)?.line == line }
    }

    @Test("bytes that are no UTF-8 name the line too")
    func notText() {
        let bytes = Array("[a]\nx=".utf8) + [0xff, 0x0a]
        #expect { try KeyFile(parsing: bytes) } throws: { ($0 as? KeyFileProblem)?.line == 2 }
    }

    @Test("the line of a key is found in its own group")
    func lines() throws {
        let file = try KeyFile(parsing: Array("[a]\nx=1\n[b]\n# x=0\n x = 2\n".utf8))
        #expect(file.line(of: "x", in: "a") == 2)
        #expect(file.line(of: "x", in: "b") == 5)
        #expect(file.line(of: "y", in: "b") == nil)
    }
}
