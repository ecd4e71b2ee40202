/// What a test says in a header instead of clicking through the pages.
///
/// `X-Lanyard-Emulator: user=alice@contoso.example; consent=no; cancel; mfa=no; device`. No password is needed: whoever can
/// send this header to the emulator can read its state as well.
struct MachinePath: Sendable {
    static let header = "X-Lanyard-Emulator"

    var user: String
    var consents = true
    var cancels = false
    var forgets = false
    var hasMFA = true
    var hasDevice = false

    init(user: String) { self.user = user }

    init?(_ request: Request) {
        guard let text = request.header(Self.header) else { return nil }
        user = ""
        for item in text.split(separator: ";") {
            let parts = item.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            let isOn = parts.count < 2 || !["no", "0", "false"].contains(parts[1])
            switch parts.first {
            case "user": user = parts.count > 1 ? parts[1] : ""
            case "consent": consents = isOn
            case "cancel": cancels = isOn
            case "forgot": forgets = isOn
            case "mfa": hasMFA = isOn
            case "device": hasDevice = isOn
            default: break
            }
        }
    }
}

extension String {
    /// The text without blanks around it.
    var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
