/// A notification service of one session that shows nothing.
package struct FakeNotifications: Sendable {
    /// What it does with a call.
    package enum Mode: String, Sendable {
        case answer
        case hang
        case refuse
    }

    private let session: TestSession

    fileprivate init(session: TestSession) { self.session = session }

    /// One JSON line for each notification: application, icon, summary, body, actions, hints.
    package var shown: [String] {
        (session.folder.read("notifications.log") ?? "").split(separator: "\n").map(String.init)
    }
}

extension TestSession {
    /// Starts the service and waits until it answers.
    package func startNotifications(_ mode: FakeNotifications.Mode = .answer) async throws -> FakeNotifications {
        let program = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        _ = try start([
            "/usr/bin/python3", "/\(program)/Fake/notifications.py", mode.rawValue,
            "\(folder.path)/notifications.log",
        ])
        try await wait(for: "org.freedesktop.Notifications")
        return FakeNotifications(session: self)
    }
}
