import LanyardCore

/// What belongs to one request while it is answered.
struct Exchange: Sendable {
    var traceID = ""
    var correlationID = ""
    var host = ""
    var fault: Fault?
    /// Scopes that the authority knows beside those of OpenID Connect.
    var ownScopes: Set<String> = []
    var log: LogEntry

    init() { log = LogEntry(Request(host: "", path: ""), time: 0) }

    init(_ request: Request, fault: Fault?, random: any RandomSource, now: Int64) {
        traceID = random.guid()
        log = LogEntry(request, time: now)
        // Only a GUID goes back, so that a header cannot write anything into an answer.
        let asked = log.correlationID.flatMap { GUIDText.isGUID($0) ? $0 : nil }
        correlationID = asked ?? random.guid()
        log.correlationID = correlationID
        log.fault = fault?.id
        host = request.host
        self.fault = fault
    }
}
