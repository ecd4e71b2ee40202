import CommandLineKit
import LanyardCore
import Testing

@testable import LanyardEmulator

@Suite("World file")
struct WorldTests {
    @Test("the built-in world is a good file with the ids that tests name")
    func builtIn() throws {
        let world = try World.builtIn()
        #expect(world.tenant(named: "Contoso.Example", kind: .entra)?.id == Known.contoso)
        #expect(world.user("ALICE@contoso.example")?.membership(in: Known.fabrikam)?.oid == Known.aliceAtFabrikam)
        #expect(world.client(Known.azureCLI)?.family == "1")
        #expect(world.graph?.appID == Resource.graphAppID)
    }

    @Test(
        "an error names the member that is wrong",
        arguments: [
            ("[]", "$"), ("{", "$"), ("{}", "$.version"), ("{\"version\":2}", "$.version"),
            ("{\"version\":1,\"tenant\":[]}", "$.tenant"), ("{\"version\":1,\"tenants\":{}}", "$.tenants"),
            ("{\"version\":1,\"tenants\":[{\"id\":\"x\",\"name\":\"X\"}]}", "$.tenants[0].id"),
            (
                "{\"version\":1,\"clients\":[{\"id\":\"11111111-1111-4111-8111-111111111111\",\"name\":\"A\",\"redirect_uris\":[7]}]}",
                "$.clients[0].redirect_uris[0]"
            ),
            (
                "{\"version\":1,\"users\":[{\"name\":\"a\",\"display_name\":\"A\",\"home\":{\"tenant\":\"11111111-1111-4111-8111-111111111111\",\"oid\":\"11111111-1111-4111-8111-111111111111\"}}]}",
                "$.users[0].home.tenant"
            ),
            (
                "{\"version\":1,\"tenants\":[{\"id\":\"11111111-1111-4111-8111-111111111111\",\"name\":\"X\",\"rules\":[{\"require\":\"luck\"}]}]}",
                "$.tenants[0].rules[0].require"
            ),
        ]
    )
    func wrong(text: String, path: String) throws {
        let error = #expect(throws: WorldError.self) { try World(json: text.utf8) }
        #expect(error?.path == path)
    }

    @Test(
        "a change of the clock is a sum with a unit",
        arguments: [
            ("+2h", Int64(7200)), ("+30m", 1800), ("+90s", 90), ("+1d", 86400), ("2h", nil), ("+h", nil), ("+2", nil),
            ("+-2h", nil),
        ]
    )
    func clock(text: String, seconds: Int64?) { #expect(ClockCommand.seconds(text) == seconds) }

    @Test("the command's own description is in order")
    func description() { #expect(EmulatorCommand.root.problems() == []) }
}
