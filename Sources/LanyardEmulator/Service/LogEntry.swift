import LanyardCore

/// A line of the request log: what was asked and how it went, without anything secret.
struct LogEntry: Sendable {
    var time: Int64
    var method: String
    var host: String
    var path: String
    var grant: String?
    var client: String?
    var account: String?
    var tenant: String?
    var scope: String?
    var status = 0
    var error: Int?
    var oauthError: String?
    var correlationID: String?
    var sku: String?
    var fault: Int?

    init(_ request: Request, time: Int64) {
        self.time = time
        method = request.method
        host = request.host
        path = request.path
        let form = request.form
        let query = request.queryParameters
        grant = form["grant_type"].map(GrantName.short)
        client = form["client_id"] ?? query["client_id"]
        scope = form["scope"] ?? query["scope"]
        sku = request.header("x-client-SKU") ?? query["x-client-SKU"]
        correlationID = request.header("client-request-id") ?? query["client-request-id"]
    }

    var json: JSONValue {
        var line: [String: JSONValue] = [
            "time": .string(UTCTime.iso(time)), "method": .string(method), "host": .string(host),
            "path": .string(path), "status": .integer(Int64(status)),
        ]
        let texts = [
            "grant": grant, "client_id": client, "account": account, "tenant": tenant, "scope": scope,
            "error": oauthError, "correlation_id": correlationID, "client_sku": sku,
        ]
        for (name, text) in texts { if let text { line[name] = .string(text) } }
        if let error { line["error_number"] = .integer(Int64(error)) }
        if let fault { line["fault"] = .integer(Int64(fault)) }
        return .object(line)
    }
}
