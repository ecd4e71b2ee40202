import GLibBridge
import Glibc
import LanyardCore
import LanyardTestSupport
import Testing

/// One state that the Secret Service can be in when a command comes.
struct StoreState: Sendable, CustomTestStringConvertible {
    /// What to say about it.
    let name: String
    /// The fake provider's script; without one nobody provides the service.
    var script: String?
    /// Runs after the script's process has died; stands for a provider that the bus starts again.
    var successor: String?
    /// The exit code and the name of the error; no name where the command does its work.
    let exit: Int32
    var code = ""
    /// How long the command may take, in seconds.
    var bound = 3
    /// Whether somebody is at a terminal.
    var isAttended = false
    /// What the bus address is, where it is not the session's.
    var address: String?

    var testDescription: String { name }

    static let locked = #""collections": {"login": {"locked": true}}"#

    static let all = [
        StoreState(name: "open", script: "{}", exit: 0),
        StoreState(name: "no bus", exit: 7, code: "store_no_bus", address: ""),
        StoreState(name: "a bus that is not there", exit: 7, code: "store_no_bus", address: "unix:path=/nowhere/bus"),
        StoreState(name: "a bus that says nothing", exit: 7, code: "store_timed_out", address: "silent"),
        StoreState(name: "no service", exit: 7, code: "store_no_provider"),
        StoreState(
            name: "a service that hangs at once",
            script: #"{"hang": ["OpenSession"]}"#,
            exit: 7,
            code: "store_timed_out"
        ),
        StoreState(
            name: "a service that hangs in the middle",
            script: #"{"hang": ["SearchItems"]}"#,
            exit: 7,
            code: "store_timed_out"
        ),
        StoreState(
            name: "no default collection",
            script: #"{"aliases": {}}"#,
            exit: 7,
            code: "store_no_default_collection"
        ),
        StoreState(
            name: "locked, nobody to ask",
            script: #"{\#(locked), "unlock": "silent"}"#,
            exit: 7,
            code: "store_locked"
        ),
        StoreState(
            name: "locked and hiding it, nobody to ask",
            script: #"{\#(locked), "hideLocked": true, "unlock": "silent"}"#,
            exit: 7,
            code: "store_locked"
        ),
        StoreState(
            name: "locked, somebody unlocks it",
            script: #"{\#(locked), "unlock": "done"}"#,
            exit: 0,
            bound: 60,
            isAttended: true
        ),
        StoreState(
            name: "locked, somebody dismisses the prompt",
            script: #"{\#(locked), "unlock": "dismissed"}"#,
            exit: 7,
            code: "store_dismissed",
            bound: 60,
            isAttended: true
        ),
        StoreState(
            name: "locked, nobody answers the prompt",
            script: #"{\#(locked), "unlock": "silent"}"#,
            exit: 7,
            code: "store_timed_out",
            bound: 65,
            isAttended: true
        ),
        StoreState(
            name: "locked, another program unlocks it meanwhile",
            script: #"{\#(locked), "unlock": "elsewhere"}"#,
            exit: 0,
            bound: 10,
            isAttended: true
        ),
        StoreState(
            name: "the provider dies at the prompt",
            script: #"{\#(locked), "unlock": "gone"}"#,
            exit: 7,
            bound: 60,
            isAttended: true
        ),
        StoreState(
            name: "the provider dies in the middle",
            script: #"{"die": {"SearchItems": 1}}"#,
            exit: 7
        ),
        StoreState(
            name: "the provider dies and is started again",
            script: #"{"die": {"SearchItems": 1}}"#,
            successor: "{}",
            exit: 0
        ),
    ]
}

/// Each state has one answer, in time, through the built command.
@Suite("States of the Secret Service", .startsPrograms)
struct StateTests {
    @Test("a state of the store has one exit code, one code, one next step and a bound", arguments: StoreState.all)
    func answer(state: StoreState) async throws {
        let log = StepLog(subject: ["state"])
        let session = try TestSession()
        try await prepare(session, state)
        let silent = try SilentSocket(path: session.folder.path + "/silent")
        defer { silent.close() }
        await log.step(state.name) {
            let clock = ContinuousClock()
            let start = clock.now
            let run = try await command(["accounts", "-o", "json"], state, session)
            let time = clock.now - start
            // The bound is the command's; starting it on a busy machine comes on top.
            try demand(time < .seconds(state.bound + 2), "it took \(StepLog.seconds(time)) s")
            try demand(run.status == state.exit, "exit code \(run.status): \(run.errors)\(run.output)")
            guard state.exit != 0 else { return "0 -" }
            let said = run.errors + run.output
            guard let line = said.split(whereSeparator: \.isNewline).last(where: { $0.hasPrefix("{\"error\"") }),
                let error = try JSONValue.parse(Array(line.utf8))["error"], let code = error["code"]?.stringValue
            else { throw SupportError("no error: \(said)") }
            try demand(state.code.isEmpty || code == state.code, "the code is \(code)")
            try demand(error["hint"]?.stringValue?.isEmpty == false, "there is no next step")
            try demand(!run.output.hasPrefix("[]"), "an empty list")
            return "\(run.status) \(code)"
        }
        guard state.exit != 0, !state.isAttended else { return }
        // A sign-out has the same answer, and no file says otherwise.
        let logout = try await command(["logout", "--all"], state, session)
        #expect(logout.status == state.exit)
        #expect(!session.folder.contents.contains { $0.hasSuffix("accounts.json") })
    }

    private func prepare(_ session: TestSession, _ state: StoreState) async throws {
        guard let script = state.script else { return }
        _ = try await session.startFake(script, then: state.successor)
    }

    private func command(_ words: [String], _ state: StoreState, _ session: TestSession) async throws -> Run {
        var environment: [String: String] = [:]
        if let address = state.address {
            environment["DBUS_SESSION_BUS_ADDRESS"] =
                address == "silent" ? "unix:path=\(session.folder.path)/silent" : address
            environment["XDG_RUNTIME_DIR"] = session.folder.make("other")
        }
        let line = [Stage.program("lanyard")] + words
        guard state.isAttended else { return try await session.run(line, environment: environment) }
        // A terminal of its own: only then a prompt is shown.
        return try await session.run(
            ["script", "-qefc", line.joined(separator: " "), "/dev/null"],
            environment: environment,
            limitSeconds: 120
        )
    }
}
