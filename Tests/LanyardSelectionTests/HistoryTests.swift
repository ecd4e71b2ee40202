import LanyardCore
import Testing

@testable import LanyardSelection

@Suite("History")
struct HistoryTests {
    static let account = Fixture.b.identity
    static let hour: Int64 = 3600

    static func points(_ history: History, after seconds: Int64, target: String = "t") -> Int {
        let evidence = history.evidence(for: [account], target: target, root: nil, now: seconds)[0]
        return ScoreRule.targetHistory(successes: evidence.successes, lastSuccess: evidence.lastSuccess, now: seconds)
    }

    @Test("a loop of a script counts as one use, and a choice by name as two")
    func counting() {
        var history = History()
        for second in 0..<100 {
            let root = second.isMultiple(of: 2) ? "/a" : "/b"
            history.recordSuccess(Self.account, target: "t", root: root, reason: .pin, now: Int64(second))
        }
        #expect(history.rows.reduce(0) { $0 + $1.count } == 1)
        history.recordSuccess(Self.account, target: "t", root: "/a", reason: .flag, now: Self.hour)
        #expect(history.rows.reduce(0) { $0 + $1.count } == 3)
        #expect(history.rows.reduce(0) { $0 + $1.rank } == 3 * Frecency.use)
        let evidence = history.evidence(for: [Self.account], target: nil, root: "/b", now: Self.hour)[0]
        #expect(evidence.isUsedInRoot)
    }

    @Test("what the scores chose keeps the memory fresh and adds nothing")
    func noFeedback() {
        var history = History()
        history.recordSuccess(Self.account, target: "t", root: nil, reason: .pin, now: 0)
        history.recordSuccess(Self.account, target: "t", root: nil, reason: .score, now: 60 * Fixture.day)
        #expect(history.rows.map(\.count) == [1])
        #expect(Self.points(history, after: 61 * Fixture.day) == 10)
    }

    @Test(
        "uses of a target are worth ten each, at most thirty, less with age",
        arguments: [(1, 0, 10), (3, 7, 30), (9, 7, 30), (3, 8, 18), (1, 30, 6), (3, 31, 9), (1, 90, 3), (3, 91, 0)]
    )
    func age(uses: Int, days: Int64, points: Int) {
        var history = History()
        for use in 0..<uses {
            let time = Int64(use) * Self.hour
            history.recordSuccess(Self.account, target: "t", root: nil, reason: .pin, now: time)
        }
        let last = Int64(uses - 1) * Self.hour
        #expect(Self.points(history, after: last + days * Fixture.day) == points)
        #expect(Self.points(history, after: last, target: "other") == 0)
    }

    @Test("frecency is four within the hour, two within the day, a half within the week, a quarter later")
    func frecency() {
        let ages: [Int64] = [-5, 0, 3599, 3600, 86_399, 86_400, 604_799, 604_800]
        let scores = ages.map { Frecency.score(rank: 1000, lastUse: 0, now: $0) }
        #expect(scores == [16_000, 16_000, 16_000, 8000, 8000, 2000, 2000, 1000])
    }

    @Test("a refusal speaks against the account until the next success")
    func refusal() {
        var history = History()
        history.recordSuccess(Self.account, target: "t", root: nil, reason: .pin, now: 0)
        history.recordRefusal(Self.account, target: "t", root: "/b", now: 10)
        func outcome() -> History.Outcome {
            history.evidence(for: [Self.account], target: "t", root: nil, now: 20)[0].outcome
        }
        #expect(outcome() == .notAuthorised)
        history.recordSuccess(Self.account, target: "t", root: nil, reason: .pin, now: 11)
        #expect(outcome() == .success)
    }

    @Test("ranks are aged at the limit, the forgotten go, and ten thousand rows are the most")
    func bounds() {
        var history = History()
        history.recordSuccess(Self.account, target: "old", root: nil, reason: .pin, now: 0)
        history.recordSuccess(Self.account, target: "big", root: nil, reason: .pin, now: 0)
        history.rows[1].rank = Frecency.limit
        history.recordSuccess(Self.account, target: "new", root: nil, reason: .flag, now: Self.hour)
        #expect(history.targets == ["big", "new"])
        #expect(history.rows.reduce(0) { $0 + $1.rank } <= Frecency.limit / 10 * 9)

        var full = SpeedTests.history([Self.account])
        full.rows = (0..<History.rowLimit).map { number in
            History.Row(
                account: 0,
                target: number % 500,
                root: number / 500,
                count: 1,
                rank: 900,
                lastUse: Int64(number),
                outcome: .success,
                outcomeAt: Int64(number)
            )
        }
        full.recordSuccess(Self.account, target: "more", root: nil, reason: .pin, now: 20_000)
        #expect(full.rows.count == History.rowLimit)
        #expect(full.targets.contains("more"))
    }

    @Test("a forgotten account leaves nothing behind")
    func forget() {
        var history = History()
        history.recordSuccess(Self.account, target: "t", root: "/a", reason: .pin, now: 0)
        history.recordSuccess(Fixture.a.identity, target: "u", root: nil, reason: .pin, now: 0)
        history.forget(Self.account)
        #expect(!history.serialized().contains("fab1"))
        #expect(history.accounts == [Fixture.a.identity])
        #expect(history.rows.map(\.account) == [0])
    }

    @Test("ten thousand rows are read as they were written")
    func large() throws {
        let history = SpeedTests.world.history
        let bytes = Array(history.serialized().utf8)
        var read = History()
        let time = try SpeedTests.milliseconds { read = try History(reading: bytes) }
        print("reading 10,000 rows of history: \(time) ms")
        #expect(read == history)
    }
}
