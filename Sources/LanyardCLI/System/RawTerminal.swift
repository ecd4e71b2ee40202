import Glibc

/// Single keys from the terminal on standard input; it is given back as it was, however the body ends.
///
/// While it lasts Ctrl-C and Ctrl-Z are keys, and a signal from elsewhere ends the wait for one, so that no way out leaves the
/// terminal changed.
struct RawTerminal {
    /// What came from the terminal.
    enum Input {
        case bytes([UInt8])
        /// Nothing within the time.
        case pause
        /// A signal came.
        case signal
        /// No more will come.
        case end
    }

    /// Runs the body with single keys; gives nothing where the terminal cannot do that.
    static func run<Result>(_ body: () -> Result) -> Result? {
        var settings = termios()
        guard tcgetattr(0, &settings) == 0 else { return nil }
        var saved = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(ICRNL | IXON)
        guard tcsetattr(0, TCSAFLUSH, &settings) == 0 else { return nil }
        defer { tcsetattr(0, TCSAFLUSH, &saved) }
        return body()
    }

    /// What comes next, waited for at most so many milliseconds; -1 waits for ever.
    static func read(waiting milliseconds: Int32) -> Input {
        var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        let ready = poll(&wait, 1, milliseconds)
        guard ready != 0 else { return .pause }
        guard ready > 0 else { return errno == EINTR ? .signal : .end }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(0, &bytes, bytes.count)
        guard count > 0 else { return count < 0 && errno == EINTR ? .signal : .end }
        return .bytes(Array(bytes[..<count]))
    }

    /// One line of standard input without its end; nothing where there is no more, or a signal came.
    static func line() -> String? {
        var line: [UInt8] = []
        while true {
            var wait = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
            // Not a read that the system takes up again after a signal: then Ctrl-C would wait for Enter.
            guard poll(&wait, 1, -1) > 0 else {
                if errno == EINTR { _exit(ExitCode.interrupted.rawValue) }
                return nil
            }
            var byte: UInt8 = 0
            guard Glibc.read(0, &byte, 1) == 1 else {
                return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
            }
            guard byte != 0x0a else { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}

extension RawTerminal {
    /// The terminal's width in characters, where there is a terminal.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0 || ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }

    /// Shows the list on standard error until a line is picked; gives nothing where the terminal has no single keys.
    static func pick(from list: PickerState) -> PickerState.Progress? {
        run {
            var (list, keys, shown) = (list, KeyReader(), 0)
            while list.progress == .open {
                let lines = list.lines(columns: columns ?? 80)
                Console.process.error(Array((back(shown) + lines.joined(separator: "\r\n")).utf8))
                shown = lines.count
                switch read(waiting: keys.isWaiting ? 50 : -1) {
                case .bytes(let bytes): for key in keys.read(bytes) { list.press(key) }
                case .pause: for key in keys.read([], isPause: true) { list.press(key) }
                case .signal: list.press(.interrupt)
                case .end: list.press(.cancel)
                }
            }
            Console.process.error(Array(back(shown).utf8))
            return list.progress
        }
    }

    /// To the beginning of what was shown, and nothing from there on.
    private static func back(_ lines: Int) -> String {
        (lines > 1 ? "\u{1b}[\(lines - 1)A" : "") + "\r\u{1b}[J"
    }
}
