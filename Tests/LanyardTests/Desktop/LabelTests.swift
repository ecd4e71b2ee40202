import LanyardTestSupport
import Testing

/// What a keyring program shows of the items, in a real gnome-keyring.
@Suite("Labels of items", .startsPrograms)
struct LabelTests {
    @Test("name nobody where the setting says so; a change shows with the next write")
    func privateLabels() async throws {
        let stage = try await Stage()
        let hidden = ["LANYARD_STORE_PRIVATE_LABELS": "yes"]
        #expect(try await stage.signIn(Name.alice).status == 0)
        #expect(try await labels(stage).contains { $0.contains(Name.alice) })
        for (environment, isNamed) in [(hidden, false), ([:], true), (hidden, false)] {
            let words = ["token", "-a", Name.alice, "--scope", Name.graph, "--force-refresh"]
            #expect(try await stage.lanyard(words, environment: environment).status == 0)
            let labels = try await labels(stage)
            #expect(labels.contains { $0.contains("alice") || $0.contains("contoso") } == isNamed, "\(labels)")
            #expect(labels.contains { $0.hasPrefix("label = Lanyard: account ") } == !isNamed, "\(labels)")
        }
    }

    private func labels(_ stage: Stage) async throws -> [String] {
        let search = try await stage.session.run(["secret-tool", "search", "--all", "lanyard", "1"])
        return search.output.split(separator: "\n").filter { $0.hasPrefix("label = ") }.map(String.init)
    }
}
