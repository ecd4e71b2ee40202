internal import CSoup
internal import LanyardCore

/// libsoup, loaded when it is first needed.
enum SoupLibrary {
    /// Loads the library, or says which package is missing.
    static func load() throws {
        guard let problem = lanyard_soup_load() else { return }
        throw LanyardError(
            .invalidConfiguration,
            "libsoup, which speaks HTTP, cannot be loaded: \(String(cString: problem))",
            hint: "Install it: apt-get install libsoup-3.0-0"
        )
    }
}
