import GLibBridge

/// A scripted Secret Service of one session; what it can do is written at the head of `Fake/secret_service.py`.
package struct FakeProvider: Sendable {
    private let session: TestSession
    /// The process; a test may end it.
    package let child: TestProcess

    fileprivate init(session: TestSession, child: TestProcess) {
        self.session = session
        self.child = child
    }

    /// How often a method was called.
    package func count(_ method: String) -> Int { calls(method).count }

    /// The paths on which a method was called, with the arguments, as Python shows them.
    package func calls(_ method: String) -> [String] {
        (session.folder.read("fake.log") ?? "").split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("[\"\(method)\",") }
    }

    /// The attributes of the last item that was made, as JSON.
    package var createdAttributes: String? {
        calls("Created").last.map { String($0.dropFirst(#"["Created", "#.utf8.count).dropLast()) }
    }
}

extension TestSession {
    /// Starts a scripted provider; `script` is its JSON, `successor` that of the one that comes when it has died.
    package func startFake(_ script: String, then successor: String? = nil) async throws -> FakeProvider {
        folder.write("fake.json", script)
        if let successor { folder.write("next.json", successor) }
        let program = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        let fake = ["/usr/bin/python3", "/\(program)/Fake/secret_service.py"]
        let child = try start(
            successor == nil
                ? fake + ["\(folder.path)/fake.json", "\(folder.path)/fake.log"]
                : [
                    "sh", "-c", #""$@" "$0/fake.json" "$0/fake.log"; exec "$@" "$0/next.json" "$0/fake.log""#,
                    folder.path,
                ] + fake
        )
        try await wait(for: "org.freedesktop.secrets")
        return FakeProvider(session: self, child: child)
    }
}
