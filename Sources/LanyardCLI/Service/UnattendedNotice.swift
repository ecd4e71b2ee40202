import CommandLineKit
import Lanyard
import LanyardCore

/// Has the desktop told when a command that nobody watches needs a sign-in.
enum UnattendedNotice {
    /// Runs the command; what it gives or throws stays as it is.
    static func watch(_ cli: CLI, _ call: Invocation, _ body: () async throws -> Int32) async throws -> Int32 {
        do {
            return try await body()
        } catch {
            if let error = error as? LanyardError { await tell(error, cli, call) }
            throw error
        }
    }

    /// The commands that are of no use without somebody; others only say that nobody is there.
    private static let wanting: Set = ["token", "exec", "request"]

    private static func tell(_ error: LanyardError, _ cli: CLI, _ call: Invocation) async {
        // Whoever signs in is there.
        guard !Work.canAsk(cli, call), call.path.command.name != "login",
            error.account != nil || wanting.contains(call.path.command.name),
            let settings = try? Settings(cli, call),
            (try? settings.resolve(.notifications))?.value == SettingKey.notifyAutomatically,
            let configuration = try? LibraryConfiguration.make(settings, cli)
        else { return }
        await SignInNotice(configuration).tell(error)
    }
}
