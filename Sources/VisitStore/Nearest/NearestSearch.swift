internal import Foundation
internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// A search for the fences with the edges nearest to a point.
///
/// 1. Query the R*Tree for the boxes that intersect a box around the point, and adjust that box's size until enough are
///    found and not far too many.
/// 2. Measure the fences of these boxes in the order of their lower bounds, until the next can't be among the nearest.
/// 3. When the last of the nearest lies within the box, no fence outside can be nearer, and the search ends. Otherwise
///    query again with a box that reaches exactly as far.
struct NearestSearch {
    /// A fence with its measured distances.
    struct Found {
        /// Of the fence version.
        let key: Int64
        /// Negative inside.
        let edgeMeters: Double
        let centerMeters: Double
    }

    /// The R*Tree query, also used by the test of the query plan.
    static let boxesSQL = """
        SELECT pkid, xmin, xmax, ymin, ymax FROM idx_facility_version_extent
        WHERE xmax >= ? AND xmin <= ? AND ymax >= ? AND ymin <= ?
        LIMIT ?
        """

    private static let fenceSQL = "SELECT latitude, longitude, radius_m, polygon FROM facility_version WHERE key = ?"

    /// A city's centre has 20 facilities within the first box.
    private static let firstReachMeters = 2000.0
    /// A bound on the rounding errors of the distances.
    private static let toleranceMeters = 0.001

    private let point: Coordinate
    private let origin: EarthPoint
    private let count: Int
    private let boxes: PreparedStatement
    private let fence: PreparedStatement
    /// The number of boxes above which the query is repeated with a smaller box.
    private let tooMany: Int
    /// By the key of the fence version.
    private var measured: [Int64: Found] = [:]

    init(_ db: Database, from point: Coordinate, count: Int) throws {
        self.tooMany = 4 * count + 50
        self.point = point
        self.origin = EarthPoint(point)
        self.count = count
        self.boxes = try PreparedStatement(db, Self.boxesSQL)
        self.fence = try PreparedStatement(db, Self.fenceSQL)
    }

    /// Returns the nearest fences in order, followed by those as near as the last.
    mutating func run() throws -> [Found] {
        var reach = Self.firstReachMeters
        var (tooShort, tooLong) = (0.0, Double.infinity)
        while true {
            let box = DegreeBox(around: point, meters: reach)
            // Between two nearly equal sizes there may be no better one, for instance at a city's edge or with
            // facilities at the same place.
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
                // Every fence as near as the last intersects this box, so the next query is the final one.
                (tooShort, reach) = (last, last + Self.toleranceMeters)
            }
        }
    }

    /// Enlarges the box after too few were found: twice the area expected to hold enough, at most 4.
    private func growth(_ found: Int) -> Double {
        min(4, (2 * Double(count) / Double(max(1, found))).squareRoot())
    }

    /// A fence that may be among the nearest, with the lower bound of its distance.
    private struct Candidate {
        let key: Int64
        let boundMeters: Double
    }

    /// Returns the fences whose boxes intersect a box, at most one more than the limit.
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
                // A wide fence may intersect both halves of a box across the antimeridian.
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

    /// Measures candidates in the order of their bounds until the rest can't be among the nearest.
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

    private mutating func measure(_ key: Int64) throws -> Found {
        if let found = measured[key] { return found }
        fence.bind(1, key)
        let found = try fence.first { row in
            let center = EarthPoint(try FenceColumns.center(row, from: 0)).distance(to: origin)
            let geofence = try FenceColumns.geofence(row, from: 0)
            let edge =
                if case .circle(_, let radius) = geofence {
                    center - radius.meters
                } else {
                    geofence.signedDistance(to: point)
                }
            return Found(key: key, edgeMeters: edge, centerMeters: center)
        }
        guard let found else { throw StorageError.damaged("an index entry without a geofence") }
        measured[key] = found
        return found
    }
}
