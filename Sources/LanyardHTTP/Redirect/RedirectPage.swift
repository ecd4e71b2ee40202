internal import FoundationEssentials
internal import GLibBridge
internal import LanyardCore

/// The pages that a person sees in the browser after the redirect.
///
/// No script, no outside resource, no frame around it, and every text from elsewhere escaped.
enum RedirectPage {
    /// The sign-in came through.
    static var success: ServerReply {
        page(200, "Signed in", isGood: true, "You can close this window and go back to the program that opened it.")
    }

    /// The sign-in came back with a refusal.
    static func failure(_ message: String) -> ServerReply {
        page(200, "The sign-in failed", TerminalText.oneLine(message))
    }

    /// A request that is not the redirect.
    static func refusal(_ status: Int, allow: String? = nil) -> ServerReply {
        var reply =
            switch status {
            case 400: page(status, "Not this sign-in", "The request does not belong to the sign-in under way here.")
            case 404: page(status, "Nothing here", "There is no such page.")
            case 405: page(status, "Not this way", "The request came with another method than the sign-in uses.")
            default: page(status, "Not understood", "The request does not have the form of a sign-in's answer.")
            }
        if let allow { reply.headers.append(HTTPField("Allow", allow)) }
        return reply
    }

    private static let style = """
        :root{color-scheme:light dark}
        body{margin:0;padding:1.5rem 1.25rem;background:#f1efec;color:#20242c;font:1.05rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
        main{max-width:30rem;margin:12vh auto;padding:1.75rem 2rem;background:#fff;border-top:4px solid #1d6b3c;border-radius:6px}
        main.bad{border-color:#a4121c}
        h1{margin:0 0 .5rem;font-size:1.4rem;line-height:1.25}
        p{margin:0}
        @media (max-width:30rem){main{margin:0;padding:1.25rem}}
        @media (prefers-color-scheme:dark){body{background:#15171b;color:#e8eaee}main{background:#20242b;border-color:#6cc08b}
        main.bad{border-color:#ff9c9c}}
        """

    private static let policy: String = {
        let hash = Data(Digest.sha256(Array(style.utf8))).base64EncodedString()
        return
            "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }()

    private static func page(_ status: Int, _ title: String, isGood: Bool = false, _ text: String) -> ServerReply {
        let html = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(HTMLText.escape(title))</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><style>\(style)</style></head>
            <body><main\(isGood ? "" : " class=\"bad\"")><h1>\(HTMLText.escape(title))</h1><p>\(HTMLText.escape(text))</p></main></body>
            </html>

            """
        return ServerReply(
            status: status,
            headers: [
                HTTPField("Content-Type", "text/html; charset=utf-8"),
                HTTPField("Content-Security-Policy", policy),
                HTTPField("X-Frame-Options", "DENY"),
                HTTPField("X-Content-Type-Options", "nosniff"),
                HTTPField("Referrer-Policy", "no-referrer"),
                HTTPField("Cache-Control", "no-store"),
                HTTPField("Connection", "close"),
            ],
            body: Array(html.utf8)
        )
    }
}
