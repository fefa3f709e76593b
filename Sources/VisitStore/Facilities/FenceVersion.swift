package import VisitModel

/// A facility's fence, dwell threshold and time zone during a period of validity.
///
/// Fences move and thresholds change, but a fix is evaluated with the fence of its time. Each change ends one version
/// and begins the next.
package struct FenceVersion: Hashable, Sendable {
    /// The version's permanent key in the database.
    package struct Key: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int64

        package init(rawValue: Int64) {
            self.rawValue = rawValue
        }
    }

    /// The start of every facility's first version: the year 0.
    ///
    /// It is earlier than any fix, and far enough from the smallest number that differences do not overflow.
    package static let beginningOfTime = Timestamp(milliseconds: -62_167_219_200_000)

    package let key: Key
    package let facility: FacilityID
    package let facilityKey: FacilityKey
    package let geofence: Geofence
    package let dwellThreshold: DwellThreshold
    /// `nil` for the database's default.
    package let timeZone: TimeZoneName?
    package let validFrom: Timestamp
    /// Exclusive; `nil` for the current version of a facility in use.
    package let validTo: Timestamp?

    package init(
        key: Key,
        facility: FacilityID,
        facilityKey: FacilityKey,
        geofence: Geofence,
        dwellThreshold: DwellThreshold,
        timeZone: TimeZoneName?,
        validFrom: Timestamp,
        validTo: Timestamp?
    ) {
        self.key = key
        self.facility = facility
        self.facilityKey = facilityKey
        self.geofence = geofence
        self.dwellThreshold = dwellThreshold
        self.timeZone = timeZone
        self.validFrom = validFrom
        self.validTo = validTo
    }
}

/// A facility's permanent key in the database.
package struct FacilityKey: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}
