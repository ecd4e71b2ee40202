import LanyardCore

extension Verdict: CustomStringConvertible {
    /// The verdict in one line, as `--why` begins.
    public var description: String {
        guard let account else {
            return TerminalText.oneLine("\(outcome.rawValue) (\(reason.rawValue)): \(explanation)")
        }
        let tenant = tenant.map { " (tenant \($0))" } ?? ""
        return TerminalText.oneLine("using \(account.shown)\(tenant): \(explanation)")
    }
}

extension Verdict {
    /// A line for each of the first candidates, and how many more there are: a thousand would bury what else is said.
    package func candidateLines(hint: String = "", _ line: (Candidate) -> String) -> [String] {
        let candidates = candidates
        let shown = 20
        let more = candidates.count - shown
        return candidates.prefix(shown).map(line) + (more > 0 ? ["and \(more) more\(hint)"] : [])
    }

    /// The verdict at length, for people: at most 80 columns, with a line break at the end.
    public var longDescription: String {
        var text = ColumnText()
        text.add(description)
        text.section("request", requestLines)
        text.section("candidates", candidateLines(line(of:)))
        text.section(
            "passed over",
            overridden.map { "\($0.source) \(TerminalText.oneLine($0.value, limit: 120)): \($0.because)" }
        )
        text.section("notes", notes)
        text.section("what would change it", changes.map { "\($0.text): \($0.command)" })
        return text.lines.joined(separator: "\n") + "\n"
    }

    private var requestLines: [String] {
        var lines: [String] = []
        if let target = request.target { lines.append("target: \(target)") }
        if let audience = request.audience { lines.append("audience: \(audience)") }
        if let tenant = request.tenant {
            let id = request.tenantID.map { $0 == tenant ? "" : " (\($0))" } ?? " (id not known)"
            lines.append("tenant: \(tenant)\(RequestSummary.words.contains(tenant) ? "" : id)")
        }
        if let cloud = request.cloud { lines.append("cloud: \(cloud)") }
        let directory = request.directory ?? "not known"
        lines.append("directory: \(directory) (\(request.directorySource.rawValue))")
        if request.isInSession { lines.append("inside a lanyard exec session") }
        if request.isStrict { lines.append("strict: no choice by score or default") }
        lines.append("decided by: \(reason.rawValue)\(layer.map { " (layer \($0))" } ?? "")")
        return lines
    }

    private func line(of candidate: Candidate) -> String {
        let mark = candidate.account == account ? "* " : ""
        let kind = candidate.account.kind == .personal ? ", personal" : ""
        var head = "\(mark)\(candidate.account.shown)\(kind)"
        if let dropped = candidate.dropped { return "\(head): dropped, \(dropped.text) (\(dropped.code.rawValue))" }
        if let score = candidate.score {
            let parts = candidate.signals.map { "\($0.signal.rawValue) \($0.points > 0 ? "+" : "")\($0.points)" }
            head += ": \(score)" + (parts.isEmpty ? "" : " = " + parts.joined(separator: ", "))
        }
        return head
    }
}

extension RequestSummary {
    fileprivate static let words: Set<String> = ["common", "organizations", "consumers"]
}
