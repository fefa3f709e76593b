public import VisitModel

/// One usable row of a facility file.
public struct FacilityRow: Hashable, Sendable {
    /// The facility.
    public var facility: Facility
    /// The member whose verified facility it is, where the file says so.
    public var member: MemberID?
    /// The line the row begins on, from 1.
    public var line: Int

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - facility: the facility.
    ///   - member: the member whose verified facility it is.
    ///   - line: the line the row begins on, from 1.
    public init(facility: Facility, member: MemberID? = nil, line: Int) {
        self.facility = facility
        self.member = member
        self.line = line
    }
}

/// What a facility gets where its row does not say.
public struct FacilityDefaults: Hashable, Sendable {
    /// The radius of its fence.
    public var radius: Radius
    /// How long a stay has to last.
    public var dwellThreshold: DwellThreshold

    /// Makes defaults.
    ///
    /// - Parameters:
    ///   - radius: the radius of a fence.
    ///   - dwellThreshold: how long a stay has to last.
    public init(radius: Radius = .standard, dwellThreshold: DwellThreshold = .standard) {
        self.radius = radius
        self.dwellThreshold = dwellThreshold
    }
}
