internal import CGio
internal import CSecret
internal import CSecretPrompt
internal import GLibBridge

/// An open Secret Service: libsecret's object with its encrypted session, and the bus below it.
@GLibActor
final class Service {
    /// The collections that have a name everywhere.
    enum Alias: String {
        case standard = "default"
        case session
    }

    nonisolated static let name = "org.freedesktop.secrets"

    let bus: BusConnection
    private let object: ObjectRef
    private let callLimit: Duration
    private let isUnattended: Bool
    private var brief = 0
    private var owner: String?
    private var aliases: [Alias: String] = [:]
    /// The labels as last seen or written, by path, so that an unchanged one costs no call.
    var labels: [String: String] = [:]
    /// Whether another session was given up for this one.
    var isReplacement = false
    /// How fast items may be made.
    let creations = CreationPace()
    /// Whether a value written to this provider came back as it was.
    var isProven = false

    private init(bus: BusConnection, object: ObjectRef, _ configuration: SecretServiceStore.Configuration) {
        self.bus = bus
        self.object = object
        callLimit = configuration.callLimit
        isUnattended = configuration.promptPolicy == .never
        owner = currentOwner
    }

    /// Whether the program that was opened still has the name; its successor knows neither session nor what was proven.
    var isCurrent: Bool { !bus.isClosed && owner == currentOwner }

    private var currentOwner: String? {
        guard let owner = g_dbus_proxy_get_name_owner(object.cast()) else { return nil }
        defer { g_free(owner) }
        return String(cString: owner)
    }

    var pointer: UnsafeMutablePointer<SecretService> { object.cast() }

    static func open(
        on bus: BusConnection,
        _ configuration: SecretServiceStore.Configuration,
        _ budget: Budget
    ) async throws -> Service {
        let connection = bus.pointer
        let bits = try await glibCall(
            limit: budget.remaining,
            start: { lanyard_secret_service_open(connection, $0, $1, $2) },
            finish: { _, result in
                guard let result else { return UInt(0) }
                return UInt(bitPattern: try glibTry { lanyard_secret_service_open_finish(result, &$0) })
            }
        )
        guard let raw = UnsafeMutableRawPointer(bitPattern: bits) else {
            throw StoreFault.failed("the Secret Service cannot be opened")
        }
        let service = Service(bus: bus, object: ObjectRef(owning: raw), configuration)
        service.limitPrompts(to: configuration.promptPolicy.limit)
        if let notice = configuration.onPrompt { service.announcePrompts(notice) }
        return service
    }

    /// Runs calls whose prompts may end by themselves: KeePassXC wraps each change in one, KWallet the unlocking of an open wallet.
    ///
    /// Where nobody can answer, such a prompt gets a second; a dialog would show for so long.
    func withBriefPrompts<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard isUnattended else { return try await body() }
        brief += 1
        limitPrompts(to: .seconds(1))
        defer {
            brief -= 1
            if brief == 0 { limitPrompts(to: nil) }
        }
        return try await body()
    }

    /// Sets how long a prompt may take; nothing refuses all.
    private func limitPrompts(to limit: Duration?) {
        lanyard_secret_service_set_prompt_limit(pointer, limit?.milliseconds ?? 0)
    }

    /// What libsecret is allowed to do when a call's bound passes: go on while a prompt is shown.
    var patience: @GLibActor () -> Duration? {
        let pointer = pointer
        let callLimit = callLimit
        return { lanyard_secret_service_count_prompts(pointer) > 0 ? callLimit : nil }
    }

    private func announcePrompts(_ notice: @escaping @Sendable () -> Void) {
        lanyard_secret_service_set_prompt_notice(
            pointer,
            giveNotice,
            Unmanaged.passRetained(Notice(notice)).toOpaque(),
            releaseNotice
        )
    }

    /// Forgets what collections and items are called.
    func forget() {
        aliases = [:]
        labels = [:]
    }

    /// The collection's path, or nothing where the provider has none of that name.
    func alias(_ alias: Alias, _ budget: Budget) async throws -> String? {
        if let known = aliases[alias] { return known }
        let reply = try await bus.call(
            .ofService("ReadAlias", mayStart: false),
            [.string(alias.rawValue)],
            limit: budget.remaining
        )
        guard let path = reply.children.first?.text, path != "/" else { return nil }
        aliases[alias] = path
        return path
    }
}

extension BusMethod {
    /// A method of the service itself; where a session is open already, a successor of its provider could not know it.
    static func ofService(_ name: String, mayStart: Bool) -> BusMethod {
        BusMethod(
            destination: Service.name,
            path: "/org/freedesktop/secrets",
            interface: "org.freedesktop.Secret.Service",
            name: name,
            mayStart: mayStart
        )
    }
}

// Outside the actor: the last reference of a service may go on any thread.
private let giveNotice: @convention(c) (gpointer?) -> Void = { data in
    if let data { Unmanaged<Notice>.fromOpaque(data).takeUnretainedValue().action() }
}

private let releaseNotice: @convention(c) (gpointer?) -> Void = { data in
    if let data { Unmanaged<Notice>.fromOpaque(data).release() }
}

private final class Notice: Sendable {
    let action: @Sendable () -> Void
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
}
