import Foundation
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

/// A circle facility.
func gym(
    _ id: String,
    _ latitude: Double = 45,
    _ longitude: Double = -93,
    radius: Double = 150,
    name: String = "",
    city: String = "",
    dwell: Int = 600,
    zone: String? = nil,
    stays: Facility.Stays = .short,
    partOf whole: String? = nil
) throws -> Facility {
    Facility(
        id: try FacilityID(id),
        name: name,
        address: PostalAddress(city: city),
        geofence: .circle(
            center: try Coordinate(latitude: latitude, longitude: longitude),
            radius: try Radius(meters: radius)
        ),
        dwellThreshold: try DwellThreshold(seconds: dwell),
        timeZone: try zone.map { try TimeZoneName($0) },
        stays: stays,
        partOf: try whole.map { try FacilityID($0) }
    )
}

/// A square facility with a hole when asked for.
func mall(
    _ id: String,
    _ latitude: Double,
    _ longitude: Double,
    half: Double = 0.002,
    hole: Bool = false
) throws
    -> Facility
{
    func ring(_ size: Double) throws -> [Coordinate] {
        try [(-size, -size), (-size, size), (size, size), (size, -size)].map { north, east in
            var x = longitude + east
            if x > 180 { x -= 360 }
            if x < -180 { x += 360 }
            return try Coordinate(latitude: latitude + north, longitude: x)
        }
    }
    let polygon = try Polygon(exterior: try ring(half), holes: hole ? [try ring(half / 3)] : [])
    return Facility(id: try FacilityID(id), geofence: .polygon(polygon))
}

/// Two square buildings, the second a step in degrees away from the first, that are one facility.
func campus(
    _ id: String,
    _ latitude: Double,
    _ longitude: Double,
    half: Double = 0.002,
    step: (north: Double, east: Double) = (0, 0.01)
) throws -> Facility {
    let places = [(latitude, longitude), (latitude + step.north, longitude + step.east)]
    let buildings = try places.map { try mall(id, $0.0, $0.1, half: half) }
    return Facility(id: try FacilityID(id), geofence: try Geofence(polygons: buildings.flatMap(\.geofence.polygons)))
}

extension VisitStore {
    /// Imports facilities, effective at the start of March 2024 where nothing else is said.
    @discardableResult
    func load(
        _ facilities: [Facility],
        replace: Bool = false,
        dryRun: Bool = false,
        from: Timestamp = .march()
    ) throws -> FacilityImportSummary {
        try self.facilities.importRows(replace: replace, dryRun: dryRun, effectiveFrom: from) { importer in
            for facility in facilities { try importer.upsert(facility) }
        }
    }

    /// The logical dump as lines.
    func dump() throws -> [String] {
        var lines: [String] = []
        try logicalDump { lines.append($0) }
        return lines
    }

    /// One number that a statement answers.
    func number(_ sql: String) throws -> Int64? {
        // On the writer, because SpatiaLite's own checks keep notes.
        try database.write { db in
            try PreparedStatement(db, sql).first { $0.int64(0) }
        }
    }
}

/// The folder of real data that tests may read, where it is there.
enum SharedData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"] { return URL(fileURLWithPath: path) }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return root.appendingPathComponent("../shared/data").standardizedFileURL
    }()

    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }
}
