/// A check sum that finds damage, eight bytes at a step: it is made of the whole index for every command.
enum IndexSum {
    static func of(_ bytes: [UInt8], from start: Int) -> UInt64 {
        bytes.withUnsafeBytes { all in
            // Two sums in turn, since each step waits for the multiplication before it.
            var (even, odd) = (UInt64(all.count), UInt64(0x9e37_79b9_7f4a_7c15))
            var offset = start
            while offset + 16 <= all.count {
                even = mixed(even, UInt64(littleEndian: all.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                odd = mixed(odd, UInt64(littleEndian: all.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
                offset += 16
            }
            while offset < all.count {
                even = mixed(even, UInt64(all[offset]))
                offset += 1
            }
            return mixed(even, odd)
        }
    }

    private static func mixed(_ sum: UInt64, _ value: UInt64) -> UInt64 {
        let product = (sum ^ value) &* 0xff51_afd7_ed55_8ccd
        return product ^ product >> 32
    }
}
