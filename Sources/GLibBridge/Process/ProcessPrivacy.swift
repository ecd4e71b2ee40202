internal import CLanyardShims

/// Keeps the memory of this process from the other processes of its user.
package enum ProcessPrivacy {
    /// Forbids core files, debuggers and `/proc/PID/mem`, and tells whether that worked.
    ///
    /// A program that this process becomes is readable again, and so are those it starts.
    @discardableResult
    package static func close() -> Bool { lanyard_forbid_dumps() == 0 }
}
