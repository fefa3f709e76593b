/// A person whose visits are counted.
public struct Member: Hashable, Sendable {
    /// The member's identifier in the customer's systems.
    public let id: MemberID
    /// The member's verified facilities; `nil` means the whole network, an empty set means none.
    public var facilities: Set<FacilityID>?

    /// Creates a member; only visits to `facilities` are registered and counted, or to the whole network if it is
    /// `nil`.
    public init(id: MemberID, facilities: Set<FacilityID>? = nil) {
        self.id = id
        self.facilities = facilities
    }
}
