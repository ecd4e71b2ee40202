internal import FoundationEssentials
internal import GLibBridge
internal import LanyardCore

/// The pages that a person sees in the browser after the redirect.
///
/// No script, no outside resource, no frame around it, and every text from elsewhere escaped.
enum RedirectPage {
    /// The sign-in came through.
    static var success: ServerReply {
        page(200, "Signed in", "You can close this window and go back to the program that opened it.")
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

    private static let style =
        "body{font:1.1em/1.5 sans-serif;max-width:32em;margin:4em auto;padding:0 1em;color:#222;background:#fff}"

    private static let policy: String = {
        let hash = Data(Digest.sha256(Array(style.utf8))).base64EncodedString()
        return
            "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }()

    private static func page(_ status: Int, _ title: String, _ text: String) -> ServerReply {
        let html = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(escape(title))</title><style>\(style)</style></head>
            <body><h1>\(escape(title))</h1><p>\(escape(text))</p></body>
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

    private static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
