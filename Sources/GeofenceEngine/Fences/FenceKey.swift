/// The store's short number of a facility, which identifies its fence on hot paths.
///
/// Four bytes that compare in one instruction, where a `FacilityID` is a string. A facility keeps its key for as long
/// as the database exists, however often its fence is changed.
public struct FenceKey: Hashable, Sendable {
    /// The number, 0 or more.
    public let rawValue: Int32

    /// Creates a key from a number in range.
    ///
    /// - Parameter value: 0 to 2,147,483,647; anything else gives `nil`.
    public init?(exactly value: some BinaryInteger) {
        guard value >= 0, let small = Int32(exactly: value) else { return nil }
        self.rawValue = small
    }
}

extension FenceKey: Comparable {
    /// Orders by number.
    public static func < (lhs: FenceKey, rhs: FenceKey) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension FenceKey: CustomStringConvertible {
    /// The number in decimal.
    public var description: String { String(rawValue) }
}
