import LanyardCore

/// Keeps what the service has to remember.
protocol StateStore: Sendable {
    func save(_ state: ServiceState) throws
}

/// Takes the lines of the request log.
protocol RequestSink: Sendable {
    func write(_ entry: LogEntry)
}

/// The service with everything that waits and remembers: faults, held answers, the state file, the log.
actor Platform {
    private(set) var service: Service
    private let clock: any Clock
    private let store: any StateStore
    private let sink: any RequestSink
    private var holds: [String: [CheckedContinuation<Void, Never>]] = [:]
    /// Names released before anybody waited for them.
    private var openHolds: Set<String> = []
    /// What could not be written, for the command to say.
    private(set) var lastFailure: String?

    init(service: Service, clock: any Clock, store: any StateStore, sink: any RequestSink) {
        self.service = service
        self.clock = clock
        self.store = store
        self.sink = sink
    }

    func setPublicPort(_ port: Int) { service.publicPort = port }

    /// Answers one request.
    func handle(_ request: Request) async -> Reply {
        let fault = takeFault(request)
        if let delay = fault?.delay { try? await clock.sleep(.milliseconds(delay)) }
        if let name = fault?.hold { await wait(for: name) }
        let before = service.state.fingerprint
        let reply = service.answer(request, at: clock.now(), fault: fault)
        if service.state.fingerprint != before || fault != nil { save() }
        sink.write(service.exchange.log)
        return reply
    }

    /// The first fault meant for the request; it counts whether it strikes or still lets this one by.
    private func takeFault(_ request: Request) -> Fault? {
        for index in service.state.faults.indices {
            let fault = service.state.faults[index]
            guard !fault.isSpent, fault.matches(request, tenants: service.world.tenants) else { continue }
            service.state.faults[index].seen = (fault.seen ?? 0) + 1
            guard (fault.seen ?? 0) >= (fault.skip ?? 0) else { continue }
            return fault
        }
        return nil
    }

    private func wait(for name: String) async {
        guard !openHolds.contains(name) else { return }
        await withCheckedContinuation { holds[name, default: []].append($0) }
    }

    /// How many answers wait for the name.
    func waiting(for name: String) -> Int { holds[name]?.count ?? 0 }

    /// Lets the answers that wait go out; later ones for the name do not wait any more.
    func release(_ name: String) -> Int {
        openHolds.insert(name)
        let waiting = holds.removeValue(forKey: name) ?? []
        for continuation in waiting { continuation.resume() }
        return waiting.count
    }

    /// Changes the service from outside of any request, as the control commands do.
    func change<Result: Sendable>(_ body: (inout Service) throws -> Result) throws -> Result {
        service.now = clock.now() + service.state.clockOffset
        let result = try body(&service)
        save()
        return result
    }

    func addFault(_ fault: Fault) -> Int {
        var fault = fault
        fault.id = service.state.nextFault
        fault.seen = 0
        service.state.nextFault += 1
        service.state.faults.append(fault)
        if let name = fault.hold { openHolds.remove(name) }
        save()
        return service.state.nextFault - 1
    }

    /// Lets everything that waits go, so that the server can end.
    func releaseAll() { for name in holds.keys { _ = release(name) } }

    func save() {
        do {
            service.state.keys = service.ring.stored
            try store.save(service.state)
            lastFailure = nil
        } catch { lastFailure = "\(error)" }
    }
}

extension ServiceState {
    /// What changes when anything does that a restart has to find again; cheaper than comparing everything.
    var fingerprint: [Int] {
        let polls = devices.values.reduce(0) { $0 &+ Int($1.lastPoll ?? 0) &+ $1.state.rawValue.hashValue }
        let granted = consents.values.reduce(0) { $0 + $1.count }
        return [
            epochs.values.reduce(0, +), spent.count, voidChains.count, devices.count, polls, granted,
            consents.count, nextFault, keys.count,
        ]
    }
}
