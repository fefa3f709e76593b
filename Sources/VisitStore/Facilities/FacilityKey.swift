/// A facility's permanent key in the database.
public struct FacilityKey: RawRepresentable, Hashable, Sendable {
    /// The key's value.
    public let rawValue: Int64

    /// Creates a key.
    ///
    /// - Parameter rawValue: a value assigned by the store.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}
