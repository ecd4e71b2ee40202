import LanyardCore

extension Fault {
    /// The service's answer with this fault's changes.
    func changing(_ reply: Reply) -> Reply {
        var reply = reply
        if set != nil || drop != nil || strings == true, var body = reply.json?.objectValue {
            for name in drop ?? [] { body[name] = nil }
            if strings == true {
                body = body.mapValues { value in
                    guard let number = value.integerValue else { return value }
                    return .string(String(number))
                }
            }
            for (name, value) in set ?? [:] { body[name] = value }
            reply.body = Array(JSONValue.object(body).serialized().utf8)
        }
        if !replaces {
            reply.headers += (headers ?? [:]).sorted { $0.key < $1.key }.map { HTTPField($0.key, $0.value) }
        }
        if let cut { reply.delivery = .cut(afterBytes: cut) }
        if close == true { reply.delivery = .close }
        return reply
    }

    /// The answer that takes the service's place, but for the service's own errors.
    func replacement() -> Reply {
        let fields = (headers ?? [:]).sorted { $0.key < $1.key }.map { HTTPField($0.key, $0.value) }
        if html == true {
            return Reply.html(
                "<html><body><h1>Service unavailable</h1></body></html>",
                status: status ?? 200,
                headers: fields
            )
        }
        let type = (headers ?? [:]).keys.contains { $0.lowercased() == "content-type" }
        let content = type ? [] : [HTTPField("Content-Type", "application/json; charset=utf-8")]
        return Reply(status: status ?? 200, headers: content + fields, body: Array((body ?? "").utf8))
    }
}
