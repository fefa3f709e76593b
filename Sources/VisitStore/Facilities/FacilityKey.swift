/// A facility's key in the database, which it keeps for ever.
public struct FacilityKey: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// Takes a number that the store gave out.
    ///
    /// - Parameter rawValue: the number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}
