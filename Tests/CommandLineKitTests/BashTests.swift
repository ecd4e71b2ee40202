import CommandLineKit
import Foundation
import Testing

@Suite("Completion in a real bash")
struct BashTests {
    /// A program that answers as the real one does, with what it was asked on standard error.
    private static let program = """
        my-sample() { case "${*: -1}" in f*) printf ':files\\n' ;; *) printf ':none\\nalice@contoso.example\\tAlice\\n--output=json\\n' ;; esac; }

        """

    @Test(
        "what is offered replaces only what bash will replace",
        arguments: [
            ("my-sample token -a al", "alice@contoso.example --output=json"),
            ("my-sample ", "alice@contoso.example --output=json"),
            ("my-sample --output=j", "alice@contoso.example json"),
        ]
    )
    func replies(line: String, expected: String) throws {
        let script =
            Self.program + CompletionScript.bash.text(program: "my-sample")
            + "COMP_LINE='\(line)'; COMP_POINT=${#COMP_LINE}; COMP_WORDBREAKS=' =:'; _my_sample; echo \"${COMPREPLY[*]}\""
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["--norc", "-c", script]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(String(decoding: output, as: UTF8.self) == expected + "\n")
    }
}
