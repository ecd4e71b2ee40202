/// Options that do not exist on purpose.
enum RefusedOptions {
    /// What to do instead of giving a secret on the command line.
    static let advice =
        "every user of this computer can read a command line: sign in with 'lanyard login', or give a secret on standard input, "
        + "in a file or by a file descriptor"

    private static let words = [
        "secret", "password", "passwd", "passphrase", "token", "credential", "assertion", "private-key", "api-key",
    ]

    /// The advice for an option whose name says that a secret follows.
    @Sendable static func advice(for name: String) -> String? {
        let name = name.lowercased()
        let isRefused = words.contains { word in
            name.indices.contains { name[$0...].hasPrefix(word) }
        }
        return isRefused || name == "--code" ? advice : nil
    }
}
