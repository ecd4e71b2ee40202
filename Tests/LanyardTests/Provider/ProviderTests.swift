import GLibBridge
import LanyardCore
import LanyardTestSupport
import Testing

/// The whole life of two sign-ins on each Secret Service that can be run here.
@Suite("Providers", .startsPrograms)
struct ProviderTests {
    @Test("sign-in, silent, rotation, list, lock, unlock, restart and sign-out", arguments: RealProvider.allCases)
    func life(provider: RealProvider) async throws {
        let log = StepLog(subject: ["provider", provider.rawValue])
        let stage = try await Stage(keyring: nil, options: ["--mode", "strict"])
        if let obstacle = try await stage.session.obstacle(of: provider) {
            return log.line("start", "absent", "", obstacle)
        }
        let life = ProviderLife(stage: stage, provider: provider)
        await log.step("start") { try await life.start() }
        await log.step("sign-in") { try await life.signIn() }
        await log.step("silent") { try await life.silent() }
        await log.step("rotation") { try await life.rotation() }
        await log.step("list") { try await life.list() }
        await log.step("lock") { try await life.lock() }
        await log.step("unlock") { try await life.unlock() }
        await log.step("restart") { try await life.restart() }
        await log.step("sign-out") { try await life.signOut() }
    }
}

/// The steps; each throws where the command does not do what it should, and gives what was found out.
private struct ProviderLife {
    let stage: Stage
    let provider: RealProvider

    private func json(_ words: [String]) async throws -> JSONValue {
        let run = try await stage.lanyard(words + ["-o", "json"])
        try demand(run.status == 0, "\(words.joined(separator: " ")) ended with \(run.status): \(run.errors)")
        return try JSONValue.parse(Array(run.output.utf8))
    }

    private func token(_ user: String, _ words: String...) async throws -> String {
        let result = try await json(["token", "-a", user, "--scope", Name.graph] + words)
        try demand(result["account"]?["username"]?.stringValue == user, "the token is another account's")
        if words.contains("--force-refresh") { try await stage.session.control("settle", provider) }
        return result["source"]?.stringValue ?? ""
    }

    private func forgetIndex() async throws {
        let run = try await stage.session.run(["sh", "-c", #"rm -f "$XDG_STATE_HOME"/lanyard/accounts*"#])
        try demand(run.status == 0, run.errors)
    }

    private func users() async throws -> [String] {
        try await json(["accounts"]).arrayValue?.compactMap { $0["username"]?.stringValue }.sorted() ?? []
    }

    /// What the provider can do is asked of it, and not known by its name.
    func start() async throws -> String {
        try await stage.session.control("start", provider)
        let found = try await json(["cache", "stats"])
        try demand(found["survives_reboot"] == true, "sign-ins would not survive a reboot")
        let hasSession = found["volatile_collection"] == true
        return "owned by \(found["provider"]?.stringValue ?? "?"), access tokens "
            + (hasSession ? "in memory only" : "with the sign-ins")
    }

    func signIn() async throws -> String {
        for user in [Name.alice, Name.bob] {
            let run = try await stage.signIn(user)
            try demand(run.status == 0, "\(user): \(run.errors)")
        }
        return ""
    }

    func silent() async throws -> String {
        for user in [Name.alice, Name.bob] {
            _ = try await token(user)
            let source = try await token(user)
            try demand(source == "cache", "the token of \(user) came from \(source)")
        }
        return ""
    }

    /// The second refresh is refused where the token of the first was not kept.
    func rotation() async throws -> String {
        for user in [Name.alice, Name.alice, Name.bob, Name.bob] {
            let source = try await token(user, "--force-refresh")
            try demand(source == "refresh", "the token of \(user) came from \(source)")
        }
        return ""
    }

    func list() async throws -> String {
        try await forgetIndex()
        let users = try await users()
        try demand(users == [Name.alice, Name.bob], "listed: \(users)")
        let verify = try await stage.lanyard("cache", "verify")
        try demand(verify.status == 0, verify.output)
        return verify.output.split(separator: "\n").first.map(String.init) ?? ""
    }

    func lock() async throws -> String {
        try await stage.session.control("lock", provider)
        try await forgetIndex()
        let clock = ContinuousClock()
        let start = clock.now
        let run = try await stage.lanyard("accounts", "-o", "json")
        try demand(clock.now - start < .seconds(5), "the answer took \(clock.now - start)")
        if run.status == 0 {
            let users = try await users()
            try demand(users == [Name.alice, Name.bob], "a locked store is listed as \(users)")
            return "its lock protects nothing"
        }
        let code = try JSONValue.parse(Array(run.errors.utf8))["error"]?["code"]?.stringValue ?? ""
        try demand(run.status == 7 && code == "store_locked", "exit code \(run.status), \(code)")
        let logout = try await stage.lanyard("logout", "--all")
        try demand(logout.status == 7, "logout ended with \(logout.status)")
        return "exit code 7, store_locked"
    }

    func unlock() async throws -> String {
        try await stage.session.control("unlock", provider)
        _ = try await token(Name.alice, "--force-refresh")
        let users = try await users()
        try demand(users == [Name.alice, Name.bob], "listed: \(users)")
        return ""
    }

    func restart() async throws -> String {
        try await stage.session.control("stop", provider)
        try await stage.session.wait(for: "org.freedesktop.secrets", owned: false)
        let gone = try await stage.lanyard("token", "-a", Name.alice, "--scope", Name.graph, "--force-refresh")
        try demand(gone.status == 7, "without a provider the exit code is \(gone.status)")
        try await stage.session.control("start", provider)
        for user in [Name.alice, Name.bob] { _ = try await token(user, "--force-refresh") }
        return ""
    }

    func signOut() async throws -> String {
        let run = try await stage.lanyard("logout", Name.alice)
        try demand(run.status == 0, run.errors)
        var users = try await users()
        try demand(users == [Name.bob], "left: \(users)")
        let all = try await stage.lanyard("logout", "--all")
        try demand(all.status == 0, all.errors)
        users = try await self.users()
        try demand(users.isEmpty, "left: \(users)")
        let items = try await json(["cache", "list"]).arrayValue ?? []
        try demand(items.isEmpty, "\(items.count) items are left")
        return ""
    }
}
