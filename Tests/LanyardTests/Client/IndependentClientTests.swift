import Glibc
import LanyardTestSupport
import Testing

/// Columns P, A and R of the acceptance matrix: MSAL Python, azure-identity and a strict relying party against the emulator.
@Suite("Independent clients")
struct IndependentClientTests {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
        separator: "/"
    )
    private static let python = root + "/.venv/bin/python"

    @Test(
        "MSAL Python, azure-identity and a strict relying party agree with the emulator",
        .enabled(if: access(python, X_OK) == 0, "the clients are not installed; run contrib/interop/setup")
    )
    func agree() throws {
        let session = try TestSession()
        let run = try session.run(
            [Self.python, Self.root + "/contrib/interop/main.py"],
            environment: ["LANYARD_EMULATOR": Stage.program("lanyard-emulator")],
            limitSeconds: 900
        )
        print(run.output)
        let lines = run.output.split(separator: "\n")
        for line in lines where line.hasPrefix("FAIL") { Issue.record("\(line)") }
        #expect(run.status == 0, "\(run.errors)")
        #expect(lines.filter { $0.hasPrefix("ok ") }.count >= 30)
    }
}
