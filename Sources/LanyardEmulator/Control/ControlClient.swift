import LanyardCore

/// Speaks to the control port of a running emulator.
struct ControlClient: Sendable {
    let running: RunningEmulator
    let transport: any HTTPTransport

    func send(_ order: JSONValue) async throws -> JSONValue {
        let response: HTTPResponse
        do {
            response = try await transport.send(
                HTTPRequest(
                    method: "POST",
                    url: running.control + "/",
                    headers: [
                        HTTPField("Content-Type", "application/json"),
                        HTTPField(ControlEdge.keyField, running.key.reveal()),
                    ],
                    body: Secret(order.serialized())
                )
            )
        } catch let error as LanyardError where error.code == .network {
            throw LanyardError(
                .network,
                "the emulator of \(running.state) does not answer",
                hint: "Was it killed? Start it again with 'lanyard-emulator serve --state \(running.state)'.",
                underlying: error
            )
        }
        let document = try JSONValue.parse(response.body)
        guard response.status == 200 else {
            throw LanyardError(.serverRefused, document["error"]?.stringValue ?? "the emulator refused")
        }
        return document
    }
}
