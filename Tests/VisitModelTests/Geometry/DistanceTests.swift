import Foundation
import SeededRandom
import Testing
import VisitModel

@Suite("Distance on the ellipsoid")
struct DistanceTests {
    /// Geodesics whose lengths are known from formulas or published tables.
    ///
    /// A quarter of a meridian and a degree of the equator follow from the constants of WGS84; the last is Vincenty's own
    /// kind of example, Flinders Peak to Buninyong (Geocentric Datum of Australia technical manual, on GRS80, which
    /// differs from WGS84 by 0.1 mm in the semi-minor axis).
    @Test(
        "is the geodesic's length",
        arguments: [
            (0, 0, 0, 1, 111_319.490_793, 0.001), (0, 0, 90, 0, 10_001_965.729, 0.002),
            (90, 0, -90, 0, 20_003_931.458, 130_000), (0, 179.5, 0, -179.5, 111_319.490_793, 0.001),
            (90, 12, 90, -77, 0, 1e-6), (10, 180, 10, -180, 0, 1e-6),
            (-37.951_033_41, 144.424_867_89, -37.652_821_14, 143.926_495_53, 54_972.271, 0.001),
        ] as [(Double, Double, Double, Double, Double, Double)]
    )
    func known(_ line: (Double, Double, Double, Double, Double, Double)) throws {
        let start = try Coordinate(latitude: line.0, longitude: line.1)
        let end = try Coordinate(latitude: line.2, longitude: line.3)
        #expect(abs(start.distance(to: end) - line.4) <= line.5)
        #expect(abs(end.distance(to: start) - start.distance(to: end)) < 1e-6)
    }

    @Test("within so many metres is decided as by the distance", arguments: 1..<9 as Range<UInt64>)
    func within(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let latitude: Double = try #require([0.0, 45, -60, 89.999, -90, 90].randomElement(using: &random))
            let longitude: Double = try #require([0.0, 12, 179.999, -179.999, 180].randomElement(using: &random))
            let degrees: Double = try #require([0.0, 1e-6, 0.001, 0.3, 40].randomElement(using: &random))
            let start = try Coordinate(latitude: latitude, longitude: longitude)
            let end = try Coordinate(
                latitude: min(90, max(-90, latitude + .random(in: -degrees...degrees, using: &random))),
                longitude: Polygon.normalized(longitude + .random(in: -degrees...degrees, using: &random))
            )
            let distance = start.distance(to: end)
            #expect(start.longestDistance(to: end) >= distance - 0.000_1, "seed \(seed): \(start) to \(end)")
            for meters in [0, distance * 0.999, distance * 1.001 + 0.001, distance * 2, 70, .infinity, .nan] {
                let isWithin = start.isWithin(meters: meters, of: end)
                #expect(isWithin == (distance <= meters), "seed \(seed): \(start) to \(end), \(meters) m")
            }
        }
    }

    @Test("passes from the closed form to the iteration without a step", arguments: [0, 37, 61.0], [0, 1, 2, 3])
    func noStepAt200Kilometres(latitude: Double, quarter: Int) throws {
        let start = EarthPoint(try Coordinate(latitude: latitude, longitude: 179))
        let (north, east) = [(1.0, 0.0), (-1, 0), (0, 1), (0.7, 0.7)][quarter]
        let scale = 1 / max(0.02, cos(latitude * .pi / 180))
        var last = 0.0
        for step in 0..<2_000 {
            let degrees = 1.78 + Double(step) * 0.000_02
            var longitude = 179 + east * degrees * scale
            if longitude > 180 { longitude -= 360 }
            let place = try Coordinate(latitude: min(90, latitude + north * degrees), longitude: longitude)
            let distance = start.distance(to: EarthPoint(place))
            if last > 0 {
                #expect(abs(distance - last) < 4, "at \(distance) m")
                #expect(distance > last, "at \(distance) m")
            }
            last = distance
        }
    }

    @Test("a chord is never longer than the way, and orders like it near by")
    func chord() throws {
        let start = EarthPoint(try Coordinate(latitude: 52, longitude: 13))
        var (lastWay, lastChord) = (0.0, 0.0)
        for step in 1...200 {
            let place = EarthPoint(try Coordinate(latitude: 52 + Double(step) / 1000, longitude: 13))
            let (way, chord) = (start.distance(to: place), start.chordSquared(to: place).squareRoot())
            #expect(chord <= way + 1e-9)
            #expect(way > lastWay && chord > lastChord)
            (lastWay, lastChord) = (way, chord)
        }
    }

    @Test(
        "circles of a metre to 50 km, near poles and over the antimeridian, agree with an independent geodesic",
        .enabled(if: SharedFile.exists("conformance/geodesic_boundary.csv"), "needs the shared data")
    )
    func geodesicBoundary() throws {
        let rows = try SharedFile.lines("conformance/geodesic_boundary.csv").dropFirst()
        #expect(rows.count == 600)
        for row in rows {
            let fields = row.split(separator: ",").compactMap { Double($0) }
            let center = try Coordinate(latitude: fields[0], longitude: fields[1])
            let place = try Coordinate(latitude: fields[2], longitude: fields[3])
            let fence = Geofence.circle(center: center, radius: try Radius(meters: fields[4]))
            let edge = fence.signedDistance(to: place)
            #expect(abs(edge + fields[4] - fields[5]) < 0.000_1, "\(row)")
            #expect((edge <= 0) == (fields[6] == 1), "\(row)")
        }
    }
}

/// Real data that lies beside the project and is not part of it.
enum SharedFile {
    private static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"] {
            return URL(fileURLWithPath: named)
        }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.appendingPathComponent("../shared/data").standardizedFileURL
    }()

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }

    static func lines(_ path: String) throws -> [Substring] {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8).split(whereSeparator: \.isNewline)
    }
}
