import Foundation
import LanyardCore
import Testing

@testable import LanyardSelection

/// The table of scenarios, against its answers and against the recorded files.
///
/// `LANYARD_RECORD=1` renews the recorded files; the answers of the table are checked all the same.
@Suite("Scenarios")
struct ScenarioTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    @Test("the table has all twenty-five rows")
    func complete() {
        let rows = Set(Scenario.all.map { $0.number.prefix(2) })
        #expect(rows.count == 25)
        #expect(Set(Scenario.all.map(\.number)).count == Scenario.all.count)
    }

    @Test("every scenario has the answer of the table", arguments: Scenario.all)
    func answers(scenario: Scenario) {
        let verdict = Selector.select(scenario.request, in: scenario.world)
        #expect(verdict.outcome == scenario.outcome)
        #expect(verdict.reason == scenario.reason)
        #expect(verdict.account?.identity == scenario.account?.identity)
        #expect(verdict.exitCode == scenario.exit)
        #expect((verdict.failure == nil) == (scenario.exit == 0))
        if let scores = scenario.scores {
            #expect(
                verdict.candidates.filter { $0.dropped == nil }.map(\.score).sorted { ($0 ?? 0) > ($1 ?? 0) } == scores
            )
        }
    }

    @Test("the table is printed, and every row of it holds")
    func table() {
        var lines: [String] = []
        var held = 0
        let rows = Dictionary(grouping: Scenario.all) { $0.number.prefix(2) }.sorted { $0.key < $1.key }
        for (number, scenarios) in rows {
            let isHeld = scenarios.allSatisfy(\.holds)
            held += isHeld ? 1 : 0
            lines += scenarios.map { scenario in
                let who = scenario.account?.username ?? "\(scenario.outcome.rawValue), exit \(scenario.exit)"
                let mark = scenario.holds ? "ok  " : "FAIL"
                return "  \(mark) \(scenario.number)  \(scenario.title): \(who), \(scenario.reason.rawValue)"
            }
            #expect(isHeld, "row \(number)")
        }
        lines.append("selection scenarios: \(held) of \(rows.count)")
        // One write, so that other tests' lines do not come between.
        print(lines.joined(separator: "\n"))
        #expect(held == 25)
    }

    @Test("every scenario reads as recorded", arguments: Scenario.all)
    func recorded(scenario: Scenario) throws {
        let verdict = Selector.select(scenario.request, in: scenario.world)
        try compare(verdict.jsonValue.serialized(pretty: true) + "\n", with: "\(scenario.number).json")
        try compare(verdict.longDescription, with: "\(scenario.number).txt")
    }

    @Test("every verdict survives its JSON form", arguments: Scenario.all)
    func codable(scenario: Scenario) throws {
        let verdict = Selector.select(scenario.request, in: scenario.world)
        let text = verdict.jsonValue.serialized()
        #expect(try JSONDecoder().decode(Verdict.self, from: Data(text.utf8)) == verdict)
    }

    @Test("descriptions are one line, long ones at most 80 columns wide", arguments: Scenario.all)
    func shape(scenario: Scenario) {
        var events: [SelectionEvent] = []
        let verdict = Selector.select(scenario.request, in: scenario.world) { events.append($0) }
        #expect(!verdict.description.contains("\n"))
        #expect(verdict.longDescription.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(events.allSatisfy { !$0.description.contains("\n") })
        #expect(events.last?.name == "ended")
        #expect(!verdict.longDescription.contains("az login"))
    }

    private func compare(_ text: String, with name: String) throws {
        let file = Self.folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["LANYARD_RECORD"] == "1" {
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(text == recorded, "differs from Golden/\(name); LANYARD_RECORD=1 renews it")
    }
}
