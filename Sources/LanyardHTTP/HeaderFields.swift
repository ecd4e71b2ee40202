internal import CSoup
internal import GLibBridge
internal import LanyardCore

/// The fields of a header block of libsoup.
@GLibActor
func headerFields(_ headers: OpaquePointer?) -> [HTTPField] {
    guard let headers else { return [] }
    var fields: [HTTPField] = []
    withUnsafeMutablePointer(to: &fields) { fields in
        soup_message_headers_foreach(
            headers,
            { name, value, data in
                guard let name, let value, let data else { return }
                let fields = data.assumingMemoryBound(to: [HTTPField].self)
                fields.pointee.append(HTTPField(String(cString: name), String(cString: value)))
            },
            fields
        )
    }
    return fields
}
