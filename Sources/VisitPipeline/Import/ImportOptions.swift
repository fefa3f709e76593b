package import Interchange
package import VisitModel

/// How a facility file is imported.
package struct FacilityImportOptions: Sendable {
    /// The header of a field's column, where the usual names would pick a wrong one.
    package var overrides: [FacilityField: String]
    /// What a facility gets where its row does not say.
    package var defaults: FacilityDefaults
    /// The time zone of facilities that name none, kept as the database's default; `nil` leaves the default as it is.
    package var timeZone: TimeZoneName?
    /// How much is written.
    package var mode: ImportMode
    /// From when on a changed or retired fence no longer holds.
    package var effectiveFrom: Timestamp
    /// Now: when other systems are told.
    package var observedAt: Timestamp

    /// Makes options.
    ///
    /// - Parameters:
    ///   - overrides: the header of a field's column.
    ///   - defaults: what a facility gets where its row does not say.
    ///   - timeZone: the time zone of facilities that name none.
    ///   - mode: how much is written.
    ///   - effectiveFrom: from when on a changed or retired fence no longer holds.
    ///   - observedAt: now; `nil` where that is when the changes hold from.
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

/// How a member file is imported.
package struct MemberImportOptions: Sendable {
    /// The header of a field's column, where the usual names would pick a wrong one.
    package var overrides: [MemberField: String]
    /// How much is written.
    package var mode: ImportMode

    /// Makes options.
    ///
    /// - Parameters:
    ///   - overrides: the header of a field's column.
    ///   - mode: how much is written.
    package init(overrides: [MemberField: String] = [:], mode: ImportMode = ImportMode()) {
        self.overrides = overrides
        self.mode = mode
    }
}

/// How much of a file is written.
package struct ImportMode: Hashable, Sendable {
    /// Whether one bad row keeps everything out.
    package var isStrict: Bool
    /// Whether nothing is written, and only told what would be.
    package var isDryRun: Bool
    /// Whether what the file no longer has goes: facilities are retired, lists cut down.
    package var replaces: Bool

    /// Makes a mode.
    ///
    /// - Parameters:
    ///   - isStrict: whether one bad row keeps everything out.
    ///   - isDryRun: whether nothing is written.
    ///   - replaces: whether what the file no longer has goes.
    package init(isStrict: Bool = false, isDryRun: Bool = false, replaces: Bool = false) {
        self.isStrict = isStrict
        self.isDryRun = isDryRun
        self.replaces = replaces
    }
}
