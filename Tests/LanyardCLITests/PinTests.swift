import FoundationEssentials
import LanyardCore
import Testing

@testable import LanyardCLI

@Suite("Pins and bindings")
struct PinTests {
    /// A folder of its own with a folder below it.
    private final class Place {
        let path = FileManager.default.temporaryDirectory.appending(path: "lanyard-place-\(UUID().uuidString)").path
        var below: String { path + "/below" }
        var pin: String { path + "/.lanyard" }

        init() throws {
            try FileManager.default.createDirectory(atPath: path + "/below", withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, mode: Int = 0o644) throws {
            try Data(text.utf8).write(to: URL(filePath: pin))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: pin)
        }
    }

    private let place: Place
    private let bench: Bench

    init() throws {
        place = try Place()
        bench = Bench(service: FakeService([Person.alice, Person.bob]), directory: place.below)
    }

    @Test("use --dir writes and approves a pin, which counts below too, and names the tenant")
    func use() async throws {
        let here = Bench(["LANYARD_STATE_DIR": bench.folder + "/state"], service: bench.service, directory: place.path)
        #expect(await here.run("use fab --dir -t contoso.example").code == 0)
        #expect(await bench.run("token").output == "AT-bob@fabrikam.example\n")
        #expect(await bench.service.silentRequests.last?.tenant == .domain("contoso.example"))
        let json = try JSONValue.parse(Array(await bench.run("which -o json").output.utf8))
        #expect(json["reason"] == "pin")
    }

    @Test("a pin that nobody approved stops everything but an explicit choice")
    func unapproved() async throws {
        try place.write("account = fab\n")
        let result = await bench.run("token")
        #expect(result.code == 6)
        #expect(result.output == "")
        #expect(result.error.contains("lanyard allow"))
        #expect(await bench.run("token -a alice@contoso.example").code == 0)
        #expect(await bench.service.silentRequests.count == 1)
    }

    @Test("allow approves one content, deny withdraws it, and a change stops again")
    func allow() async throws {
        try place.write("account = fab\n")
        #expect(await bench.run("allow").output.hasSuffix("/.lanyard: account fab\n"))
        #expect(await bench.run("token").output == "AT-bob@fabrikam.example\n")
        try place.write("account = alice@contoso.example\n")
        #expect(await bench.run("token").code == 6)
        #expect(await bench.run("allow").code == 0)
        #expect(await bench.run("token").output == "AT-alice@contoso.example\n")
        #expect(await bench.run("deny").code == 0)
        #expect(await bench.run("token").code == 6)
    }

    @Test("the prompt shows the pin that counts, the shell's own account before it, and nothing of a strange pin")
    func prompt() async throws {
        #expect(await bench.run("prompt").output == "")
        try place.write("account = fab\ntenant = contoso.example\n")
        #expect(await bench.run("prompt").output == "pin not approved\n")
        #expect(try JSONValue.parse(Array(await bench.run("prompt -o json").output.utf8))["distrust"] == "unapproved")
        #expect(await bench.run("allow").code == 0)
        #expect(await bench.run("prompt").output == "fab in contoso.example\n")
        try place.write("account = \u{1B}[31mroot\n")
        #expect(await bench.run("prompt").output == "pin not approved\n")
        let shell = Bench(["LANYARD_ACCOUNT": "bob"], service: bench.service, directory: place.below)
        #expect(await shell.run("prompt").output == "bob\n")
    }

    @Test("allow shows whom the pin means and where, and what has changed since it was approved")
    func shown() async throws {
        try place.write("account = fab\n")
        let first = await bench.run("allow")
        #expect(
            first.error.contains("  account = fab\n  That is bob@fabrikam.example, at home in tenant fabrikam.example.")
        )
        try place.write("account = alice@contoso.example\ntenant = contoso.example\n")
        let second = await bench.run("allow").error
        #expect(
            second.contains("  - account = fab\n  + account = alice@contoso.example\n  + tenant = contoso.example\n")
        )
        #expect(await bench.run("allow -q").error.isEmpty)
    }

    @Test("a person at a terminal is asked about a pin, and only yes lets it count", arguments: ["y", "n", ""])
    func asked(answer: String) async throws {
        try place.write("account = fab\n")
        let terminal = Bench(
            terminals: [.input, .error],
            service: bench.service,
            answers: [answer],
            directory: place.below
        )
        let result = await terminal.run("token")
        #expect(result.error.contains("That is bob@fabrikam.example"))
        #expect(result.code == (answer == "y" ? 0 : 6))
        #expect(await terminal.run("token --no-input").code == (answer == "y" ? 0 : 6))
    }

    @Test("a pin that others can write never counts, nor does a link", arguments: [true, false])
    func untrusted(isLink: Bool) async throws {
        if isLink {
            try Data("account = fab\n".utf8).write(to: URL(filePath: place.path + "/other"))
            try FileManager.default.createSymbolicLink(atPath: place.pin, withDestinationPath: place.path + "/other")
        } else {
            try place.write("account = fab\n", mode: 0o666)
        }
        #expect(await bench.run("allow").code != 0)
        #expect(await bench.run("token").code == 6)
    }

    @Test("a damaged pin is told with its line, and nothing is chosen")
    func damaged() async throws {
        try place.write("account = fab\nrun = rm\n")
        let result = await bench.run("allow")
        #expect(result.code == 2)
        #expect(result.error.contains("line 2, run"))
        #expect(await bench.run("token").code == 6)
    }

    @Test("without a pin there is nothing to allow")
    func none() async {
        #expect(await bench.run("allow").code == 3)
        #expect(await bench.run("deny").code == 3)
    }

    @Test("a binding decides for its target alone, is listed and removed")
    func bind() async throws {
        #expect(await bench.run("bind audience:https://management.azure.com -a fab").code == 0)
        #expect(await bench.run("token -r https://management.azure.com").output == "AT-bob@fabrikam.example\n")
        #expect(await bench.run("token -s User.Read").code == 5)
        #expect(
            await bench.run("bind list -o tsv").output.hasPrefix(
                "audience:https://management.azure.com\tbob@fabrikam.example\t\t"
            )
        )
        #expect(await bench.run("bind remove audience:https://management.azure.com").code == 0)
        #expect(await bench.run("bind remove audience:https://management.azure.com").code == 3)
        #expect(await bench.run("token -r https://management.azure.com").code == 5)
        #expect(await bench.run("bind https://dev.azure.com/x").code == 2)
    }

    @Test("the remote of the directory tells which organisation of Azure DevOps is meant")
    func remote() async throws {
        #expect(await bench.run("bind org:fab-org -a fab").code == 0)
        let line = "token -r 499b84ac-1321-427f-aa17-267ca6975798"
        #expect(await bench.run(line).code == 5)
        try FileManager.default.createDirectory(atPath: place.path + "/.git", withIntermediateDirectories: true)
        let remote = "[remote \"origin\"]\n\turl = https://fab-org@dev.azure.com/fab-org/shop/_git/web\n"
        try bench.write(remote, to: place.path + "/.git/config")
        #expect(await bench.run(line).output == "AT-bob@fabrikam.example\n")
        #expect(await bench.run("token -r https://management.azure.com").code == 5)
    }

    @Test(
        "the remotes of worktrees and submodules are those of the folder that their .git file names",
        arguments: [true, false]
    )
    func linkedRemote(isWorktree: Bool) async throws {
        #expect(await bench.run("bind org:fab-org -a fab").code == 0)
        let shared = place.path + "/../shared.git"
        let own = isWorktree ? shared + "/worktrees/w" : shared
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: shared) }
        try bench.write(
            "[remote \"origin\"]\n\turl = https://dev.azure.com/fab-org/shop/_git/web\n",
            to: shared + "/config"
        )
        if isWorktree { try bench.write("../..\n", to: own + "/commondir") }
        let name = isWorktree ? own : "../shared.git"
        try bench.write("gitdir: \(name)\n", to: place.path + "/.git")
        let line = "token -r 499b84ac-1321-427f-aa17-267ca6975798"
        #expect(await bench.run(line).output == "AT-bob@fabrikam.example\n")
        try bench.write("gitdir: nowhere\n", to: place.path + "/.git")
        #expect(await bench.run(line).code == 5)
    }

    @Test("damaged rules are told and left as they are", arguments: ["bindings.json", "approvals.json"])
    func damagedState(name: String) async throws {
        let path = bench.folder + "/state/" + name
        try bench.write("{\"version\":1,", to: path)
        let result = await bench.run("token")
        #expect(result.code == 2)
        #expect(result.error.contains(name))
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "{\"version\":1,")
    }
}
