internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// A part of a map: a box in degrees, whose longitudes may run beyond 180, and the size of a cell of clusters.
package struct FacilityView: Hashable, Sendable {
    package let latitudes: ClosedRange<Double>
    package let longitudes: ClosedRange<Double>
    /// In degrees; at least a hundredth of the box, so that the clusters are limited.
    package let cell: Double

    /// `nil` for numbers that are no box.
    package init?(south: Double, north: Double, west: Double, east: Double, cell: Double) {
        let numbers = [south, north, west, east, cell]
        guard numbers.allSatisfy({ $0.isFinite && abs($0) <= 100_000 }), south <= north, west <= east, cell > 1e-6
        else {
            return nil
        }
        latitudes = max(-90, min(90, south))...max(-90, min(90, north))
        longitudes = west...east
        self.cell = max(cell, min(east - west, 360) / 100, (latitudes.upperBound - latitudes.lowerBound) / 100)
    }

    /// Within -180...180: two where the box crosses the antimeridian.
    fileprivate var spans: [ClosedRange<Double>] {
        guard longitudes.upperBound - longitudes.lowerBound < 360 else { return [-180...180] }
        let turns = ((longitudes.lowerBound + 180) / 360).rounded(.down) * 360
        let (west, east) = (longitudes.lowerBound - turns, longitudes.upperBound - turns)
        return east <= 180 ? [west...east] : [west...180, -180...(east - 360)]
    }
}

/// The facilities of a part of a map: each one, or where they are many, how many there are in each cell.
package enum FacilitiesInView: Hashable, Sendable {
    case facilities([StoredFacility])
    case clusters([FacilityCluster])
}

package struct FacilityCluster: Hashable, Sendable {
    /// The middle of its facilities.
    package let latitude: Double
    package let longitude: Double
    package let count: Int
}

extension FacilityRepository {
    /// Returns the active facilities in a part of a map; more than `limit` of them as clusters.
    ///
    /// Answered by the R*Tree of the fences' boxes: the cost grows with the facilities in view, not with all. A fence
    /// round a pole or across the antimeridian has a box of all longitudes and is in no cluster.
    package func inView(_ view: FacilityView, limit: Int) throws -> FacilitiesInView {
        let spans = view.spans.map {
            "(xmax >= \($0.lowerBound) AND xmin <= \($0.upperBound))" as SQL
        }
        let condition: SQL = """
            ymax >= \(view.latitudes.lowerBound) AND ymin <= \(view.latitudes.upperBound)
                AND (\(spans.joined(separator: " OR ")))
                AND (xmax - xmin < 180 OR \(view.spans.contains { $0.lowerBound == -180 || $0.upperBound == 180 }))
            """
        return try database.read { db in
            let some: SQL = "SELECT pkid FROM idx_facility_version_extent WHERE \(condition) LIMIT \(limit + 1)"
            let keys = try PreparedStatement(db, some).all { $0.int64(0) }
            guard keys.count > limit else {
                let find = try PreparedStatement(
                    db,
                    """
                    SELECT \(FacilityColumns.names) FROM facility_version v JOIN facility f ON f.key = v.facility
                    WHERE v.key = ?
                    """
                )
                return .facilities(
                    try keys.sorted().compactMap { key in
                        find.bind(1, key)
                        return try find.first { try FacilityColumns.facility($0, database.lookups) }
                    }
                )
            }
            let request: SQL = """
                SELECT avg((ymin + ymax) / 2), avg((xmin + xmax) / 2), count(*) FROM idx_facility_version_extent
                WHERE \(condition) AND xmax - xmin < 180
                GROUP BY CAST(((ymin + ymax) / 2 + 90) / \(view.cell) AS INTEGER),
                    CAST(((xmin + xmax) / 2 + 180) / \(view.cell) AS INTEGER)
                ORDER BY 3 DESC
                """
            return .clusters(
                try PreparedStatement(db, request).all { row in
                    FacilityCluster(latitude: row.double(0), longitude: row.double(1), count: row.int(2))
                }
            )
        }
    }

    /// Returns the box round all active facilities; `nil` where there is none.
    package func extent() throws -> FacilityView? {
        let request: SQL = """
            SELECT min(ymin), max(ymax), min(xmin), max(xmax) FROM idx_facility_version_extent WHERE xmax - xmin < 180
            """
        return try database.read { db in
            try PreparedStatement(db, request).first { row in
                row.isNull(0)
                    ? nil
                    : FacilityView(
                        south: row.double(0),
                        north: row.double(1),
                        west: row.double(2),
                        east: row.double(3),
                        cell: 1
                    )
            } ?? nil
        }
    }
}
