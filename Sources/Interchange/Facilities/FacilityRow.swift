package import VisitModel

/// One usable row of a facility file.
package struct FacilityRow: Hashable, Sendable {
    /// The facility.
    package var facility: Facility
    /// The member with this verified facility, where the file names one.
    package var member: MemberID?
    /// The line the row begins on, from 1.
    package var line: Int

    /// Creates a row.
    package init(facility: Facility, member: MemberID? = nil, line: Int) {
        self.facility = facility
        self.member = member
        self.line = line
    }
}

/// The values of a facility without its own.
package struct FacilityDefaults: Hashable, Sendable {
    /// The radius of its fence.
    package var radius: Radius
    /// The time for which a stay has to last.
    package var dwellThreshold: DwellThreshold

    /// Creates defaults.
    package init(radius: Radius = .standard, dwellThreshold: DwellThreshold = .standard) {
        self.radius = radius
        self.dwellThreshold = dwellThreshold
    }
}
