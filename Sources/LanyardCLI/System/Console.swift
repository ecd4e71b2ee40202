import Glibc

/// The standard streams and the terminal behind them.
struct Console: Sendable {
    /// Writes to standard output; throws where that is not possible.
    var output: @Sendable ([UInt8]) throws(ConsoleFailure) -> Void
    /// Writes to standard error; where that is not possible nobody can be told.
    var error: @Sendable ([UInt8]) -> Void
    /// Reads all of standard input.
    var input: @Sendable () throws(ConsoleFailure) -> [UInt8]
    /// Reads one line of standard input, without its end; nothing where there is no more.
    var line: @Sendable () -> String?
    /// Shows a list until a line is picked; nothing where the terminal has no single keys.
    var pick: @Sendable (PickerState) -> PickerState.Progress?
    /// Whether a stream is a terminal.
    var isTerminal: @Sendable (Stream) -> Bool
    /// The terminal's width in characters, where there is a terminal.
    var columns: @Sendable () -> Int?

    /// A standard stream.
    enum Stream: Int32, Sendable {
        case input = 0
        case output = 1
        case error = 2
    }

    init(
        output: @escaping @Sendable ([UInt8]) throws(ConsoleFailure) -> Void,
        error: @escaping @Sendable ([UInt8]) -> Void,
        input: @escaping @Sendable () throws(ConsoleFailure) -> [UInt8],
        line: @escaping @Sendable () -> String?,
        pick: @escaping @Sendable (PickerState) -> PickerState.Progress? = { _ in nil },
        isTerminal: @escaping @Sendable (Stream) -> Bool,
        columns: @escaping @Sendable () -> Int?
    ) {
        self.output = output
        self.error = error
        self.input = input
        self.line = line
        self.pick = pick
        self.isTerminal = isTerminal
        self.columns = columns
    }
}

/// A standard stream that does not work.
struct ConsoleFailure: Error, Equatable {
    /// The system's error number.
    let number: Int32

    init(number: Int32) { self.number = number }

    /// Whether the reader is gone, which is its own business.
    var isClosedPipe: Bool { number == EPIPE }

    /// The system's words for it.
    var reason: String { String(cString: strerror(number)) }
}

extension Console {
    /// The process's own streams.
    static let process = Console(
        output: { bytes throws(ConsoleFailure) in try write(bytes, to: 1) },
        error: { bytes in try? write(bytes, to: 2) },
        input: { () throws(ConsoleFailure) in try readAll() },
        line: { RawTerminal.line() },
        pick: { RawTerminal.pick(from: $0) },
        isTerminal: { isatty($0.rawValue) == 1 },
        columns: { RawTerminal.columns }
    )

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(ConsoleFailure) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if written < 0 {
                guard errno == EINTR || errno == EAGAIN else { throw ConsoleFailure(number: errno) }
                continue
            }
            done += written
        }
    }

    private static func readAll() throws(ConsoleFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(0, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                guard errno == EINTR else { throw ConsoleFailure(number: errno) }
                continue
            }
            bytes += chunk[..<count]
        }
    }
}
