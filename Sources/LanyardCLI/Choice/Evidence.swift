import Lanyard
import LanyardCore
import LanyardSelection

/// What files and folders say about the account to use.
struct Evidence {
    let files: EvidenceFiles

    init(_ cli: CLI) { files = EvidenceFiles(Paths(cli.environment).directories) }

    /// The nearest pin file above a directory.
    func nearest(_ directory: String?) throws -> PinFiles.Lying {
        guard let directory, let nearest = PinFiles().lying(from: directory).first else {
            throw LanyardError(
                .accountNotFound,
                "there is no \(Pin.fileName) file here or above",
                hint: "lanyard use ACCOUNT --dir writes one"
            )
        }
        return nearest
    }
}
