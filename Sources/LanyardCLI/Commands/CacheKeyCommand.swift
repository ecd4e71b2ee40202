import CommandLineKit
import Lanyard
import LanyardCore

/// `lanyard cache make-key` and `rekey`: the key of the file store.
enum CacheKeyCommand {
    static func makeKey(_ cli: CLI) -> Command {
        Command(
            "make-key",
            "Make the key of the file store",
            discussion: """
                For --store file. The key goes where store.key and store.key_file say, by default to \
                $XDG_DATA_HOME/lanyard/store.key, readable for its owner alone. Nothing is written over: where sealed files are \
                there without their key, a new one would not open them.
                """,
            groups: [SelectionOptions.group],
            examples: [
                Example("lanyard cache make-key --store file", "On a machine without a keyring, once.")
            ],
            action: .waiting { call in
                let work = try Work(cli, call)
                let change = try await work.service.makeStoreKey()
                try work.printer.print(report(change, "Made the key \(change.keyID): \(change.source)"))
                return 0
            }
        )
    }

    static func rekey(_ cli: CLI) -> Command {
        Command(
            "rekey",
            "Seal the file store with a new key",
            discussion: """
                Makes a key, seals every file with it and drops the old one. Interrupted, it is carried on by the next run. A \
                systemd credential is changed by hand: put a new line before the old one, restart, run this, then take the old \
                line out.
                """,
            groups: [SelectionOptions.group],
            action: .waiting { call in
                let work = try Work(cli, call)
                let change = try await work.service.rekeyStore()
                for file in change.left { work.printer.note("\(file) could not be opened; it and the old key stay") }
                let files = CacheReport.count(change.sealedCount, "file")
                try work.printer.print(report(change, "Sealed \(files) with the key \(change.keyID): \(change.source)"))
                return change.left.isEmpty ? 0 : ExitCode.failure.rawValue
            }
        )
    }

    private static func report(_ change: StoreKeyChange, _ text: String) -> Report {
        Report(
            json: [
                "key_id": .string(change.keyID), "source": .string(change.source),
                "sealed": .integer(Int64(change.sealedCount)), "left": .array(change.left.map { .string($0) }),
            ],
            rows: [[change.keyID, change.source, String(change.sealedCount)]],
            text: .lines([text])
        )
    }
}
