public import VisitModel

/// A facility's geofence in the engine: the shape, prepared for measuring, and the rules of a stay there.
public struct Fence: Hashable, Sendable {
    /// The store's number of the facility.
    public let key: FenceKey
    /// The facility, which is also the identifier of its geofence.
    public let facility: FacilityID
    /// The shape on the ground.
    public let geofence: Geofence
    /// The centre of the circle, or of the circle round the polygons.
    public let center: EarthPoint
    /// A distance from `center` that contains the whole shape: the radius of the circle, or of a circle round the
    /// polygons.
    public let reachMeters: Double
    /// The time for which a stay has to last.
    public let dwellThreshold: DwellThreshold
    /// The time zone of the facility's months and days.
    public let timeZone: TimeZoneName
    /// How long people stay at the facility.
    public let stays: Facility.Stays
    /// The facility that this one is a part of; `nil` where there is none.
    public let partOf: FacilityID?

    /// Prepares a fence.
    public init(
        key: FenceKey,
        facility: FacilityID,
        geofence: Geofence,
        dwellThreshold: DwellThreshold = .standard,
        timeZone: TimeZoneName = .utc,
        stays: Facility.Stays = .short,
        partOf: FacilityID? = nil
    ) {
        self.partOf = partOf
        self.key = key
        self.facility = facility
        self.geofence = geofence
        self.dwellThreshold = dwellThreshold
        self.timeZone = timeZone
        self.stays = stays
        let center = EarthPoint(geofence.center)
        self.center = center
        self.reachMeters =
            if case .circle(_, let radius) = geofence {
                radius.meters
            } else {
                geofence.polygons.reduce(0) { max($0, $1.reach(from: center)) }
            }
    }

    /// Prepares the fence of a facility; `key` is the store's number of it.
    public init(key: FenceKey, facility: Facility, defaultTimeZone: TimeZoneName) {
        self.init(
            key: key,
            facility: facility.id,
            geofence: facility.geofence,
            dwellThreshold: facility.dwellThreshold,
            timeZone: facility.timeZone ?? defaultTimeZone,
            stays: facility.stays,
            partOf: facility.partOf
        )
    }

    /// The distance from a point, in both forms, to the fence's edge on WGS84, in metres, negative inside.
    ///
    /// Circles and polygons are measured from different forms; a caller converts a fix once for many fences.
    public func signedDistance(to coordinate: Coordinate, _ point: EarthPoint) -> Double {
        switch geofence {
        case .circle: center.distance(to: point) - reachMeters
        case .polygon(let polygon): polygon.signedDistance(to: coordinate)
        case .multiPolygon(let area): area.signedDistance(to: coordinate)
        }
    }
}

/// The store's short number of a facility, which identifies its fence on hot paths.
///
/// Four bytes that compare in one instruction, where a `FacilityID` is a string. A facility keeps its key for as long
/// as the database exists, however often its fence is changed.
public struct FenceKey: Hashable, Sendable {
    /// The number, 0 or more.
    public let rawValue: Int32

    /// Creates a key; `nil` outside 0 to 2,147,483,647.
    public init?(exactly value: some BinaryInteger) {
        guard value >= 0, let small = Int32(exactly: value) else { return nil }
        self.rawValue = small
    }
}

extension FenceKey: Comparable {
    /// Orders by number.
    public static func < (lhs: FenceKey, rhs: FenceKey) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension FenceKey: CustomStringConvertible {
    /// The number in decimal.
    public var description: String { String(rawValue) }
}
