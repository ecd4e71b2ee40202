import FoundationEssentials
import LanyardCore

/// The state as one JSON file that only its owner reads.
struct FileStateStore: StateStore {
    static let file = "state.json"
    let files: any StateFiles

    func save(_ state: ServiceState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try files.write(Self.file, Array(try encoder.encode(state)))
    }

    /// The state of the last run, or a new one.
    func load(random: any RandomSource, now: Int64) throws -> ServiceState {
        guard let bytes = try files.read(Self.file) else {
            return ServiceState(random: random, keys: try KeyRing.makeStored(random: random, now: now))
        }
        do { return try JSONDecoder().decode(ServiceState.self, from: Data(bytes)) } catch {
            throw LanyardError(
                .invalidConfiguration,
                "the state file \(Self.file) cannot be read: \(error)",
                hint: "Remove it; the emulator then starts anew and sign-ins made before are void.",
                underlying: error
            )
        }
    }
}
