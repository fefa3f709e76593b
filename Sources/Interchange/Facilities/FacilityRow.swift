package import VisitModel

/// One usable row of a facility file, completed from what is stored of its facility.
package struct FacilityRow: Hashable, Sendable {
    package var facility: Facility
    /// The member with this verified facility, where the file names one.
    package var member: MemberID?
    /// The line the row begins on, from 1.
    package var line: Int
    /// The number of the row, from 1; several features may be on one line.
    var number = 0
    /// The fields that the row does not state and that kept a stored value other than the default.
    package var kept: FacilityFields = []
}

/// The values of a new facility without its own.
package struct FacilityDefaults: Hashable, Sendable {
    package var radius: Radius
    package var dwellThreshold: DwellThreshold

    package init(radius: Radius = .standard, dwellThreshold: DwellThreshold = .standard) {
        self.radius = radius
        self.dwellThreshold = dwellThreshold
    }
}

extension DelimitedField {
    /// Whether a trimmed field clears the stored value, which an empty one leaves as it is.
    var isClearing: Bool { bytes.count == 1 && bytes[0] == UInt8(ascii: "-") }
}
