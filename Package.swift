// swift-tools-version: 6.2
import PackageDescription

// No outside package: the toolchain's own modules and Debian's C libraries are the shelf (docs/development/dependencies.md).
let package = Package(
    name: "lanyard",
    products: [
        .library(name: "Lanyard", targets: ["Lanyard"]),
        .executable(name: "lanyard", targets: ["lanyard"]),
        .library(name: "LanyardTesting", targets: ["LanyardTesting"]),
        .executable(name: "lanyard-emulator", targets: ["lanyard-emulator"]),
    ],
    targets: [
        // C libraries and the few lines of C that Swift cannot say itself.
        .systemLibrary(name: "CGio", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .target(name: "CLanyardShims", dependencies: ["CGio"]),
        // One check of signatures with GnuTLS, loaded on first use.
        .target(name: "CSignature"),
        // libsoup's functions, loaded on first use; the other two compare them with the real headers and serve tests only.
        .target(name: "CSoup", dependencies: ["CGio"]),
        .systemLibrary(name: "CSoupReal", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
        .target(name: "CSoupCheck", dependencies: ["CSoupReal"]),

        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),

        .systemLibrary(name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
        .target(name: "CSecretPrompt", dependencies: ["CSecret"]),

        .systemLibrary(name: "CGcrypt", pkgConfig: "libgcrypt", providers: [.apt(["libgcrypt20-dev"])]),

        // Pure: no input or output, FoundationEssentials only.
        .target(name: "LanyardCore"),
        .target(name: "LanyardSelection", dependencies: ["LanyardCore"]),

        // A command-line reader that knows nothing of Lanyard.
        .target(name: "CommandLineKit"),

        // The command: all of it in a library, so that tests can import it.
        .target(
            name: "LanyardCLI",
            dependencies: ["CommandLineKit", "GLibBridge", "Lanyard", "LanyardCore", "LanyardSelection"]
        ),
        .executableTarget(name: "lanyard", dependencies: ["LanyardCLI"], path: "Sources/lanyard-main"),

        // Adapters: no C type leaves them.
        .target(name: "GLibBridge", dependencies: ["CGio", "CLanyardShims"]),
        .target(name: "LanyardHTTP", dependencies: ["CGio", "CSoup", "GLibBridge", "LanyardCore"]),

        .target(name: "LanyardFiles", dependencies: ["LanyardCore", "GLibBridge"]),
        .target(
            name: "LanyardSecretService",
            dependencies: ["LanyardCore", "GLibBridge", "CGio", "CSecret", "CSecretPrompt"]
        ),

        .target(name: "LanyardEnvelope", dependencies: ["LanyardCore", "LanyardFiles", "CGcrypt"]),

        // Faces and what tests need.
        .target(
            name: "Lanyard",
            dependencies: [
                "LanyardCore", "LanyardSelection", "LanyardEnvelope", "LanyardFiles", "LanyardHTTP",
                "LanyardSecretService", "GLibBridge", "CSignature",
            ]
        ),
        .target(name: "LanyardTesting", dependencies: ["LanyardCore"]),

        // A local Microsoft identity platform.
        .target(
            name: "LanyardEmulator",
            dependencies: [
                "CGio", "CGnuTLS", "CommandLineKit", "GLibBridge", "LanyardCore", "LanyardFiles", "LanyardHTTP",
            ]
        ),
        .executableTarget(
            name: "lanyard-emulator",
            dependencies: ["LanyardEmulator"],
            path: "Sources/lanyard-emulator-main"
        ),

        // Fills caches for contrib/bench.
        .executableTarget(
            name: "lanyard-fill",
            dependencies: ["GLibBridge", "Lanyard", "LanyardCore", "LanyardSelection"],
            path: "Sources/lanyard-fill-main"
        ),

        // What several test targets share.
        .target(name: "Recording", path: "Tests/Recording"),
        .testTarget(
            name: "CommandLineKitTests",
            dependencies: ["CommandLineKit", "Recording"],
            exclude: ["Recorded"]
        ),
        .target(name: "LanyardTestSupport", dependencies: ["GLibBridge", "LanyardCore"], exclude: ["Fake"]),
        .testTarget(name: "GLibBridgeTests", dependencies: ["GLibBridge"]),
        .testTarget(
            name: "LanyardHTTPTests",
            dependencies: ["CSoupCheck", "GLibBridge", "LanyardCore", "LanyardHTTP"]
        ),
        .testTarget(
            name: "LanyardCLITests",
            dependencies: [
                "LanyardCLI", "CommandLineKit", "GLibBridge", "Lanyard", "LanyardCore", "LanyardSelection", "Recording",
            ],
            exclude: ["Recorded"]
        ),
        .testTarget(name: "LanyardCoreTests", dependencies: ["LanyardCore", "LanyardTesting"]),
        .testTarget(
            name: "LanyardEmulatorTests",
            dependencies: [
                "CommandLineKit", "GLibBridge", "LanyardCore", "LanyardEmulator", "LanyardHTTP", "LanyardTesting",
            ]
        ),
        .testTarget(
            name: "LanyardEnvelopeTests",
            dependencies: ["LanyardEnvelope", "LanyardCore", "LanyardFiles", "LanyardTestSupport"]
        ),
        .testTarget(
            name: "LanyardFilesTests",
            dependencies: ["LanyardFiles", "LanyardCore", "GLibBridge", "LanyardTestSupport"]
        ),
        .testTarget(
            name: "LanyardSecretServiceTests",
            dependencies: ["LanyardSecretService", "LanyardCore", "GLibBridge", "LanyardTestSupport"]
        ),
        .testTarget(
            name: "LanyardTests",
            dependencies: [
                "Lanyard", "LanyardCore", "LanyardHTTP", "LanyardSecretService", "GLibBridge", "LanyardTesting",
                "LanyardTestSupport",
                "lanyard",
                "lanyard-emulator",
            ]
        ),
        .testTarget(
            name: "LanyardSelectionTests",
            dependencies: ["LanyardCore", "LanyardSelection", "LanyardTesting"],
            exclude: ["Golden"]
        ),
    ]
)

// On every Swift target: imports say why they are there, `any` is written out, and no warning survives.
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .treatAllWarnings(as: .error),
    ]
}
