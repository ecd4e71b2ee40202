/// The form of a result on standard output.
enum OutputFormat: String, CaseIterable, Sendable {
    case text
    case json
    case tsv
}
