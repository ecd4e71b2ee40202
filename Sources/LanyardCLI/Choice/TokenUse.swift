import Lanyard
import LanyardCore

/// A token that was got for a choice.
struct TokenUse: Sendable {
    let work: Work
    /// What chose the account; nothing where a person has just signed in.
    let choice: Choice?
    let result: AuthenticationResult

    /// Gets the token for a choice; a refusal is noted for later choices.
    static func get(
        _ work: Work,
        _ choice: Choice,
        _ body: () async throws -> AuthenticationResult
    ) async throws -> TokenUse {
        do {
            let result = try await body()
            // Handed out to nobody but the account that was chosen.
            guard result.account.homeAccountID == choice.account.homeAccountID else {
                throw LanyardError(.invalidToken, "the token belongs to another account and was thrown away")
                    .with { $0.account = choice.account.displayName }
            }
            return TokenUse(work: work, choice: choice, result: result)
        } catch {
            await work.service.remember(choice.verdict, .failure(error))
            throw error
        }
    }

    /// Notes that the service took the token and said that the account may not: it speaks against the account there.
    func rememberRefusal() async {
        guard let choice else { return }
        let refusal = LanyardError(.notAMember, "the service said that the account may not")
        await work.service.remember(choice.verdict, .failure(refusal))
    }

    /// Notes the success; called when the command has printed, so that nobody waits for a file.
    func remember() async {
        guard let choice else { return }
        await work.service.remember(choice.verdict, .success(result))
    }
}
