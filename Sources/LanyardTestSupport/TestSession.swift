import GLibBridge
import Glibc

/// A private session: a bus on which nothing can be activated, XDG folders of its own, and the programs a test starts in it.
///
/// Everything ends with the object, and also when the test runner is killed: a watchdog holds a pipe to it.
package final class TestSession: Sendable {
    package let folder: Folder
    /// Where the session's bus is.
    package let busAddress: String
    /// What programs of the session see; nothing of the runner's own session is in it.
    package let environment: [String: String]
    private let bus: TestProcess
    private let watchdog: TestProcess
    private let lifeline: Pipe
    private let children = Lock<[TestProcess]>([])

    package init() throws {
        folder = try Folder()
        let runtime = folder.make("rt")
        busAddress = "unix:path=\(runtime)/bus"
        environment = [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
            "HOME": folder.make("home"), "XDG_RUNTIME_DIR": runtime, "XDG_DATA_HOME": folder.make("data"),
            "XDG_CONFIG_HOME": folder.make("config"), "XDG_CACHE_HOME": folder.make("cache"),
            "XDG_STATE_HOME": folder.make("state"), "DBUS_SESSION_BUS_ADDRESS": busAddress, "LC_ALL": "C.UTF-8",
        ]
        folder.write("bus.conf", Self.busConfiguration(busAddress))
        let ready = try Pipe()
        bus = try TestProcess(
            ["dbus-daemon", "--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--print-address=1"],
            environment: environment,
            output: ready.writer
        )
        ready.closeWriter()
        lifeline = try Pipe()
        watchdog = try TestProcess(
            ["sh", "-c", "read _; kill -9 -\(bus.pid)"],
            environment: environment,
            input: lifeline.reader
        )
        lifeline.closeReader()
        let address = ready.readLine()
        ready.closeReader()
        guard address != nil else { throw SupportError("dbus-daemon did not start; is the package dbus installed?") }
    }

    deinit {
        for child in children.withLock({ $0 }) { child.end() }
        // With what the children left behind.
        kill(-bus.pid, SIGKILL)
        bus.end()
        watchdog.end()
        lifeline.closeWriter()
    }

    /// Ends the bus alone, as the end of a login session does.
    package func endBus() { bus.signal(SIGTERM) }

    /// The process group of the session, which ends with it.
    var group: pid_t { bus.pid }

    /// Starts a program in the session, ended with it.
    package func start(_ command: [String], input: Int32? = nil, output: Int32? = nil) throws -> TestProcess {
        let child = try TestProcess(command, environment: environment, group: bus.pid, input: input, output: output)
        children.withLock { $0.append(child) }
        return child
    }

    /// Ends one program before the session ends.
    package func end(_ child: TestProcess) {
        let isOurs = children.withLock { all in
            let count = all.count
            all.removeAll { $0 === child }
            return all.count < count
        }
        if isOurs { child.end() }
    }

    /// Waits until somebody owns the name on the bus, or nobody.
    package func wait(for name: String, owned: Bool = true) async throws {
        let connection = try await BusConnection.connect(to: busAddress, limit: .seconds(20))
        let deadline = Deadline(in: .seconds(20))
        while !deadline.hasPassed {
            let reply = try await connection.call(.bus("NameHasOwner"), [.string(name)], limit: deadline.remaining)
            if reply.children.first?.bool == owned { return }
            try await GLibActor.sleep(.milliseconds(2))
        }
        throw SupportError("\(name) is \(owned ? "not" : "still") on the bus")
    }

    private static func busConfiguration(_ address: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
          </policy>
        </busconfig>
        """
    }
}
