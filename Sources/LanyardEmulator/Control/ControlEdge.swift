import LanyardCore
import LanyardHTTP

/// The control port: JSON in, JSON out, for those who know the key in the state folder.
enum ControlEdge {
    static let keyField = "X-Lanyard-Emulator-Key"

    static func answer(_ request: ServerRequest, by platform: Platform, key: Secret) async -> ServerReply {
        guard let shown = request.header(keyField), Secret(shown) == key else {
            return reply(["error": "the key is missing or wrong"], 403)
        }
        guard request.method == "POST", let order = try? JSONValue.parse(request.body) else {
            return reply(["error": "a JSON document is expected"], 400)
        }
        do {
            let result = try await Control(platform: platform).carryOut(order)
            return reply(result, 200)
        } catch let error as ServiceError {
            return reply(["error": .string("\(error.code): \(error.text)")], 400)
        } catch {
            return reply(["error": .string("\(error)")], 400)
        }
    }

    private static func reply(_ value: JSONValue, _ status: Int) -> ServerReply {
        ServerReply(
            status: status,
            headers: [HTTPField("Content-Type", "application/json")],
            body: Array(value.serialized().utf8)
        )
    }
}
