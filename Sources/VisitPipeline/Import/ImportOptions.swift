package import Interchange
package import VisitModel

/// The options of importing a facility file.
package struct FacilityImportOptions: Sendable {
    /// The header of a field's column, where the recognized names would select a wrong one.
    package var overrides: [FacilityField: String]
    /// The values for fields that a row leaves empty.
    package var defaults: FacilityDefaults
    /// The time zone of facilities without one, stored as the database's default; `nil` leaves the default as it is.
    package var timeZone: TimeZoneName?
    /// Whether the import is strict, a dry run, or a replacement.
    package var mode: ImportMode
    /// The time at which a changed or retired fence ceases to be valid.
    package var effectiveFrom: Timestamp
    /// The current time, recorded in the messages to other systems.
    package var observedAt: Timestamp

    /// Makes options.
    ///
    /// - Parameters:
    ///   - overrides: the header of a field's column.
    ///   - defaults: the values for fields that a row leaves empty.
    ///   - timeZone: the time zone of facilities without one.
    ///   - mode: whether the import is strict, a dry run, or a replacement.
    ///   - effectiveFrom: the time at which a changed or retired fence ceases to be valid.
    ///   - observedAt: the current time; `nil` for `effectiveFrom`.
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

/// The options of importing a member file.
package struct MemberImportOptions: Sendable {
    /// The header of a field's column, where the recognized names would select a wrong one.
    package var overrides: [MemberField: String]
    /// Whether the import is strict, a dry run, or a replacement.
    package var mode: ImportMode

    /// Makes options.
    package init(overrides: [MemberField: String] = [:], mode: ImportMode = ImportMode()) {
        self.overrides = overrides
        self.mode = mode
    }
}

/// The mode of an import: strict, dry run, replacement.
package struct ImportMode: Hashable, Sendable {
    /// Whether one invalid row prevents the whole import.
    package var isStrict: Bool
    /// Whether the import only reports what it would write.
    package var isDryRun: Bool
    /// Whether data that the file no longer contains is removed: facilities are retired, list entries deleted.
    package var replaces: Bool

    /// Makes a mode.
    ///
    /// - Parameters:
    ///   - isStrict: whether one invalid row prevents the whole import.
    ///   - isDryRun: whether nothing is written.
    ///   - replaces: whether data that the file no longer contains is removed.
    package init(isStrict: Bool = false, isDryRun: Bool = false, replaces: Bool = false) {
        self.isStrict = isStrict
        self.isDryRun = isDryRun
        self.replaces = replaces
    }
}
