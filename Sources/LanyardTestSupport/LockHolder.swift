import Glibc

/// Another process that takes a lock file.
package enum LockHolder {
    /// Starts one that holds the lock until it is ended; returns when it has it.
    package static func holding(_ file: String) throws -> (child: TestProcess, lifeline: Pipe) {
        let said = try Pipe()
        let lifeline = try Pipe()
        let child = try TestProcess(command + [file], environment: [:], input: lifeline.reader, output: said.writer)
        said.closeWriter()
        lifeline.closeReader()
        defer { said.closeReader() }
        guard said.readLine() == "held" else { throw SupportError("the lock could not be taken") }
        return (child, lifeline)
    }

    /// Starts one that adds one to a counter file so many times, under the lock.
    package static func counting(_ file: String, counter: String, rounds: Int) throws -> TestProcess {
        try TestProcess(command + [file, counter, String(rounds)], environment: [:])
    }

    private static var command: [String] {
        let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        return ["/usr/bin/python3", "/\(folder)/Fake/hold_lock.py"]
    }
}
