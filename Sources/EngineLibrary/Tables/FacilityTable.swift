internal import GeofenceEngine
internal import Interchange
internal import MemberEngine
internal import VisitModel

/// Reads the table of facilities: a row for each version of each facility's fence.
struct FacilityTable {
    private let table: ArrowTable
    private let keys: ArrowColumn
    private let ids: ArrowColumn
    private let latitudes: ArrowColumn?
    private let longitudes: ArrowColumn?
    private let radii: ArrowColumn?
    private let boundaries: ArrowColumn?
    private let dwells: ArrowColumn?
    private let timeZones: ArrowColumn?
    private let stays: ArrowColumn?
    private let wholes: ArrowColumn?
    private let starts: ArrowColumn?
    private let ends: ArrowColumn?

    private static let columns = [
        "key", "id", "latitude", "longitude", "radius_m", "boundary", "dwell_seconds", "time_zone", "stays", "part_of",
        "valid_from", "valid_to",
    ]

    /// Throws code `column`.
    init(_ table: ArrowTable) throws(EngineLibraryError) {
        var table = table
        guard let keys = try table.integers("key") else { throw table.missing("key", "int64") }
        self.keys = keys
        ids = try table.requiredTexts("id")
        latitudes = try table.numbers("latitude")
        longitudes = try table.numbers("longitude")
        radii = try table.numbers("radius_m")
        boundaries = try table.texts("boundary")
        dwells = try table.integers("dwell_seconds")
        timeZones = try table.texts("time_zone")
        stays = try table.texts("stays")
        wholes = try table.texts("part_of")
        starts = try table.times("valid_from")
        ends = try table.times("valid_to")
        try table.checkNoneLeft(known: Self.columns)
        if boundaries == nil {
            guard latitudes != nil else { throw table.missing("latitude", "double") }
            guard longitudes != nil else { throw table.missing("longitude", "double") }
        }
        self.table = table
    }

    /// Reads all rows; `defaultTimeZone` is for facilities without their own.
    ///
    /// Throws code `value`.
    func directory(defaultTimeZone: TimeZoneName) throws(EngineLibraryError) -> FacilityDirectory {
        var versions: [FenceHistory.Version] = []
        versions.reserveCapacity(table.count)
        var (facilities, keysByFacility): ([FenceKey: FacilityID], [FacilityID: FenceKey]) = ([:], [:])
        var zones: [String: TimeZoneName] = [:]
        for row in 0..<table.count {
            do {
                let version = try version(row, defaultTimeZone, &zones)
                let fence = version.fence
                if let other = facilities.updateValue(fence.facility, forKey: fence.key), other != fence.facility {
                    throw ValidationError(.identifier, "the key \(fence.key) is also that of `\(other)`")
                }
                if let other = keysByFacility.updateValue(fence.key, forKey: fence.facility), other != fence.key {
                    throw ValidationError(.identifier, "`\(fence.facility)` has the key \(other) too")
                }
                versions.append(version)
            } catch {
                throw (error as? EngineLibraryError)
                    ?? EngineLibraryError(.value, "`\(table.name)`, row \(row): \(error)")
            }
        }
        return FacilityDirectory(versions)
    }

    private func version(
        _ row: Int,
        _ defaultTimeZone: TimeZoneName,
        _ zones: inout [String: TimeZoneName]
    ) throws -> FenceHistory.Version {
        guard let number = keys.integer(row), let key = FenceKey(exactly: number) else {
            throw ValidationError(.identifier, "`key` is no number from 0 to 2147483647")
        }
        guard let id: FacilityID = try ids.identifier(row, "id", in: table) else {
            throw ValidationError(.identifier, "`id` is null")
        }
        var timeZone = defaultTimeZone
        if let name = timeZones?.text(row), !name.isEmpty {
            timeZone = try zones[name] ?? TimeZoneName(name)
            zones[name] = timeZone
        }
        return FenceHistory.Version(
            fence: Fence(
                key: key,
                facility: id,
                geofence: try geofence(row),
                dwellThreshold: try dwells?.integer(row).map { try DwellThreshold(seconds: Int($0)) } ?? .standard,
                timeZone: timeZone,
                stays: try stays(row),
                partOf: try wholes?.identifier(row, "part_of", in: table)
            ),
            validFrom: starts?.time(row),
            validTo: ends?.time(row)
        )
    }

    private func stays(_ row: Int) throws -> Facility.Stays {
        guard let word = stays?.text(row) else { return .short }
        guard let stays = Facility.Stays(rawValue: word) else {
            throw ValidationError(.identifier, "`stays` is `\(word)`, expected short or long")
        }
        return stays
    }

    private func geofence(_ row: Int) throws -> Geofence {
        if let text = boundaries?.text(row) {
            guard let fence = try BoundaryText.geometry(text).geofence() else {
                throw ValidationError(.polygon, "`boundary` is a point, expected a polygon")
            }
            return fence
        }
        guard let latitude = latitudes?.number(row), let longitude = longitudes?.number(row) else {
            throw ValidationError(.latitude, "`latitude` or `longitude` is null, and there is no `boundary`")
        }
        return .circle(
            center: try Coordinate(latitude: latitude, longitude: longitude),
            radius: try radii?.number(row).map { try Radius(meters: $0) } ?? .standard
        )
    }
}
