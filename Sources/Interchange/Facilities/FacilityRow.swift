package import VisitModel

/// One usable row of a facility file.
package struct FacilityRow: Hashable, Sendable {
    /// The facility.
    package var facility: Facility
    /// The member whose verified facility it is, where the file says so.
    package var member: MemberID?
    /// The line the row begins on, from 1.
    package var line: Int

    /// Makes a row.
    ///
    /// - Parameters:
    ///   - facility: the facility.
    ///   - member: the member whose verified facility it is.
    ///   - line: the line the row begins on, from 1.
    package init(facility: Facility, member: MemberID? = nil, line: Int) {
        self.facility = facility
        self.member = member
        self.line = line
    }
}

/// What a facility gets where its row does not say.
package struct FacilityDefaults: Hashable, Sendable {
    /// The radius of its fence.
    package var radius: Radius
    /// How long a stay has to last.
    package var dwellThreshold: DwellThreshold

    /// Makes defaults.
    ///
    /// - Parameters:
    ///   - radius: the radius of a fence.
    ///   - dwellThreshold: how long a stay has to last.
    package init(radius: Radius = .standard, dwellThreshold: DwellThreshold = .standard) {
        self.radius = radius
        self.dwellThreshold = dwellThreshold
    }
}
