/// A history and the directory tree whose uses speak for an account.
package struct KeptHistory: Sendable {
    package let history: History
    let root: String?

    package init(_ history: History, root: String?) {
        self.history = history
        self.root = root
    }
}
