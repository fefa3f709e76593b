/// A facility's permanent key in the database.
package struct FacilityKey: RawRepresentable, Hashable, Sendable {
    /// The key's value.
    package let rawValue: Int64

    /// Creates a key.
    ///
    /// - Parameter rawValue: a value assigned by the store.
    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}
