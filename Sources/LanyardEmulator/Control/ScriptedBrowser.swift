import LanyardCore

/// Follows a sign-in as a browser would, with a test in the person's place.
struct ScriptedBrowser: Sendable {
    let transport: any HTTPTransport
    /// The header value of ``MachinePath``; nothing where nobody is there.
    let person: String?
    private static let maximumSteps = 10

    /// Follows redirects and submits a form that a page has for the client; gives the last page's status.
    func visit(_ url: String) async throws -> (status: Int, text: String) {
        var request = HTTPRequest(url: url)
        for _ in 0..<Self.maximumSteps {
            // The header is for the emulator only; a client's loopback listener has no use for it.
            if let person, request.url.hasPrefix("https://") {
                request.headers.append(HTTPField(MachinePath.header, person))
            }
            let response = try await transport.send(request)
            let text = String(decoding: response.body, as: UTF8.self)
            if (301...303).contains(response.status), let location = response.header("Location") {
                // A fragment never leaves a browser; the client's page would have to read it.
                request = HTTPRequest(url: String(location.prefix { $0 != "#" }))
            } else if response.status == 200, let form = HTMLForm(text), form.isAutomatic {
                request = HTTPRequest(
                    method: "POST",
                    url: form.action,
                    headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
                    body: Secret(FormURLEncoding.encode(form.fields))
                )
            } else {
                return (response.status, text)
            }
        }
        throw LanyardError(.malformedReply, "more than \(Self.maximumSteps) redirects")
    }
}

/// The form of a page of ours.
struct HTMLForm {
    var action: String
    var fields: [(String, String)]
    /// Whether the page submits it by itself.
    var isAutomatic: Bool

    init?(_ page: String) {
        guard let form = Self.tags("form", in: page).first, let action = Self.attribute("action", of: form) else {
            return nil
        }
        self.action = action
        isAutomatic = page.contains("name=\"hiddenform\"")
        fields = Self.tags("input", in: page).compactMap { tag in
            guard let name = Self.attribute("name", of: tag) else { return nil }
            return (name, Self.attribute("value", of: tag) ?? "")
        }
    }

    private static func tags(_ name: String, in page: String) -> [String] {
        page.split(separator: "<").filter { $0.hasPrefix(name + " ") }.map { tag in String(tag.prefix { $0 != ">" }) }
    }

    private static func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
        return unescape(String(tag[start...].prefix { $0 != "\"" }))
    }

    private static func unescape(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
