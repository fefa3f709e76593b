/// A person whose visits are counted.
public struct Member: Hashable, Sendable {
    /// The member's name in the customer's systems.
    public let id: MemberID
    /// The member's verified facilities; `nil` means the whole network, an empty set means none.
    public var facilities: Set<FacilityID>?

    /// Makes a member.
    ///
    /// - Parameters:
    ///   - id: the member's name.
    ///   - facilities: the only places registered and counted for the member; `nil` for the whole network.
    public init(id: MemberID, facilities: Set<FacilityID>? = nil) {
        self.id = id
        self.facilities = facilities
    }
}
