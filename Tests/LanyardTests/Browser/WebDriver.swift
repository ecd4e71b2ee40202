import Lanyard
import LanyardHTTP
import LanyardTestSupport

/// A browser window, driven by chromedriver as W3C WebDriver says.
///
/// The driver does the waiting: an element that is not there yet is looked for until the limit.
final class WebDriver: Sendable {
    private static let patience = Duration.seconds(60)

    private let transport: SoupTransport
    private let session: String
    private let driver: TestProcess
    private let output: Pipe

    init(_ browser: Chromium, in stage: TestSession) async throws {
        output = try Pipe()
        driver = try stage.start(["chromedriver", "--port=0"], output: output.writer)
        output.closeWriter()
        transport = SoupTransport(version: "0")
        let output = output
        let port = try await aside { try Self.port(from: output) }
        let address = "http://127.0.0.1:\(port)/session"
        let reply = try await Self.send(transport, "POST", address, try Self.capabilities(browser))
        guard let id = reply["sessionId"]?.stringValue else { throw SupportError("chromedriver gave no session") }
        session = "\(address)/\(id)"
    }

    /// Ends browser and driver.
    func close() async throws {
        _ = try await Self.send(transport, "DELETE", session, nil)
        driver.signal(15)
        output.closeReader()
    }

    private static func port(from output: Pipe) throws -> Int {
        while let line = output.readLine(limitSeconds: 60) {
            guard let start = line.firstRange(of: "successfully on port ")?.upperBound else { continue }
            if let port = Int(line[start...].prefix { $0.isNumber }) { return port }
        }
        throw SupportError("chromedriver did not start")
    }

    private static func capabilities(_ browser: Chromium) throws -> JSONValue {
        let script: JSONValue = .integer(browser.runsScript ? 1 : 2)
        return [
            "capabilities": [
                "alwaysMatch": [
                    "browserName": "chrome",
                    "timeouts": ["implicit": 45_000, "pageLoad": 45_000, "script": 45_000],
                    "goog:chromeOptions": [
                        "args": .array(try browser.arguments().map(JSONValue.string)),
                        "prefs": ["profile.managed_default_content_settings.javascript": script],
                    ],
                ]
            ]
        ]
    }

    /// Sends a command; an error of the driver's is thrown with its text.
    private static func send(
        _ transport: SoupTransport,
        _ method: String,
        _ url: String,
        _ body: JSONValue?
    ) async throws -> JSONValue {
        let response = try await transport.send(
            HTTPRequest(
                method: method,
                url: url,
                headers: [HTTPField("Content-Type", "application/json")],
                body: body.map { Secret($0.serialized()) },
                limit: patience,
                maximumReplySize: 16 << 20
            )
        )
        let value = try JSONValue.parse(response.body)["value"] ?? .null
        if response.status >= 400 {
            throw SupportError(
                "\(method) \(url): \(value["error"]?.stringValue ?? ""): \(value["message"]?.stringValue ?? "")"
            )
        }
        return value
    }

    private func get(_ path: String) async throws -> JSONValue {
        try await Self.send(transport, "GET", "\(session)/\(path)", nil)
    }

    @discardableResult
    private func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await Self.send(transport, "POST", "\(session)/\(path)", body)
    }

    /// The path of the first element that fits, as soon as there is one.
    private func element(_ xpath: String) async throws -> String {
        let found = try await post("element", ["using": "xpath", "value": .string(xpath)])
        // The name of the member is fixed by the specification.
        guard let id = found["element-6066-11e4-a52e-4f735466cecf"]?.stringValue else {
            throw SupportError("no element for \(xpath)")
        }
        return "element/\(id)"
    }

    // MARK: What a person does

    /// The enter key, to be typed.
    static let enter = "\u{E007}"

    /// Opens an address.
    func open(_ url: String) async throws { try await post("url", ["url": .string(url)]) }

    /// Presses a button, given by its name, its value or what it says.
    func press(_ button: String) async throws {
        let isMeant = "@value='\(button)' or normalize-space()='\(button)'"
        try await post("\(element("//button[\(isMeant)] | //input[@type='submit'][\(isMeant)]"))/click", [:])
    }

    /// Types into a field, given by its name.
    func type(_ text: String, into field: String) async throws {
        try await post("\(element("//input[@name='\(field)']"))/value", ["text": .string(text)])
    }

    // MARK: What a person sees

    /// Waits for the page with that heading.
    func see(_ heading: String) async throws { _ = try await element("//h1[normalize-space()='\(heading)']") }

    /// Waits for the notice of a problem with that text.
    func seeProblem(_ text: String) async throws { _ = try await element("//*[@role='alert'][contains(.,'\(text)')]") }

    /// What a field holds, given by its name.
    func value(of field: String) async throws -> String {
        try await get("\(element("//input[@name='\(field)']"))/property/value").stringValue ?? ""
    }

    /// The window's title.
    func title() async throws -> String { try await get("title").stringValue ?? "" }

    /// The address of the page.
    func address() async throws -> String { try await get("url").stringValue ?? "" }

    /// The text of the page as it is shown.
    func text() async throws -> String { try await get("\(element("//body"))/text").stringValue ?? "" }

    /// The page's source as the browser understood it.
    func source() async throws -> String { try await get("source").stringValue ?? "" }
}
