internal import GLibBridge
package import LanyardCore
internal import LanyardFiles
internal import LanyardSelection

/// Tells a person at the desktop that a command nobody watched needs a sign-in.
///
/// Once for each account and reason in a day, and for at most a quarter of a second. Nothing that goes wrong here is reported: the
/// command's own error is what matters, and it is reported anyway.
package struct SignInNotice: Sendable {
    /// The longest that a command is held up.
    package static let limit = Duration.milliseconds(250)

    private let notifier: any Notifier
    private let memory: NoticeMemory
    private let clock: any Clock

    package init(_ configuration: Configuration) {
        self.init(
            notifier: DesktopNotifier(address: SessionBus.address(in: configuration.environment)),
            memory: NoticeMemory(configuration),
            clock: SystemClock()
        )
    }

    init(notifier: any Notifier, memory: NoticeMemory, clock: any Clock) {
        self.notifier = notifier
        self.memory = memory
        self.clock = clock
    }

    /// Tells about an error, where it is one that a sign-in mends.
    package func tell(_ error: LanyardError) async {
        guard let notice = Self.notice(error), let account = error.account ?? error.hint else { return }
        let deadline = Deadline(in: Self.limit)
        let (reason, now) = (error.code.rawValue, clock.now())
        do {
            guard try !memory.isTold(account, reason, now: now),
                let service = try await notifier.service(limit: deadline.remaining),
                try await memory.claim(account, reason, now: now, limit: deadline.remaining)
            else { return }
            do {
                try await service.show(notice, limit: deadline.remaining)
            } catch is GLibTimeout {
                // It has the message and may show it yet; asking again each minute would cost the time each minute.
            } catch {
                try await memory.forget(account, reason, limit: deadline.remaining)
            }
        } catch {
            // As above: no bus, a full disk or a lock that is held is no second failure of the command.
            return
        }
    }

    /// The text; of the error only account, tenant and our own hint are in it, since a server's words may hold anything.
    package static func notice(_ error: LanyardError) -> DesktopNotice? {
        guard let account = error.account else { return unnamed(error) }
        let what: String
        switch error.code {
        case .interactionRequired: what = "has to sign in again"
        case .consentRequired: what = "has to consent"
        default: return nil
        }
        let name = TerminalText.oneLine(account, limit: 120)
        let tenant = error.tenant.flatMap { try? TenantName($0) }.flatMap { $0.isMultiTenant ? nil : $0.pathSegment }
        let place = tenant.map { " in \(TerminalText.oneLine($0, limit: 120))" } ?? ""
        let option = tenant.map { " -t \(ShellWord.quoted(TerminalText.oneLine($0, limit: 120)))" } ?? ""
        return DesktopNotice(
            summary: "Lanyard: a sign-in is needed",
            body: "\(name) \(what)\(place): lanyard login -a \(ShellWord.quoted(name))\(option)"
        )
    }

    /// Nobody is signed in, or not the one who was named.
    private static func unnamed(_ error: LanyardError) -> DesktopNotice? {
        guard error.code == .noAccounts || error.code == .interactionRequired, let hint = error.hint,
            hint == command || hint.hasPrefix(command + " ")
        else { return nil }
        return DesktopNotice(summary: "Lanyard: a sign-in is needed", body: TerminalText.oneLine(hint, limit: 160))
    }

    private static let command = "lanyard login"

    /// What a sign-in of this person makes untrue: the hints that ask for anybody, and for this one.
    static func subjects(of username: String) -> [String] {
        [username, command, "\(command) --login-hint \(ShellWord.quoted(username))"]
    }
}

extension NoticeMemory {
    init(_ configuration: Configuration) {
        self.init(
            files: FileState(directory: configuration.directories.state),
            locks: FileLocks(directory: configuration.directories.runtime, tie: "")
        )
    }
}

extension Application {
    /// Forgets that the desktop was told to sign this account in.
    func signedIn(_ result: AuthenticationResult) async -> AuthenticationResult {
        do {
            let memory = NoticeMemory(configuration)
            for subject in SignInNotice.subjects(of: result.account.username) {
                try await memory.forget(subject, limit: .seconds(1))
            }
        } catch {
            configuration.onWarning("that a sign-in was asked for on the desktop could not be forgotten")
        }
        return result
    }
}
