import Foundation
import GRDB
import SQLiteStorage
import SeededRandom
import StoreTestSupport
import LongTests
import Testing
import VisitModel

@testable import VisitStore

@Suite("Nearest facilities")
struct NearestFacilitiesTests {
    /// What every search has to find: all facilities measured, sorted by edge and then id.
    private static func linearScan(_ facilities: [Facility], _ point: Coordinate, _ count: Int) -> [NearestFacility] {
        Array(
            facilities.map {
                NearestFacility(
                    facility: $0,
                    edgeMeters: $0.geofence.signedDistance(to: point),
                    centerMeters: $0.geofence.center.distance(to: point)
                )
            }
            .sorted { ($0.edgeMeters, $0.facility.id) < ($1.edgeMeters, $1.facility.id) }
            .prefix(count)
        )
    }

    /// A point anywhere, with every kind of difficult place among them.
    private static func anyPoint(_ generator: inout SeededGenerator) throws -> Coordinate {
        let (latitude, longitude): (Double, Double) =
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: (.random(in: 89...90, using: &generator), .random(in: -180...180, using: &generator))
            case 1: (.random(in: -90 ... -89, using: &generator), .random(in: -180...180, using: &generator))
            case 2: (.random(in: -60...60, using: &generator), .random(in: 179.5...180, using: &generator))
            case 3: (.random(in: -60...60, using: &generator), .random(in: -180 ... -179.5, using: &generator))
            case 4:
                (
                    [90.0, -90, 0].randomElement(using: &generator) ?? 0,
                    [180.0, -180, 0].randomElement(using: &generator) ?? 0
                )
            case 5: (.random(in: 44.9...45.1, using: &generator), .random(in: -93.1 ... -92.9, using: &generator))
            default: (.random(in: -90...90, using: &generator), .random(in: -180...180, using: &generator))
            }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func anyFacility(_ index: Int, _ generator: inout SeededGenerator) throws -> Facility {
        let point = try anyPoint(&generator)
        if abs(point.latitude) < 85, Int.random(in: 0..<6, using: &generator) == 0 {
            let half = Double.random(in: 0.001...0.2, using: &generator)
            guard Bool.random(using: &generator), abs(point.latitude) < 80 else {
                return try mall("m\(index)", point.latitude, point.longitude, half: half)
            }
            let (north, east) = (
                Double.random(in: -3...3, using: &generator), Double.random(in: -0.5...0.5, using: &generator)
            )
            return try campus("c\(index)", point.latitude, point.longitude, half: half, step: (north, east))
        }
        let radius = Bool.random(using: &generator) ? 150 : Double.random(in: 1...100_000, using: &generator)
        return try gym("g\(index)", point.latitude, point.longitude, radius: radius)
    }

    @Test("the search finds what a linear scan finds, everywhere on earth", .long, arguments: [1, 2, 3] as [UInt64])
    func likeLinearScan(seed: UInt64) throws {
        // Given facilities of all sizes, many at poles and the antimeridian
        var generator = SeededGenerator(seed: seed)
        let store = try VisitStore.temporary()
        let facilities = try (0..<400).map { try Self.anyFacility($0, &generator) }
        try store.load(facilities)
        for _ in 0..<60 {
            // When the nearest to any point are asked for
            let point = try Self.anyPoint(&generator)
            let count = [1, 7, 20, 100, 400, 500].randomElement(using: &generator) ?? 20
            let found = try store.facilities.nearest(to: point, count: count)
            // Then they are the same, in the same order
            let expected = Self.linearScan(facilities, point, count)
            let isSame = found == expected
            #expect(isSame, "seed \(seed), point \(point), count \(count)")
        }
    }

    @Test("equally near ones are ordered by id, also where the count cuts them off")
    func ties() throws {
        let store = try VisitStore.temporary()
        try store.load(["d", "b", "a", "c"].map { try gym($0, 10, 20) } + [gym("0", 11, 20)])
        let point = try Coordinate(latitude: 10.5, longitude: 20.1)
        let found = try store.facilities.nearest(to: point, count: 2)
        #expect(Set(found.map(\.facility.id.text)).isSubset(of: ["0", "a"]))
        let near = try store.facilities.nearest(to: Coordinate(latitude: 10, longitude: 20.1), count: 3)
        #expect(near.map(\.facility.id.text) == ["a", "b", "c"])
    }

    @Test("none is found in an empty database, and none can be asked for")
    func empty() throws {
        let store = try VisitStore.temporary()
        let point = try Coordinate(latitude: 0, longitude: 0)
        #expect(try store.facilities.nearest(to: point, count: 20).isEmpty)
        let error = #expect(throws: StorageError.self) { try store.facilities.nearest(to: point, count: 0) }
        #expect(error?.code == .invalidRequest)
    }

    @Test("the R*Tree answers: the query plan reads the virtual table and no table row by row")
    func queryPlan() throws {
        let store = try VisitStore.temporary()
        let plan = try store.database.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + NearestSearch.boxesSQL, arguments: [0, 1, 0, 1, 20])
                .map { $0["detail"] as String }
        }
        #expect(plan.count == 1)
        let step = try #require(plan.first)
        #expect(step.contains("VIRTUAL TABLE INDEX"))
        #expect(step.contains("idx_facility_version_extent"))
        // `2:` is the R*Tree's search by coordinates, with its constraints encoded behind it; empty means a full scan.
        #expect(step.contains("INDEX 2:") && !step.hasSuffix("INDEX 2:"))
    }

    @Test("index and rows stay in step over random edits", .long, arguments: [11, 12, 13, 14] as [UInt64])
    func indexInStep(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = try VisitStore.temporary()
        var current: [Int: Facility] = [:]
        var time = 0.0
        for _ in 0..<40 {
            // Given an edit: some are added, moved, renamed, left out or brought back, some of it only tried
            time += Double.random(in: -1...5, using: &generator)
            let replace = Bool.random(using: &generator)
            let dryRun = Int.random(in: 0..<4, using: &generator) == 0
            var edited = current
            var batch: [Facility] = []
            for index in 0..<30 where Bool.random(using: &generator) {
                let facility =
                    if let old = current[index], Bool.random(using: &generator) { old } else {
                        try Self.named("f\(index)", like: Self.anyFacility(index, &generator))
                    }
                batch.append(facility)
                edited[index] = facility
            }
            if replace { edited = edited.filter { entry in batch.contains { $0.id == entry.value.id } } }
            // When it is imported
            try store.load(batch, replace: replace, dryRun: dryRun, from: .march(time))
            if !dryRun { current = edited }
            // Then index, rows and what should be there agree
            #expect(try store.number("SELECT CheckSpatialIndex('facility_version', 'extent')") == 1, "seed \(seed)")
            #expect(
                try store.number("SELECT count(*) FROM idx_facility_version_extent") == Int64(current.count),
                "seed \(seed)"
            )
            #expect(
                try store.number(
                    "SELECT count(*) FROM facility_version WHERE (extent IS NULL) <> (valid_to_ms IS NOT NULL)"
                ) == 0,
                "seed \(seed)"
            )
            let point = try Self.anyPoint(&generator)
            let found = try store.facilities.nearest(to: point, count: 10)
            let isSame = found == Self.linearScan(Array(current.values), point, 10)
            #expect(isSame, "seed \(seed), point \(point)")
            try Self.expectVersionsInOrder(store, "seed \(seed)")
        }
    }

    private static func named(_ id: String, like facility: Facility) throws -> Facility {
        Facility(id: try FacilityID(id), geofence: facility.geofence)
    }

    /// The versions of a facility follow each other without overlap, from the beginning of time.
    private static func expectVersionsInOrder(_ store: VisitStore, _ comment: Comment) throws {
        for (_, versions) in Dictionary(grouping: try store.facilities.fenceVersions(), by: \.facility) {
            #expect(versions.first?.validFrom == Timestamp.beginningOfTime, comment)
            for (earlier, later) in zip(versions, versions.dropFirst()) {
                let end = try #require(earlier.validTo, comment)
                #expect(earlier.validFrom < end && end <= later.validFrom, comment)
            }
        }
    }

    @Test(
        "the nearest of all gyms of a country agree with an independent program's",
        .long,
        .enabled(if: SharedData.has("expected/nearest_osm_us_gyms_tab.json"), "the shared test data is not here")
    )
    func openStreetMapGyms() throws {
        struct Expected: Decodable {
            struct Point: Decodable {
                let id: String
                let lat: Double
                let lon: Double
                let nearest: [Entry]
            }
            struct Entry: Decodable {
                let id: String
                let meters: Double
                init(from decoder: any Decoder) throws {
                    var container = try decoder.unkeyedContainer()
                    id = try container.decode(String.self)
                    meters = try container.decode(Double.self)
                }
            }
            let points: [Point]
        }
        // Given every gym of the file, a circle of 150 m each
        let store = try VisitStore.temporary()
        let text = try String(
            contentsOf: SharedData.folder.appendingPathComponent("facilities/osm_us_gyms_tab.csv"),
            encoding: .utf8
        )
        var facilities: [Facility] = []
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            facilities.append(
                try gym(String(fields[0]), try #require(Double(fields[2])), try #require(Double(fields[3])))
            )
        }
        try store.load(facilities)
        #expect(facilities.count == 20137)
        let expected = try JSONDecoder().decode(
            Expected.self,
            from: Data(contentsOf: SharedData.folder.appendingPathComponent("expected/nearest_osm_us_gyms_tab.json"))
        )
        #expect(expected.points.count == 58)
        for point in expected.points {
            // When the nearest hundred are asked for
            let found = try store.facilities.nearest(
                to: Coordinate(latitude: point.lat, longitude: point.lon),
                count: point.nearest.count
            )
            // Then the distances are the same to the millimetre, and the ids where no other is as near
            #expect(found.count == point.nearest.count)
            for (rank, (mine, theirs)) in zip(found, point.nearest).enumerated() {
                // Beyond 200 km the model's distance is good to 0.1 mm, between nearly opposite points to 0.6 %.
                let tolerance = theirs.meters > 19_900_000 ? theirs.meters * 0.006 : 0.002
                #expect(abs(mine.centerMeters - theirs.meters) < tolerance, "\(point.id) \(rank)")
                let isTied = point.nearest.contains { $0.id != theirs.id && abs($0.meters - theirs.meters) < 0.002 }
                if !isTied { #expect(mine.facility.id.text == theirs.id, "\(point.id) \(rank)") }
            }
        }
    }
}
