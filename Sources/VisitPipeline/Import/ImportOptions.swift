package import Interchange
package import VisitModel

package struct FacilityImportOptions: Sendable {
    /// The header of a field's column, where the recognized names would select a wrong one.
    package var overrides: [FacilityField: String]
    /// The values for fields that a row leaves empty.
    package var defaults: FacilityDefaults
    /// The time zone of facilities without one, stored as the database's default; `nil` leaves the default as it is.
    package var timeZone: TimeZoneName?
    package var mode: ImportMode
    /// The time at which a changed or retired fence ceases to be valid.
    package var effectiveFrom: Timestamp
    /// The current time, recorded in the messages to other systems.
    package var observedAt: Timestamp

    package init(
        overrides: [FacilityField: String] = [:],
        defaults: FacilityDefaults = FacilityDefaults(),
        timeZone: TimeZoneName? = nil,
        mode: ImportMode = ImportMode(),
        effectiveFrom: Timestamp,
        observedAt: Timestamp? = nil
    ) {
        self.overrides = overrides
        self.defaults = defaults
        self.timeZone = timeZone
        self.mode = mode
        self.effectiveFrom = effectiveFrom
        self.observedAt = observedAt ?? effectiveFrom
    }
}

package struct MemberImportOptions: Sendable {
    /// The header of a field's column, where the recognized names would select a wrong one.
    package var overrides: [MemberField: String]
    package var mode: ImportMode
    /// The local day from which the groups of the file apply; `nil` for today, and for a member's first group for all
    /// visits after the last closed month.
    package var groupsFrom: CivilDate?
    /// The current time, for today.
    package var observedAt: Timestamp

    package init(
        overrides: [MemberField: String] = [:],
        mode: ImportMode = ImportMode(),
        groupsFrom: CivilDate? = nil,
        observedAt: Timestamp
    ) {
        self.overrides = overrides
        self.mode = mode
        self.groupsFrom = groupsFrom
        self.observedAt = observedAt
    }
}

package struct ImportMode: Hashable, Sendable {
    /// Whether one invalid row prevents the whole import.
    package var isStrict: Bool
    /// Whether the import only reports what it would write.
    package var isDryRun: Bool
    /// Whether data that the file no longer contains is removed: facilities are retired, list entries deleted.
    package var replaces: Bool

    package init(isStrict: Bool = false, isDryRun: Bool = false, replaces: Bool = false) {
        self.isStrict = isStrict
        self.isDryRun = isDryRun
        self.replaces = replaces
    }
}
