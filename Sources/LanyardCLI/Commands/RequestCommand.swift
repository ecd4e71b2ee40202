import CommandLineKit
import FoundationEssentials
import GLibBridge
import Lanyard
import LanyardCore
import LanyardSelection

/// `lanyard request`.
enum RequestCommand {
    private static let method = OptionKey<String?>.text(
        "--method",
        "X",
        name: "METHOD",
        help: "The verb; GET, or POST with data"
    )
    private static let headers = OptionKey<[String]>.values(
        "--header",
        "H",
        name: "HEADER",
        help: "A header field, as 'Name: value'",
        convert: { $0 }
    )
    private static let data = OptionKey<String?>.text(
        "--data",
        "d",
        name: "DATA",
        help: "The body; @FILE is a file's content and @- standard input",
        hint: .file
    )
    private static let include = OptionKey<Bool>.flag("--include", "i", help: "Print status and header fields too")
    private static let url = ArgumentKey<String>.one("URL", help: "Where to send it, an https address")

    static func make(_ cli: CLI) -> Command {
        Command(
            "request",
            "Send an HTTP request with the right token",
            section: Section.tokens,
            discussion: """
                The audience comes from a built-in table of Microsoft's hosts, never from the server; another host is refused unless \
                --scope is given. A claims challenge is answered once. A status of 400 and more ends with exit code 1.
                """,
            groups: [
                OptionGroup([
                    method.option, headers.option, data.option, include.option, ScopeOptions.scopes.option,
                    ScopeOptions.resource.option,
                ]), SelectionOptions.group,
            ],
            arguments: [url.argument],
            examples: [
                Example("lanyard request https://graph.microsoft.com/v1.0/me", "Who am I?"),
                Example(
                    "lanyard request -d @body.json -H 'Content-Type: application/json' https://graph.microsoft.com/v1.0/me/messages",
                    "A POST."
                ),
            ],
            action: .waiting { call in
                let work = try Work(cli, call)
                guard call[url].lowercased().hasPrefix("https://"), InputRule.isPlain(call[url]),
                    !call[url].contains(" ")
                else { throw LanyardError(.invalidArgument, "a token goes to an https address only") }
                let given = try ScopeOptions.read(call, work.settings)
                let need = given.isEmpty ? Need(url: call[url]) : Need(scopes: given.values)
                let body = try readBody(call, cli)
                let fields = try readHeaders(call)
                let choice = try await AccountChooser(work: work).choose(need)
                let request = Exchange(
                    work: work,
                    choice: choice,
                    scopes: try scopes(given, need),
                    request: HTTPRequest(
                        method: call[method] ?? (body == nil ? "GET" : "POST"),
                        url: call[url],
                        headers: fields,
                        body: body
                    )
                )
                let (response, use) = try await request.run()
                let code = try print(response, cli, includesHead: call[include])
                if response.status == 403 { await use.rememberRefusal() } else { await use.remember() }
                return code
            }
        )
    }

    private static func scopes(_ given: ScopeSet, _ need: Need) throws -> ScopeSet {
        guard given.isEmpty, let audience = need.target.target?.audience else { return given }
        return try ScopeSet(resource: audience)
    }

    private static func readHeaders(_ call: Invocation) throws -> [HTTPField] {
        try call[headers].map { text in
            // The value is not repeated: it may be a key.
            guard let colon = text.firstIndex(of: ":"), colon > text.startIndex, InputRule.isPlain(text) else {
                throw call.error("--header takes 'Name: value'")
            }
            let name = text[..<colon]
            guard name.lowercased() != "authorization" else {
                throw call.error("--header Authorization is what this command sets itself")
            }
            return HTTPField(String(name), String(text[text.index(after: colon)...].drop { $0 == " " }))
        }
    }

    private static func readBody(_ call: Invocation, _ cli: CLI) throws -> Secret? {
        guard let text = call[data] else { return nil }
        guard text.hasPrefix("@") else { return Secret(text) }
        if text == "@-" { return Secret(bytes: try cli.console.input()) }
        let path = String(text.dropFirst())
        guard let bytes = try? FileContents.read(path) else {
            throw LanyardError(.fileFailed, "\(path) cannot be read")
        }
        return Secret(bytes: bytes)
    }

    private static func print(_ response: HTTPResponse, _ cli: CLI, includesHead: Bool) throws -> Int32 {
        if includesHead {
            let fields = response.headers.map {
                "\(TerminalText.oneLine($0.name)): \(TerminalText.oneLine($0.value, limit: 8000))"
            }
            let head = ["HTTP \(response.status)"] + fields + ["", ""]
            try cli.console.output(Array(head.joined(separator: "\n").utf8))
        }
        try cli.console.output(response.body)
        if cli.console.isTerminal(.output), response.body.last != 0x0a { try cli.console.output([0x0a]) }
        guard response.status >= 400 else { return 0 }
        cli.console.error(Array("lanyard: the service answered with status \(response.status)\n".utf8))
        return ExitCode.failure.rawValue
    }
}

/// One request with a token, sent a second time where the service asks for a better one.
private struct Exchange {
    let work: Work
    let choice: Choice
    let scopes: ScopeSet
    let request: HTTPRequest

    func run() async throws -> (HTTPResponse, TokenUse) {
        let first = try await send(claims: nil)
        guard first.0.status == 401, let claims = ClaimsChallenge.claims(in: first.0) else { return first }
        return try await send(claims: claims)
    }

    private func send(claims: String?) async throws -> (HTTPResponse, TokenUse) {
        let silent = SilentRequest(
            account: choice.account,
            scopes: scopes,
            tenant: choice.tenant,
            authority: try TokenCommand.authority(of: choice, work),
            claims: claims
        )
        let use = try await TokenUse.get(work, choice) { try await work.service.acquireTokenSilent(silent) }
        var copy = request
        copy.headers.append(HTTPField("Authorization", "\(use.result.tokenType) \(use.result.accessToken.reveal())"))
        copy.maximumReplySize = 64 << 20
        return (try await work.service.send(copy), use)
    }
}

/// The claims that a resource asks for in `WWW-Authenticate`.
enum ClaimsChallenge {
    /// The claims as JSON, where the reply has a challenge with them.
    static func claims(in response: HTTPResponse) -> String? {
        for field in response.headers where field.name.lowercased() == "www-authenticate" {
            guard let start = field.value.firstRange(of: "claims=\"") else { continue }
            let text = field.value[start.upperBound...].prefix { $0 != "\"" }
            guard let bytes = Base64URL.decode(String(text)), let json = String(validating: bytes, as: UTF8.self) else {
                continue
            }
            return json
        }
        return nil
    }
}
