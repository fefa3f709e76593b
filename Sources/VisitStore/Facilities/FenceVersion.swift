public import VisitModel

/// How a facility's stays are decided during a span of time.
///
/// Fences move and thresholds change, but a fix is judged by the fence of its day: each change ends one version and
/// begins the next.
public struct FenceVersion: Hashable, Sendable {
    /// The version's key in the database, which it keeps for ever.
    public struct Key: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: Int64

        /// Takes a number that the store gave out.
        ///
        /// - Parameter rawValue: the number.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }
    }

    /// When the first version of every facility begins: the year 0.
    ///
    /// Before any fix, and far enough from the smallest number that differences can be taken.
    public static let beginningOfTime = Timestamp(milliseconds: -62_167_219_200_000)

    /// The version's key.
    public let key: Key
    /// Of which facility.
    public let facility: FacilityID
    /// The facility's key.
    public let facilityKey: FacilityKey
    /// The shape on the ground.
    public let geofence: Geofence
    /// How long a stay has to last.
    public let dwellThreshold: DwellThreshold
    /// The zone of the facility's months; `nil` for the database's default.
    public let timeZone: TimeZoneName?
    /// The first time it holds.
    public let validFrom: Timestamp
    /// The first time it no longer holds; `nil` for the current version of a facility in use.
    public let validTo: Timestamp?

    /// Makes a version.
    ///
    /// - Parameters:
    ///   - key: its key.
    ///   - facility: of which facility.
    ///   - facilityKey: the facility's key.
    ///   - geofence: the shape on the ground.
    ///   - dwellThreshold: how long a stay has to last.
    ///   - timeZone: the zone of the facility's months.
    ///   - validFrom: the first time it holds.
    ///   - validTo: the first time it no longer holds.
    public init(
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
