import LanyardTestSupport
import Testing

/// Prints one line for each step of a test, from which `contrib/providers/table` makes its tables.
struct StepLog {
    /// The table, and the row where it has several lines.
    let subject: [String]

    /// Runs a step; what it throws is a failure of this step, and the next ones still run.
    func step(_ name: String, _ body: () async throws -> String) async {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let note = try await body()
            line(name, "pass", "\(Self.seconds(clock.now - start)) s", note)
        } catch {
            line(name, "FAIL", "\(Self.seconds(clock.now - start)) s", "\(error)")
            Issue.record("\(subject.joined(separator: " ")), \(name): \(error)")
        }
    }

    func line(_ parts: String...) {
        print(
            "table|"
                + (subject + parts).map { $0.replacing("\n", with: " ").replacing("|", with: "/") }
                .joined(separator: "|")
        )
    }

    static func seconds(_ duration: Duration) -> String {
        let tenths = duration.components.seconds * 10 + duration.components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// Fails a step where something is not as it should be.
func demand(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    if !condition { throw SupportError(words()) }
}
