internal import LanyardCore

/// Which requests to the redirect listener may be the redirect that it waits for.
///
/// Any page and program of the machine can call the port, so this looks at the form only; whose redirect it is, the judge
/// decides by the state.
struct RedirectRule: Equatable {
    /// What becomes of a request.
    enum Verdict: Equatable {
        /// It cannot be ours: answer with that status.
        case refuse(status: Int)
        /// It has the right form and these fields.
        case candidate([RedirectField])
    }

    /// The verb of the redirect: `POST` for form_post, else `GET`.
    let method: String

    func verdict(on request: ServerRequest) -> Verdict {
        guard request.method == method else { return .refuse(status: 405) }
        guard method == "POST" else { return fields(of: Array((request.query ?? "").utf8)) }
        guard isForm(request.header("Content-Type") ?? "") else { return .refuse(status: 415) }
        return fields(of: request.body)
    }

    private func fields(of bytes: [UInt8]) -> Verdict {
        guard let pairs = FormURLEncoding.decode(bytes) else { return .refuse(status: 400) }
        // Of two codes or two states nobody could say which one is meant.
        guard Set(pairs.map(\.name)).count == pairs.count else { return .refuse(status: 400) }
        return .candidate(pairs.map { RedirectField($0.name, $0.value) })
    }

    private func isForm(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" }.lowercased()
        return type.filter { $0 != " " && $0 != "\t" } == "application/x-www-form-urlencoded"
    }
}
