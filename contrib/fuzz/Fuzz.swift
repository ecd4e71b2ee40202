import FoundationEssentials

/// Feeds the readers of outside input to libFuzzer; the first byte chooses the reader.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let choice = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let text = String(decoding: bytes, as: UTF8.self)
    switch choice % 8 {
    case 0:
        if let document = try? JSONValue.parse(bytes) { _ = try? TokenReply(document, now: 1_735_689_600) }
    case 1:
        if let document = try? JSONValue.parse(bytes), let error = ServerError(document, status: 400) {
            _ = error.lanyardError().description
        }
    case 2:
        if let token = try? IDToken(jwt: text) {
            try? IDTokenRule(clientID: "c", authority: .organizations).check(token)
        }
    case 3:
        if let authority = try? Authority(text) { precondition((try? Authority(authority.url, kind: authority.kind)) == authority) }
    case 4: _ = FormURLEncoding.decode(bytes)
    case 5: _ = AuthenticateChallenge.parse(text).compactMap(\.claims)
    case 6:
        _ = AccountRecord.read(Secret(bytes: bytes), key: nil)
        _ = AccountIndex(bytes: bytes)
    default:
        if let document = try? JSONValue.parse(bytes) {
            _ = try? DeviceCodeReply(document)
            _ = try? KeySet(document: document)
        }
    }
    return 0
}
