internal import GLibBridge
internal import LanyardCore

/// Receives the requests of one redirect listener, one after the other.
@GLibActor
final class RedirectDesk {
    typealias Judge = @Sendable ([RedirectField]) async -> RedirectJudgement

    private enum State {
        /// Nobody waits yet; requests are kept, since a browser with a session comes back at once.
        case early
        /// Somebody waits for the redirect.
        case waiting(RedirectRule, Judge, CheckedContinuation<[RedirectField], any Error>)
        /// The redirect came, or the wait was given up.
        case over
    }

    private let path: String
    private var state = State.early
    private var kept: [CheckedContinuation<Void, Never>] = []
    private let turns = Turns()
    private let mostKept = 64

    init(path: String) { self.path = path.isEmpty ? "/" : path }

    /// Waits for the request that the judge takes for ours.
    func wait(method: String, judge: @escaping Judge) async throws -> [RedirectField] {
        try Task.checkCancellation()
        guard case .early = state else {
            throw LanyardError(.internalFault, "a redirect listener serves one sign-in only")
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Other jobs, the one of a cancellation among them, may have run before this one got here.
                guard case .early = state else { return continuation.resume(throwing: CancellationError()) }
                state = .waiting(RedirectRule(method: method), judge, continuation)
                releaseKept()
            }
        } onCancel: {
            Task { @GLibActor in self.end(throwing: CancellationError()) }
        }
    }

    /// Gives up the wait.
    func end(throwing error: any Error) { finish(.failure(error)) }

    /// The answer to one request.
    func answer(_ request: ServerRequest) async -> ServerReply {
        guard request.path == path else { return RedirectPage.refusal(404) }
        if case .early = state {
            guard kept.count < mostKept else { return RedirectPage.refusal(503) }
            await withCheckedContinuation { continuation in
                // Other jobs may have run before this one got here.
                if case .early = state { kept.append(continuation) } else { continuation.resume() }
            }
        }
        guard case .waiting(let rule, _, _) = state else { return RedirectPage.refusal(404) }
        switch rule.verdict(on: request) {
        case .refuse(let status): return RedirectPage.refusal(status, allow: status == 405 ? rule.method : nil)
        case .candidate(let fields): return await turns.run { await self.decide(fields) }
        }
    }

    private func decide(_ fields: [RedirectField]) async -> ServerReply {
        // The one before may have been the redirect.
        guard case .waiting(_, let judge, _) = state else { return RedirectPage.refusal(404) }
        let judgement = await judge(fields)
        guard case .waiting = state else { return RedirectPage.refusal(404) }
        switch judgement {
        case .success:
            finish(.success(fields))
            return RedirectPage.success
        case .failure(let message):
            finish(.success(fields))
            return RedirectPage.failure(message)
        case .foreign: return RedirectPage.refusal(400)
        }
    }

    private func finish(_ result: Result<[RedirectField], any Error>) {
        let before = state
        state = .over
        if case .waiting(_, _, let continuation) = before { continuation.resume(with: result) }
        releaseKept()
    }

    private func releaseKept() {
        for continuation in kept { continuation.resume() }
        kept = []
    }
}
