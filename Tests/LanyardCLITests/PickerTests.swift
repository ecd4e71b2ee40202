import Testing

@testable import LanyardCLI

/// The list without a terminal: keys in, lines and the answer out.
@Suite("Picker")
struct PickerTests {
    private static let names = [
        "alice@contoso.example", "bob@fabrikam.example [fab]", "carol@contoso.example", "dave@litware.example",
    ]

    private func list(height: Int = 10) -> PickerState { PickerState(title: "Who?", items: Self.names, height: height) }

    private func pressed(_ text: String, height: Int = 10) -> PickerState {
        var (list, reader) = (list(height: height), KeyReader())
        for key in reader.read(Array(text.utf8)) + reader.read([], isPause: true) { list.press(key) }
        return list
    }

    @Test(
        "keys pick a line, by moving or typing",
        arguments: [
            ("\r", .picked(0)), ("\u{1b}[B\r", .picked(1)), ("\u{1b}OB\u{1b}OB\r", .picked(2)),
            ("\u{1b}[B\u{1b}[A\r", .picked(0)), ("\u{1b}[A\r", .picked(0)), ("\u{1b}[F\r", .picked(3)),
            ("\u{1b}[F\u{1b}[B\u{1b}[B\r", .picked(3)), ("\u{1b}[6~\u{1b}[H\r", .picked(0)), ("FAB\r", .picked(1)),
            ("example carol\r", .picked(2)), ("contoso\u{1b}[B\r", .picked(2)), ("fab\u{7f}\u{7f}\u{7f}\r", .picked(0)),
            ("nobody\r", .open), ("nobody\u{15}\r", .picked(0)), ("\u{1b}", .cancelled), ("\u{4}", .cancelled),
            ("\u{3}", .interrupted), ("\u{e}\u{e}\u{10}\r", .picked(1)), ("\r\u{3}", .picked(0)),
            ("\u{1b}[200~\r", .picked(0)), ("é\r", .open),
        ] as [(String, PickerState.Progress)]
    )
    func keys(text: String, progress: PickerState.Progress) { #expect(pressed(text).progress == progress) }

    @Test("keys that arrive byte by byte are the same keys", arguments: ["\u{1b}[B\u{1b}[B\r", "dév\u{7f}\u{7f}ave\r"])
    func pieces(text: String) {
        var (list, reader) = (list(), KeyReader())
        for byte in text.utf8 { for key in reader.read([byte]) { list.press(key) } }
        #expect(list == pressed(text))
        #expect(list.progress != .open)
        #expect(!reader.isWaiting)
    }

    @Test("no line is wider than the terminal, and the mark is always in sight", arguments: [20, 40, 80])
    func width(columns: Int) {
        let items = (0..<50).map { "person \($0) 漢字\u{1b}[31m@" + String(repeating: "long", count: 40) }
        var list = PickerState(title: "Who?", items: items, height: 5)
        for _ in 0..<60 {
            let lines = list.lines(columns: columns)
            #expect(lines.count == 7)
            #expect(lines.filter { $0.hasPrefix("> ") }.count == 1)
            #expect(lines.allSatisfy { $0.count < columns && !$0.contains("\u{1b}") })
            list.press(.down)
        }
    }

    @Test("what is typed filters, and is shown")
    func filter() {
        let lines = pressed("contoso").lines(columns: 80)
        #expect(lines.dropLast() == ["Who? contoso", "> alice@contoso.example", "  carol@contoso.example"])
        #expect(pressed("zz").lines(columns: 80)[1] == "  nothing has that")
    }
}
