/// A device's raw fixes in one hour of UTC, packed by the engine.
package struct FixChunk: Hashable, Sendable {
    package static let spanMilliseconds: Int64 = 3_600_000

    /// The start of the hour.
    package let bucket: Timestamp
    package let first: Timestamp
    package let last: Timestamp
    /// At least 1.
    package let fixCount: Int
    package let fixes: [UInt8]

    /// Creates a chunk of the hour of `first`, in which `last` lies too.
    package init(first: Timestamp, last: Timestamp, fixCount: Int, fixes: [UInt8]) {
        self.bucket = Self.bucket(of: first)
        self.first = first
        self.last = last
        self.fixCount = fixCount
        self.fixes = fixes
    }

    /// The full hour of UTC at or before a time.
    package static func bucket(of time: Timestamp) -> Timestamp {
        let remainder = time.milliseconds % spanMilliseconds
        let hour = time.milliseconds - remainder
        // A cursor of a request may have any number; there is no full hour before the smallest one.
        guard remainder < 0, hour >= Int64.min + spanMilliseconds else { return Timestamp(milliseconds: hour) }
        return Timestamp(milliseconds: hour - spanMilliseconds)
    }
}
