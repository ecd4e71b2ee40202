import Lanyard
import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Cache command")
struct CacheTests {
    private static let damaged = CacheFinding(
        .damaged,
        subject: "/org/1",
        label: "Lanyard: alice",
        detail: "is not JSON",
        remedy: .putAside
    )
    private static let index = CacheFinding(
        .indexMissing,
        subject: "a.b",
        label: "alice",
        detail: "is not in the index",
        remedy: .rebuildIndex
    )

    @Test("a finding is named on one line with the next step, and the exit code tells")
    func verify() async {
        let bench = Bench()
        await bench.service.keep([], [Self.damaged])
        let text = await bench.run("cache verify")
        #expect(text.code == 1)
        #expect(
            text.output == """
                damaged: Lanyard: alice (/org/1) is not JSON
                0 items, 0 accounts, 1 finding
                next: lanyard cache repair

                """
        )
        let rows = await bench.run("cache verify -o tsv")
        #expect(rows.output == "damaged\t/org/1\tLanyard: alice\tis not JSON\tput_aside\n")
    }

    @Test("a repair that moves something asks; a no changes nothing", arguments: ["", "n", "y", "yes"])
    func repair(answer: String) async {
        let bench = Bench(terminals: [.input, .error], answers: [answer])
        await bench.service.keep([], [Self.damaged])
        let result = await bench.run("cache repair")
        let isAgreed = answer.hasPrefix("y")
        #expect(result.code == (isAgreed ? 0 : 6))
        #expect(result.error.contains("damaged: Lanyard: alice"))
        #expect(await bench.service.repaired == (isAgreed ? [Self.damaged] : []))
    }

    @Test("to make the index anew nobody has to agree")
    func rebuild() async {
        let bench = Bench()
        await bench.service.keep([], [Self.index])
        #expect(await bench.run("cache repair --no-input").code == 0)
        #expect(await bench.service.repaired == [Self.index])
        #expect(await bench.run("cache repair").output == "nothing to repair\n")
    }

    @Test("statistics of a locked store say what is known and fail with the store's code")
    func statistics() async {
        let bench = Bench()
        await bench.service.diagnose(
            StoreDiagnosis(problem: LanyardError(.storeLocked, "locked"), provider: "keepassxc", isLocked: true)
        )
        let result = await bench.run("cache stats")
        #expect(result.code == 7)
        #expect(result.output.contains("provider           keepassxc\n"))
        #expect(result.output.contains("state              store_locked\n"))
    }
}
