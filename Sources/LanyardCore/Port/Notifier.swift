/// What a notification on the desktop says.
package struct DesktopNotice: Sendable, Equatable {
    /// The headline.
    package var summary: String
    /// The text below it, as plain text.
    package var body: String

    package init(summary: String, body: String) {
        self.summary = summary
        self.body = body
    }
}

/// Finds who shows notifications.
package protocol Notifier: Sendable {
    /// The running service; nothing where there is none, and none is started.
    func service(limit: Duration) async throws -> (any NotificationService)?
}

/// A service that shows notifications.
package protocol NotificationService: Sendable {
    /// Shows one and waits until the service has taken it.
    func show(_ notice: DesktopNotice, limit: Duration) async throws
}
