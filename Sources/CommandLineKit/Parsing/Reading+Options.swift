extension Reading {
    /// Reads `--name`, `--name=value` or `--name value`.
    mutating func readLong(_ word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if name == "--help" && attached == nil {
            wantsHelp = true
            return
        }
        guard let option = find(name) else { throw unknown(name) }
        guard option.takesValue else {
            if attached != nil { throw error("\(name) takes no value") }
            occurrences.append(Occurrence(name: name, value: ""))
            return
        }
        occurrences.append(Occurrence(name: name, value: try value(of: name, option, attached: attached)))
    }

    /// Reads `-abc`, `-sVALUE`, `-s=VALUE` or `-s VALUE`.
    mutating func readShort(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            let name = "-\(letter)"
            guard let option = find(name) else {
                if letter == "h" {
                    wantsHelp = true
                    continue
                }
                // What follows may be the value of a letter that we do not know: show the letter only.
                throw unknown(name)
            }
            guard option.takesValue else {
                occurrences.append(Occurrence(name: option.name, value: ""))
                continue
            }
            if letters.first == "=" { letters.removeFirst() }
            let attached = letters.isEmpty && !word.hasSuffix("=") ? nil : String(letters)
            occurrences.append(Occurrence(name: option.name, value: try value(of: name, option, attached: attached)))
            return
        }
    }

    private mutating func value(
        of name: String,
        _ option: Option,
        attached: String?
    ) throws(UsageError) -> String {
        if let attached {
            guard !attached.isEmpty else { throw error("\(name) needs a value that is not empty") }
            return attached
        }
        guard let next = words.first else { throw error("\(name) needs a value: \(option.valueName)") }
        guard !next.isEmpty else { throw error("\(name) needs a value that is not empty") }
        if next.hasPrefix("-") && next != "-" {
            let written = name.hasPrefix("--") ? "\(name)=-..." : "\(name)-..."
            throw error(
                "\(name) needs a value: \(option.valueName)",
                hint: "write '\(written)' for a value that begins with a dash"
            )
        }
        words.removeFirst()
        return next
    }

    /// The option of that name: one that applies here, or else one of a command that may follow, or else any: whether it
    /// applies is seen when the command is known.
    private func find(_ name: String) -> Option? {
        let named: (Option) -> Bool = { $0.allNames.contains(name) }
        return path.options.first(where: named) ?? path.optionsBelow.first(where: named)
            ?? path.chain.first.map(CommandPath.init(root:))?.optionsBelow.first(where: named)
    }

    func unknown(_ name: String) -> UsageError {
        if let advice = refusal(name) { return error("there is no option \(shown(name)), on purpose", hint: advice) }
        let names = path.options.filter { !$0.isHidden }.flatMap(\.allNames).filter { $0.hasPrefix("--") } + ["--help"]
        return error(
            "unknown option \(shown(name))",
            hint: name.hasPrefix("--") ? Nearest.word(to: name, among: names).map { "did you mean '\($0)'?" } : nil
        )
    }

    /// The name, unless it does not look like one.
    private func shown(_ name: String) -> String {
        Nearest.looksLikeAName(name.drop { $0 == "-" }) || name.count == 2 ? name : "of that name"
    }
}
