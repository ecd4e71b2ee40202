import Lanyard
import LanyardTestSupport
import Testing

@Suite("One expired token that many need", .startsPrograms, .serialized)
struct ExpiredTokenTests {
    @Test("64 processes make one request and get one answer")
    func manyProcesses() async throws {
        let stage = try await Stage()
        try await stage.control("fault", "add", "--grant", "authorization_code", "--lifetime", "60")
        #expect(try await stage.signIn(Name.alice, ["--scope", "User.Read"]).status == 0)
        let runs = try await withThrowingTaskGroup(of: Run.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try await stage.lanyard(["token", "-a", Name.alice, "--scope", "User.Read"], limitSeconds: 120)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for run in runs where run.status != 0 { Issue.record("\(run.errors)") }
        let answers = Set(runs.map(\.output))
        #expect(answers.count == 1)
        let token = try #require(answers.first?.dropLast())
        #expect(try claims(of: Secret(String(token)))["tid"]?.stringValue == Name.contoso)
        let requests = try await stage.count(grant: "refresh_token")
        #expect(requests == 1)
        RaceNumbers.report("64 processes, one expired token", 1, "\(requests) request, \(runs.count) answers")
    }

    @Test("64 tasks make one request and get one answer, in one application or in four", arguments: [1, 4])
    func manyTasks(applications: Int) async throws {
        let stage = try await Stage()
        let clock = ShiftedClock()
        let apps = try (0..<applications).map { _ in try stage.application(clock: clock) }
        let account = try await apps[0].signIn(scopes: ["User.Read"]).account
        clock.move(by: 7200)
        try await stage.control("clock", "+2h")
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<64 {
                let app = apps[number % applications]
                group.addTask { try await app.silent(account, ["User.Read"]).accessToken.reveal() }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.count == 64)
        #expect(Set(tokens).count == 1)
        let requests = try await stage.count(grant: "refresh_token")
        #expect(requests == 1)
        let name = applications == 1 ? "64 tasks" : "\(applications) applications of \(64 / applications) tasks"
        RaceNumbers.report("\(name), one expired token", 1, "\(requests) request, \(tokens.count) answers")
    }
}
