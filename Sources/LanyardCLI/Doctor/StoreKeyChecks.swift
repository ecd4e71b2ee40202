import Lanyard
import LanyardCore

/// What the doctor says of sealed files and their key.
struct StoreKeyChecks {
    let store: StoreDiagnosis
    let key: StoreDiagnosis.Key

    var checks: [Check] {
        let folder = store.collections.first?.path ?? ""
        let name = key.id.map { "id \($0), \(key.source)" } ?? key.source
        if let problem = store.problem {
            let isKey = [LanyardError.Code.storeKeyMissing, .storeKeyWrong].contains(problem.code)
            return [.pass("store", "sealed files in \(folder)"), .fail(isKey ? "store key" : "store folder", problem)]
        }
        let mode = key.folderMode.map { String($0, radix: 8) }
        var checks: [Check] = [.pass("store", "sealed files in \(folder)"), .pass("store key", name)]
        if let mode {
            checks.append(
                mode == "700"
                    ? .pass("store folder", "only its owner may enter (mode 700)")
                    : .warn("store folder", "others may look into it (mode \(mode))", fix: "chmod 700 \(folder)")
            )
        } else {
            checks.append(.pass("store folder", "made at the first sign-in"))
        }
        checks.append(
            store.survivesReboot
                ? .pass("keyring", "sign-ins outlive a reboot")
                : .warn(
                    "keyring",
                    "the folder is in memory: a sign-in is gone after a reboot",
                    fix: "set LANYARD_STATE_DIR to a folder on a disk"
                )
        )
        checks.append(.pass("access tokens", "sealed, in files of their own"))
        return checks
    }
}
