/// A number by which names that are the same but for case are found together.
///
/// Other names may have the same number: whoever finds one by it compares the names themselves. All names outside ASCII share
/// one, since what is the same there is not for a sum of bytes to tell.
enum NameKey {
    static func of(_ name: String) -> Int {
        var sum: UInt32 = 0x811c_9dc5
        for byte in name.utf8 {
            guard byte < 0x80 else { return 0 }
            let lower = (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
            sum = (sum ^ UInt32(lower)) &* 0x0100_0193
        }
        return sum == 0 ? 1 : Int(sum)
    }
}
