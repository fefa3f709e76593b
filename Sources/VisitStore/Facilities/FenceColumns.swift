internal import SQLiteStorage
internal import VisitModel

/// The columns of `facility_version` that describe a fence, with their encoding and decoding.
///
/// Every statement names them in this order: latitude, longitude, radius_m, polygon, dwell_seconds, time_zone.
struct FenceColumns {
    /// For the SELECT or INSERT of a statement.
    static let names = "latitude, longitude, radius_m, polygon, dwell_seconds, time_zone"
    static let qualifiedNames = "v.latitude, v.longitude, v.radius_m, v.polygon, v.dwell_seconds, v.time_zone"

    let center: Coordinate
    let radiusMeters: Double?
    let polygon: [UInt8]?
    let dwellSeconds: Int
    let timeZone: String?
    /// The fence, for its bounding box.
    private let geofence: Geofence

    /// The bounding box, as held by the spatial index.
    var extent: DegreeBox { DegreeBox(holding: geofence) }

    init(_ facility: Facility) {
        self.geofence = facility.geofence
        switch facility.geofence {
        case .circle(let center, let radius):
            self.center = center
            self.radiusMeters = radius.meters
            self.polygon = nil
        case .polygon(let polygon):
            self.center = facility.geofence.center
            self.radiusMeters = nil
            self.polygon = polygon.wellKnownBinary
        }
        self.dwellSeconds = facility.dwellThreshold.seconds
        self.timeZone = facility.timeZone?.identifier
    }

    func bind(to statement: PreparedStatement, from index: Int32) {
        statement.bind(index, center.latitude)
        statement.bind(index + 1, center.longitude)
        statement.bind(index + 2, radiusMeters)
        statement.bind(index + 3, polygon)
        statement.bind(index + 4, dwellSeconds)
        statement.bind(index + 5, timeZone)
    }

    /// Compares bit by bit.
    func areEqual(to row: Columns, from index: Int32) -> Bool {
        row.double(index) == center.latitude && row.double(index + 1) == center.longitude
            && row.optionalDouble(index + 2) == radiusMeters && row.optionalBytes(index + 3) == polygon
            && row.int(index + 4) == dwellSeconds && row.optionalText(index + 5) == timeZone
    }

    /// The representative point, from two columns.
    static func center(_ row: Columns, from index: Int32) throws -> Coordinate {
        do {
            return try Coordinate(latitude: row.double(index), longitude: row.double(index + 1))
        } catch {
            throw StorageError.damaged("a geofence without a position", cause: error)
        }
    }

    static func geofence(_ row: Columns, from index: Int32) throws -> Geofence {
        do {
            if let bytes = row.optionalBytes(index + 3) {
                return .polygon(try Polygon(wellKnownBinary: bytes))
            }
            return .circle(
                center: try Coordinate(latitude: row.double(index), longitude: row.double(index + 1)),
                radius: try Radius(meters: row.double(index + 2))
            )
        } catch {
            throw StorageError.damaged("an invalid geofence", cause: error)
        }
    }

    static func dwellThreshold(_ row: Columns, from index: Int32) throws -> DwellThreshold {
        do {
            return try DwellThreshold(seconds: row.int(index + 4))
        } catch {
            throw StorageError.damaged("an invalid dwell threshold", cause: error)
        }
    }

    static func timeZone(_ row: Columns, from index: Int32, _ lookups: Lookups) throws -> TimeZoneName? {
        try row.optionalText(index + 5).map(lookups.zone)
    }
}
