import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Failures")
struct FailureTests {
    @Test("a failure is one line and a hint on standard error, nothing on standard output")
    func text() async {
        let result = await Bench().run("vresion")
        #expect(
            result
                == Bench.Result(
                    code: 2,
                    output: "",
                    error: "lanyard: unknown command 'vresion'\nhint: did you mean 'lanyard version'?\n"
                )
        )
    }

    @Test(
        "with -o json a failure is one object on standard error",
        arguments: ["-o json vresion", "vresion --output=json", "vresion -ojson"]
    )
    func json(line: String) async throws {
        let result = await Bench().run(line)
        #expect(result.code == 2)
        #expect(result.output == "")
        let error = try #require(try JSONValue.parse(Array(result.error.utf8))["error"])
        let members = try #require(error.objectValue?.keys.sorted())
        #expect(
            members == [
                "account", "claims", "code", "correlation_id", "exit", "hint", "message", "server_code", "tenant",
            ]
        )
        #expect(error["code"] == "invalid_argument")
        #expect(error["exit"] == 2)
        #expect(error["hint"] == "did you mean 'lanyard version'?")
    }

    private static let classes: [(LanyardError.Code, Int32)] = [
        (.invalidScope, 2), (.ambiguousName, 2), (.accountNotFound, 3), (.notAMember, 3), (.noAccounts, 4),
        (.interactionRequired, 4), (.consentRequired, 4), (.signInTimedOut, 4), (.ambiguousAccount, 5), (.refused, 6),
        (.accountMismatch, 6), (.storeNoBus, 7), (.storeLocked, 7), (.storeDismissed, 7), (.storeTimedOut, 7),
        (.storeUnreadable, 7), (.network, 8), (.untrustedServer, 8), (.serverRefused, 8), (.throttled, 8),
        (.internalFault, 1), (.noBrowser, 1), (.interrupted, 130), (.init(rawValue: "something_new"), 1),
    ]

    @Test("every class of failure has its exit code", arguments: classes)
    func codes(code: LanyardError.Code, exit: Int32) {
        #expect(ExitCode(for: code).rawValue == exit)
    }

    @Test("text from a server cannot move the cursor or add a line")
    func hostileText() {
        let failure = Failure(LanyardError(.serverRefused, "a\u{1b}[2Jb\nlanyard: all is well", hint: "x\ny"))
        #expect(failure.lines(bold: false) == ["lanyard: a\\u{1b}[2Jb lanyard: all is well", "hint: x y"])
    }

    @Test("an unknown error's own words are not shown")
    func unknownError() {
        struct Odd: Error { let token = "S3CRET" }
        #expect(!Failure(Odd()).lines(bold: false).joined().contains("S3CRET"))
    }

    @Test("a full disk is told, a closed pipe is not")
    func output() async {
        let full = await Bench(outputFailure: ConsoleFailure(number: 28)).run("version")
        #expect(full.code == 1)
        #expect(full.error.hasPrefix("lanyard: standard output or input does not work: "))
        let closed = await Bench(outputFailure: ConsoleFailure(number: 32)).run("version")
        #expect(closed == Bench.Result(code: 1, output: "", error: ""))
    }
}
