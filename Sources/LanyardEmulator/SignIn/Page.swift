import LanyardCore

/// What a page of the sign-in shows; works without script and fetches nothing.
struct Page: Sendable {
    var title: String
    /// HTML inside the form.
    var content: String
    var step: String

    /// The whole page around the form.
    func render(action: String, hidden: String, app: String, isB2C: Bool = false) -> String {
        let forgot = isB2C ? "<button name=\"forgot\" value=\"1\">Forgot your password?</button>" : ""
        return Self.frame(
            title,
            """
            <p class="app">\(HTML.escape(app))</p>
            <form method="post" action="\(HTML.escape(action))">
            \(hidden)\(HTML.hidden("step", step))
            \(content)
            <p class="end">\(forgot)<button name="cancel" value="1" formnovalidate>Cancel</button></p>
            </form>
            """
        )
    }

    static func frame(_ title: String, _ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>\(HTML.escape(title))</title>
        <meta name="viewport" content="width=device-width, initial-scale=1"><style>\(PageStyle.sheet)</style></head>
        <body><main><h1>\(HTML.escape(title))</h1>
        \(body)
        <footer>lanyard-emulator: a local stand-in with throw-away keys. Never type a real password here.</footer>
        </main></body></html>
        """
    }

    static func message(_ title: String, _ text: String) -> String { frame(title, "<p>\(HTML.escape(text))</p>") }

    /// Who is to sign in.
    static func accounts(_ users: [User], signedIn: [String]) -> Page {
        let sorted = users.filter { signedIn.contains($0.name) } + users.filter { !signedIn.contains($0.name) }
        let rows = sorted.map { user in
            let mark = signedIn.contains(user.name) ? " (signed in)" : ""
            return """
                <button class="row" name="user" value="\(HTML.escape(user.name))">\
                \(HTML.escape(user.displayName))\(mark)<br><small>\(HTML.escape(user.name))</small></button>
                """
        }
        let other = """
            <p class="other"><label>Another account<br>
            <input name="other" type="email" autocomplete="username"></label><button>Next</button></p>
            """
        // The enter key in the field presses a form's first button, which must not be somebody's.
        let first = "<button hidden>Next</button>"
        return Page(title: "Pick an account", content: first + rows.joined(separator: "\n") + other, step: "pick")
    }

    static func password(name: String, problem: String?) -> Page {
        let line = problem.map { "<p class=\"problem\" role=\"alert\">\(HTML.escape($0))</p>" } ?? ""
        let content = """
            \(line)<p><label>Account<br>
            <input name="user" type="text" value="\(HTML.escape(name))" autocomplete="username"></label></p>
            <p><label>Password<br>
            <input name="password" type="password" autocomplete="current-password" autofocus></label></p>
            <button class="main">Sign in</button>
            """
        return Page(title: "Enter password", content: content, step: "password")
    }

    static func secondFactor(ticket: String) -> Page {
        let content =
            "\(HTML.hidden("ticket", ticket))<p>Your organization wants a second factor.</p>"
            + "<button class=\"main\">Approve</button>"
        return Page(title: "Approve sign-in request", content: content, step: "mfa")
    }

    static func device(ticket: String, text: String) -> Page {
        let content = """
            \(HTML.hidden("ticket", ticket))<p class="problem">\(HTML.escape(text))</p>
            <button class="main">Pretend that this device is compliant</button>
            """
        return Page(title: "You can't get there from here", content: content, step: "device")
    }

    static func consent(_ scopes: [String], user: String, ticket: String) -> Page {
        let rows = scopes.map { "<li>\(HTML.escape($0))</li>" }.joined()
        let content = """
            \(HTML.hidden("ticket", ticket))<p>\(HTML.escape(user)), this app would like to:</p><ul>\(rows)</ul>
            <button class="main" name="accept" value="1">Accept</button> <button name="decline" value="1">Decline</button>
            """
        return Page(title: "Permissions requested", content: content, step: "consent")
    }

    /// The page that posts the answer to the client by itself, or by a button where there is no script.
    static func autoSubmit(_ items: [(String, String)], to uri: String, nonce: String) -> String {
        let fields = items.map { HTML.hidden($0.0, $0.1) }.joined()
        return frame(
            "Working...",
            """
            <form method="POST" name="hiddenform" action="\(HTML.escape(uri))">\(fields)
            <noscript><p>Script is disabled. Click Submit to continue.</p><button class="main">Submit</button></noscript>
            </form><script nonce="\(nonce)">document.forms[0].submit();</script>
            """
        )
    }

    static let headers = headers(scriptNonce: nil)

    /// What a page may load: its own style, and with a nonce one script.
    static func headers(scriptNonce: String?) -> [HTTPField] {
        let script = scriptNonce.map { "; script-src 'nonce-\($0)'" } ?? ""
        let rules = "default-src 'none'; style-src \(PageStyle.source); base-uri 'none'; frame-ancestors 'none'"
        return [
            HTTPField("Content-Security-Policy", rules + script), HTTPField("X-Frame-Options", "DENY"),
            HTTPField("Referrer-Policy", "no-referrer"), HTTPField("Cache-Control", "no-store"),
        ]
    }
}
