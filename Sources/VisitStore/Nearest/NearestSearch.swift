internal import Foundation
internal import GRDB
internal import VisitModel

/// One search for the fences whose edges are nearest to a point.
///
/// 1. Ask the R*Tree for the boxes that meet a box round the point, and change that box's size until enough are found and
///    not far too many.
/// 2. Measure the fences of these boxes, those first that could be nearest, until the next could not be among the
///    nearest any more.
/// 3. When the last of the nearest lies within the box, no fence outside can be nearer: done. Else ask again with a box
///    that reaches exactly as far.
struct NearestSearch {
    /// A fence that was measured.
    struct Found {
        /// The key of its version.
        let key: Int64
        /// The distance to its edge, negative inside.
        let edgeMeters: Double
        /// The distance to its centre.
        let centerMeters: Double
    }

    /// The R*Tree's own question; the test of the query plan reads it.
    static let boxesSQL = """
        SELECT pkid, xmin, xmax, ymin, ymax FROM idx_facility_version_extent
        WHERE xmax >= ? AND xmin <= ? AND ymax >= ? AND ymin <= ?
        LIMIT ?
        """

    private static let fenceSQL = "SELECT latitude, longitude, radius_m, polygon FROM facility_version WHERE key = ?"

    /// How far the first box reaches, in metres: a city's centre holds 20 places within it.
    private static let firstReachMeters = 2000.0
    /// The distance that no rounding of the distances reaches, in metres.
    private static let toleranceMeters = 0.001

    private let point: Coordinate
    private let origin: EarthPoint
    private let count: Int
    private let boxes: PreparedStatement
    private let fence: PreparedStatement
    /// More boxes than this are more than it is worth to look at.
    private let tooMany: Int
    /// What was measured before, by key.
    private var measured: [Int64: Found] = [:]

    init(_ db: Database, from point: Coordinate, count: Int) throws {
        self.tooMany = 4 * count + 50
        self.point = point
        self.origin = EarthPoint(point)
        self.count = count
        self.boxes = try PreparedStatement(db, Self.boxesSQL)
        self.fence = try PreparedStatement(db, Self.fenceSQL)
    }

    /// Runs the search.
    ///
    /// - Returns: the nearest in order, and after them those that are as near as the last.
    mutating func run() throws -> [Found] {
        var reach = Self.firstReachMeters
        var (tooShort, tooLong) = (0.0, Double.infinity)
        while true {
            let box = DegreeBox(around: point, meters: reach)
            // Between two sizes that are nearly the same there may be no better one: a city's edge, or equal places.
            let limit = tooShort * 1.2 < reach ? tooMany : .max
            let candidates = try candidates(in: box, limit: limit)
            if candidates.count > limit {
                tooLong = reach
                reach = tooShort > 0 ? (tooShort * tooLong).squareRoot() : reach / 2
            } else if candidates.count < count, box != .world {
                tooShort = reach
                reach = tooLong < .infinity ? (tooShort * tooLong).squareRoot() : reach * growth(candidates.count)
            } else {
                let nearest = try nearest(of: candidates)
                guard box != .world, let last = nearest.last?.edgeMeters, last > reach else { return nearest }
                // Every fence that is as near as the last meets this box: the next look is the last one.
                (tooShort, reach) = (last, last + Self.toleranceMeters)
            }
        }
    }

    /// How much farther to look after too few were found: twice the area that should hold enough.
    private func growth(_ found: Int) -> Double {
        min(4, (2 * Double(count) / Double(max(1, found))).squareRoot())
    }

    /// A fence that may be near: no nearer than its bound.
    private struct Candidate {
        let key: Int64
        let boundMeters: Double
    }

    /// The fences whose boxes meet a box, or one more than a limit of them.
    private func candidates(in box: DegreeBox, limit: Int) throws -> [Candidate] {
        var candidates: [Candidate] = []
        var seen: Set<Int64> = []
        let bound = BoxBound(from: point)
        for longitudes in box.longitudes {
            boxes.bind(1, longitudes.lowerBound)
            boxes.bind(2, longitudes.upperBound)
            boxes.bind(3, box.latitudes.lowerBound)
            boxes.bind(4, box.latitudes.upperBound)
            boxes.bind(5, limit == .max ? -1 : limit + 1 - candidates.count)
            try boxes.forEachRow { row in
                let key = row.int64(0)
                // A wide fence may meet both halves of a box across the antimeridian.
                if box.longitudes.count > 1, !seen.insert(key).inserted { return }
                let meters = bound.meters(
                    west: row.double(1),
                    east: row.double(2),
                    south: row.double(3),
                    north: row.double(4)
                )
                candidates.append(Candidate(key: key, boundMeters: meters))
            }
        }
        return candidates
    }

    /// Measures candidates in the order of their bounds until the rest can't matter.
    private mutating func nearest(of candidates: [Candidate]) throws -> [Found] {
        var nearest: [Found] = []
        for candidate in candidates.sorted(by: { $0.boundMeters < $1.boundMeters }) {
            let limit = nearest.count < count ? .infinity : nearest[count - 1].edgeMeters
            if candidate.boundMeters > limit + Self.toleranceMeters { break }
            let found = try measure(candidate.key)
            guard found.edgeMeters <= limit else { continue }
            let place = nearest.firstIndex { $0.edgeMeters > found.edgeMeters } ?? nearest.count
            nearest.insert(found, at: place)
            while nearest.count > count, let last = nearest.last, last.edgeMeters > nearest[count - 1].edgeMeters {
                nearest.removeLast()
            }
        }
        return nearest
    }

    /// Measures one fence.
    private mutating func measure(_ key: Int64) throws -> Found {
        if let found = measured[key] { return found }
        fence.bind(1, key)
        let found = try fence.first { row in
            let center = EarthPoint(try FenceColumns.center(row, from: 0)).distance(to: origin)
            let edge =
                switch try FenceColumns.geofence(row, from: 0) {
                case .circle(_, let radius): center - radius.meters
                case .polygon(let polygon): polygon.signedDistance(to: point)
                }
            return Found(key: key, edgeMeters: edge, centerMeters: center)
        }
        guard let found else { throw VisitStoreError.damaged("an index entry without a fence") }
        measured[key] = found
        return found
    }
}
