internal import Foundation
internal import GRDB
internal import VisitModel

/// One search for the fences whose edges are nearest to a point.
///
/// 1. Ask the R*Tree for the boxes that meet a box round the point, and grow that box until enough are found.
/// 2. Measure the fences of these boxes, those first that could be nearest, until the next could not be among the
///    nearest any more.
/// 3. When the last of the nearest lies within the box, no fence outside can be nearer: done. Else ask again with a box
///    that reaches exactly as far.
struct NearestSearch {
    /// A fence that was measured.
    struct Found {
        /// The key of its version.
        let key: Int64
        let edgeMeters: Double
    }

    /// The R*Tree's own question; the test of the query plan reads it.
    static let boxesSQL = """
        SELECT pkid, xmin, xmax, ymin, ymax FROM idx_facility_version_extent
        WHERE xmax >= ? AND xmin <= ? AND ymax >= ? AND ymin <= ?
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

    init(_ db: Database, from point: Coordinate, count: Int) throws {
        self.point = point
        self.origin = EarthPoint(point)
        self.count = count
        self.boxes = try PreparedStatement(db, Self.boxesSQL)
        self.fence = try PreparedStatement(db, Self.fenceSQL)
    }

    /// Runs the search.
    ///
    /// - Returns: the nearest in order, and after them those that are as near as the last.
    func run() throws -> [Found] {
        var reach = Self.firstReachMeters
        while true {
            let box = DegreeBox(around: point, meters: reach)
            let candidates = try candidates(in: box)
            guard candidates.count >= count || box == .world else {
                reach *= candidates.isEmpty ? 4 : 2
                continue
            }
            let nearest = try nearest(of: candidates)
            guard box != .world, let last = nearest.last?.edgeMeters, last > reach else { return nearest }
            reach = last + Self.toleranceMeters
        }
    }

    /// A fence that may be near: no nearer than its bound.
    private struct Candidate {
        let key: Int64
        let boundMeters: Double
    }

    /// The fences whose boxes meet a box.
    private func candidates(in box: DegreeBox) throws -> [Candidate] {
        var candidates: [Candidate] = []
        var seen: Set<Int64> = []
        let bound = BoxBound(from: point)
        for longitudes in box.longitudes {
            boxes.bind(1, longitudes.lowerBound)
            boxes.bind(2, longitudes.upperBound)
            boxes.bind(3, box.latitudes.lowerBound)
            boxes.bind(4, box.latitudes.upperBound)
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
    private func nearest(of candidates: [Candidate]) throws -> [Found] {
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
    private func measure(_ key: Int64) throws -> Found {
        fence.bind(1, key)
        let edge = try fence.first { row in
            switch try FenceColumns.geofence(row, from: 0) {
            case .circle(let center, let radius): EarthPoint(center).distance(to: origin) - radius.meters
            case .polygon(let polygon): polygon.signedDistance(to: point)
            }
        }
        guard let edge else { throw VisitStoreError.damaged("an index entry without a fence") }
        return Found(key: key, edgeMeters: edge)
    }
}
