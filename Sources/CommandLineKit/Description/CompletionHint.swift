/// What a shell may offer for a value.
package enum CompletionHint: Sendable, Equatable {
    case none
    /// Names of files.
    case file
    /// Names of folders.
    case directory
    /// Names of programs.
    case command
    /// One of these words.
    case words([String])
    /// Words that the program itself knows under this name when it is asked.
    case dynamic(String)
}
