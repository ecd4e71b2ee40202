import FoundationEssentials
package import Testing

/// Compares an output with the one recorded beside the test.
///
/// `LANYARD_RECORD=1 swift test` writes the recorded files anew; read the difference before it is committed.
package func expectRecorded(
    _ output: String,
    as name: String,
    beside file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Recorded/\(name)")
    if ProcessInfo.processInfo.environment["LANYARD_RECORD"] == "1" {
        try Data(output.utf8).write(to: url)
        return
    }
    let recorded = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    #expect(output == recorded, "\(name) is not as recorded", sourceLocation: sourceLocation)
}
