/// The function that teaches a shell to complete a program.
///
/// It asks the program itself, by a hidden command of the program: all rules are in one place and tested there.
package enum CompletionScript: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// The script for a program of that name; `query` is the hidden command that answers with ``CompletionReply/text``.
    package func text(program: String, query: String = "__complete") -> String {
        let template =
            switch self {
            case .bash: Self.bashTemplate
            case .zsh: Self.zshTemplate
            case .fish: Self.fishTemplate
            }
        let function = String(program.map { $0 == "-" ? "_" : $0 })
        return Self.fill(template, ["PROGRAM": program, "FUNCTION": function, "QUERY": query])
    }

    /// Replaces each `<NAME>` that has a value; the templates have no other use of such words.
    private static func fill(_ template: String, _ values: [String: String]) -> String {
        var text = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "<") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: ">"),
                let value = values[String(rest[rest.index(after: open)..<close])]
            else {
                text.append(rest.removeFirst())
                continue
            }
            text += value
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }
}
