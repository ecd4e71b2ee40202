import LanyardCore
import LanyardFiles

/// How to reach a running emulator, as its state folder says.
struct RunningEmulator: Sendable {
    static let file = "server.json"

    var authorityHost: String
    var proxy: String
    var control: String
    /// Shown with every control request: only who can read the folder may control the emulator.
    var key: Secret
    var state: String

    var caFile: String { state + "/" + Identity.authorityFile }
    var bundle: String { state + "/" + Identity.bundleFile }

    /// The line that tells the world that it is ready.
    var ready: JSONValue {
        [
            "ready": true, "authority_host": .string(authorityHost), "proxy": .string(proxy),
            "ca_file": .string(caFile), "ca_bundle": .string(bundle), "state": .string(state),
        ]
    }

    func save(to folder: StateFolder) throws {
        let document: JSONValue = [
            "authority_host": .string(authorityHost), "proxy": .string(proxy), "control": .string(control),
            "key": .string(key.reveal()),
        ]
        try folder.files.write(Self.file, Array(document.serialized().utf8))
    }

    static func load(from folder: StateFolder) throws -> RunningEmulator {
        guard let bytes = try folder.files.read(file), let document = try? JSONValue.parse(bytes),
            let host = document["authority_host"]?.stringValue, let proxy = document["proxy"]?.stringValue,
            let control = document["control"]?.stringValue, let key = document["key"]?.stringValue
        else {
            throw LanyardError(
                .invalidConfiguration,
                "no emulator is running with the state folder \(folder.path)",
                hint:
                    "Start one with 'lanyard-emulator serve', or name its folder with --state or LANYARD_EMULATOR_STATE."
            )
        }
        return RunningEmulator(
            authorityHost: host,
            proxy: proxy,
            control: control,
            key: Secret(key),
            state: folder.path
        )
    }
}
