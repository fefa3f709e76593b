/// The store's short number of a facility, which stands for its fence on hot paths.
///
/// Four bytes that compare in one instruction, where a `FacilityID` is a text. A facility keeps its key for as long as
/// the database lives, however often its fence is changed.
public struct FenceKey: Hashable, Sendable {
    /// The number, 0 or more.
    public let rawValue: Int32

    /// Takes a number that fits.
    ///
    /// - Parameter value: 0 to 2,147,483,647; `nil` comes back for anything else.
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
