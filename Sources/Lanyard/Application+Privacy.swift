internal import GLibBridge

extension Application {
    /// Keeps tokens in the memory of this process from core files, debuggers and other processes of the user; tells whether it worked.
    ///
    /// For the whole process and all that is in it, so that it is the program's to call: best before the first request. Some
    /// keyrings that ask before they give a secret then cannot show which program asks. The `lanyard` command does this itself.
    @discardableResult
    public static func forbidMemoryDumps() -> Bool { ProcessPrivacy.close() }
}
