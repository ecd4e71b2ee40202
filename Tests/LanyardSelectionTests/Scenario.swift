import LanyardCore
import Testing

@testable import LanyardSelection

/// One row of the table of scenarios, with the answer that it must have whatever the recorded files say.
struct Scenario: Sendable, CustomTestStringConvertible {
    var number: String
    var title: String
    var request: SelectionRequest
    var world: SelectionWorld
    var outcome: Verdict.Outcome
    var reason: Reason
    var account: Account?
    var exit: Int32
    /// The scores of the candidates who fit, best first.
    var scores: [Int]?

    var testDescription: String { "\(number): \(title)" }

    /// Whether the answer is the one of the table.
    var holds: Bool {
        let verdict = Selector.select(request, in: world)
        return verdict.outcome == outcome && verdict.reason == reason && verdict.exitCode == exit
            && verdict.account?.identity == account?.identity
    }

    static func selected(
        _ number: String,
        _ title: String,
        _ request: SelectionRequest,
        _ world: SelectionWorld,
        _ account: Account,
        _ reason: Reason,
        scores: [Int]? = nil
    ) -> Scenario {
        Scenario(
            number: number,
            title: title,
            request: request,
            world: world,
            outcome: .selected,
            reason: reason,
            account: account,
            exit: 0,
            scores: scores
        )
    }

    static func stopped(
        _ number: String,
        _ title: String,
        _ request: SelectionRequest,
        _ world: SelectionWorld,
        _ outcome: Verdict.Outcome,
        _ reason: Reason,
        exit: Int32,
        scores: [Int]? = nil
    ) -> Scenario {
        Scenario(
            number: number,
            title: title,
            request: request,
            world: world,
            outcome: outcome,
            reason: reason,
            account: nil,
            exit: exit,
            scores: scores
        )
    }
}
