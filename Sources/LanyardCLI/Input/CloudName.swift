import LanyardCore

/// The names of the clouds that are built in.
enum CloudName {
    static let all = Cloud.all.map(\.name)

    static func check(_ text: String) throws(LanyardError) {
        guard all.contains(text) else {
            throw LanyardError(.invalidArgument, "the clouds are \(all.joined(separator: ", "))")
        }
    }
}
