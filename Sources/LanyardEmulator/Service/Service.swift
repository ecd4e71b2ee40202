import GLibBridge
import LanyardCore

/// The identity platform as a value: a request in, an answer out, and what is to be remembered in ``state``.
///
/// It knows nothing of sockets, files and waiting.
struct Service: Sendable {
    let world: World
    let random: any RandomSource
    var state: ServiceState
    var ring: KeyRing
    /// The emulator's own port; 0 before it listens.
    var publicPort = 443
    /// The service's time of the request at hand.
    var now: Int64 = 0
    /// What belongs to the request at hand.
    var exchange = Exchange()
    var loops = LoopGuard()

    init(world: World, state: ServiceState, random: any RandomSource) throws {
        self.world = world
        self.state = state
        self.random = random
        ring = try KeyRing(state.keys)
    }

    var sealer: Sealer { Sealer(key: state.sealingKey, random: random) }

    /// Answers; `time` is the computer's.
    mutating func answer(_ request: Request, at time: Int64, fault: Fault? = nil) -> Reply {
        now = time + state.clockOffset
        exchange = Exchange(request, fault: fault, random: random, now: now)
        var reply: Reply
        if let fault, fault.replaces {
            reply =
                fault.error.map { number in
                    failure(
                        ServiceError(number).with { error in
                            error.suberror = fault.suberror ?? error.suberror
                            error.status = fault.status ?? error.status
                            error.headers = (fault.headers ?? [:]).map { HTTPField($0.key, $0.value) }
                        }
                    )
                } ?? fault.replacement()
        } else {
            reply = route(request)
        }
        if let fault { reply = fault.changing(reply) }
        reply.headers += serviceHeaders(request)
        exchange.log.status = reply.status
        return reply
    }

    /// The stamp that the errors of the request at hand carry.
    var stamp: ServiceError.Stamp {
        ServiceError.Stamp(
            traceID: exchange.traceID,
            correlationID: exchange.correlationID,
            now: now,
            base: "https://\(exchange.host)"
        )
    }

    /// A JSON answer that says no, noted in the log.
    mutating func failure(_ error: ServiceError) -> Reply {
        exchange.log.error = error.number == 0 ? nil : error.number
        exchange.log.oauthError = error.error
        return .json(error.body(stamp), status: error.status, headers: Service.noStore + error.headers)
    }

    static let noStore = [
        HTTPField("Cache-Control", "no-store, no-cache"), HTTPField("Pragma", "no-cache"), HTTPField("Expires", "-1"),
    ]

    private func serviceHeaders(_ request: Request) -> [HTTPField] {
        var fields = [
            HTTPField("x-ms-request-id", exchange.traceID),
            HTTPField("x-ms-ests-server", "2.1.0 - lanyard-emulator"),
            HTTPField("X-Content-Type-Options", "nosniff"),
            HTTPField("Strict-Transport-Security", "max-age=31536000; includeSubDomains"),
        ]
        if request.header("return-client-request-id")?.lowercased() == "true" {
            fields.append(HTTPField("client-request-id", exchange.correlationID))
        }
        return fields
    }

    /// The rules of a directory: those set while running, else the world's.
    func rules(of tenant: Tenant) -> [PolicyRule] { state.rules[tenant.id] ?? tenant.rules }

    /// The registered app, or in the lenient mode one made up.
    func client(_ id: String) -> Client? {
        if let client = world.client(id) { return client }
        guard state.strictness.admitUnknownClients, GUIDText.isGUID(id) else { return nil }
        return Client(
            id: id.lowercased(),
            displayName: "Unregistered app",
            isConfidential: false,
            redirectURIs: ["http://localhost", "http://127.0.0.1"],
            singlePageRedirectURIs: [],
            postLogoutRedirectURIs: [],
            allowsPersonalAccounts: true
        )
    }

    static func sha256(_ text: String) -> [UInt8] { Digest.sha256(Array(text.utf8)) }
}
