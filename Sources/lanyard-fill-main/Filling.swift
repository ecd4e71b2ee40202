import FoundationEssentials
import Lanyard
import LanyardCore
import LanyardSelection

/// Writes accounts, tokens and history as sign-ins, renewals and uses do.
struct Filling {
    let cache: TokenCache
    let evidence: EvidenceFiles
    private let now = Int64(Date().timeIntervalSince1970)

    init(_ configuration: Configuration) {
        cache = Application.makeEngine(configuration).cache
        evidence = EvidenceFiles(configuration.directories)
    }

    func run(_ verb: String, _ number: Int) async throws {
        switch verb {
        case "accounts": for person in 0..<number { try await signIn(SamplePerson(person)) }
        case "index":
            try await signIn(SamplePerson(0))
            try await cache.list((0..<number).map { SamplePerson($0).account })
        case "history": try await note(number)
        case "sign-in": try await signIn(SamplePerson(number))
        case "rotate": try await rotate(SamplePerson(number))
        default: throw LanyardError(.invalidArgument, "there is nothing called \(verb)")
        }
    }

    private func signIn(_ person: SamplePerson) async throws {
        let (profiles, tokens, issued) = (person.profiles, person.tokens(now: now), now)
        try await cache.update(person.key, .mayCreate) { record, set in
            for profile in profiles { record.merge(profile: profile) }
            record.label = person.label
            record.refreshToken = Secret("1.\(String(repeating: "r", count: 1100))")
            record.refreshTokenIssuedAt = issued
            for token in tokens { set.insert(token, now: issued) }
        }
    }

    private func rotate(_ person: SamplePerson) async throws {
        let (token, issued) = (person.tokens(now: now)[0], now)
        try await cache.update(person.key, .mustExist) { record, set in
            record.refreshToken = Secret("1.\(issued)\(String(repeating: "n", count: 1100))")
            record.refreshTokenIssuedAt = issued
            set.insert(token, now: issued)
        }
    }

    private func note(_ rows: Int) async throws {
        let identities = try await cache.index().accounts.map(\.identity)
        let now = now
        try await evidence.update(History.self) { history in
            for row in 0..<rows {
                history.recordSuccess(
                    identities[row % identities.count],
                    target: "storage:account\(row % 499).blob.core.windows.net",
                    root: "/home/ana/tree\(row % 211)",
                    reason: .pin,
                    now: now - Int64(row) * 3600
                )
            }
        }
    }
}
