import Glibc
import LanyardTestSupport
import Testing

/// Columns P, A, N, G and R of the acceptance matrix: unmodified clients against the emulator.
@Suite("Independent clients")
struct IndependentClientTests {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(
        separator: "/"
    )
    private static let python = root + "/.venv/bin/python"
    private static let isInstalled = access(python, X_OK) == 0

    /// One run of all clients, whose lines every test reads.
    private static let lines = Task {
        let session = try TestSession()
        let run = try await session.run(
            [python, root + "/contrib/interop/main.py"],
            environment: ["LANYARD_EMULATOR": Stage.program("lanyard-emulator")],
            limitSeconds: 900
        )
        print(run.output)
        return run.output.split(separator: "\n").map(String.init)
    }

    /// The pairs of row and column that the matrix lists for these clients, as far as they can be shown.
    static let pairs = [
        "P": "01 02 03 05 06 08 16 17 18 20 21 22 24 26 29 30 31 32 34 35 37 38 39", "A": "06 15 20 27 29",
        "R": "07 36",
        "N": "01 02 03 07 16 17 20 29 30 32", "G": "01 02 05 16 26 27",
    ].flatMap { column, rows in rows.split(separator: " ").map { "\(column) \($0)" } }.sorted()

    @Test(
        "a row of MSAL Python (P), azure-identity (A), MSAL .NET (N), MSAL Go (G) or a strict relying party (R) passes",
        .enabled(if: isInstalled, "the clients are not installed; run contrib/interop/setup"),
        arguments: pairs
    )
    func row(pair: String) async throws {
        let words = pair.split(separator: " ")
        let shown = try await Self.lines.value.filter { line in
            guard let mark = line.split(separator: "[").last, line.hasSuffix("]") else { return false }
            let marks = mark.dropLast().split(separator: " ")
            return marks.first == words.first && marks.dropFirst().contains(words[1])
        }
        #expect(!shown.isEmpty, "no case shows \(pair)")
        for line in shown { #expect(line.hasPrefix("ok "), "\(line)") }
    }

    @Test(
        "no case of the independent clients fails",
        .enabled(if: isInstalled, "the clients are not installed; run contrib/interop/setup")
    )
    func all() async throws {
        let lines = try await Self.lines.value
        for line in lines where line.hasPrefix("FAIL") { Issue.record("\(line)") }
        #expect(lines.filter { $0.hasPrefix("ok ") }.count >= 70)
    }
}
