internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension FacilityRepository {
    /// Returns the active facilities with fence edges nearest to a point, nearest first, ties by id.
    ///
    /// Queries the R*Tree with a growing box and measures distances with the model's own function. The result is
    /// therefore exact everywhere, including the poles and the antimeridian. The cost is proportional to the number of
    /// fences near the point, not to those in the database.
    ///
    /// Throws `StorageError` with code `invalidRequest` for a count below 1.
    package func nearest(to point: Coordinate, count: Int) throws -> [NearestFacility] {
        guard count > 0 else {
            throw StorageError(.invalidRequest, "\(count) facilities can't be requested; request at least 1")
        }
        return try database.read { db in
            var search = try NearestSearch(db, from: point, count: count)
            let measured = try search.run()
            let statement = try PreparedStatement(
                db,
                """
                SELECT \(FacilityColumns.names) FROM facility_version v JOIN facility f ON f.key = v.facility
                WHERE v.key = ?
                """
            )
            var nearest: [NearestFacility] = []
            for found in measured {
                statement.bind(1, found.key)
                guard let stored = try statement.first({ try FacilityColumns.facility($0, database.lookups) }) else {
                    continue
                }
                nearest.append(
                    NearestFacility(
                        facility: stored.facility,
                        edgeMeters: found.edgeMeters,
                        centerMeters: found.centerMeters
                    )
                )
            }
            if zip(measured, measured.dropFirst()).contains(where: { $0.edgeMeters == $1.edgeMeters }) {
                nearest.sort { ($0.edgeMeters, $0.facility.id) < ($1.edgeMeters, $1.facility.id) }
            }
            return Array(nearest.prefix(count))
        }
    }

    /// Returns the nearest of the facilities that a member may visit, as `nearest(to:count:)` does.
    ///
    /// `nil`, and a member without a list, restrict nothing. For a member with a list the cost is linear in its length.
    package func nearest(to point: Coordinate, count: Int, member: MemberID?) throws -> [NearestFacility] {
        guard let member, try MemberRepository(database: database).find(member)?.member.facilities != nil else {
            return try nearest(to: point, count: count)
        }
        var nearest: [NearestFacility] = []
        try forEach(matching: FacilityFilter(member: member)) { stored in
            let fence = stored.facility.geofence
            nearest.append(
                NearestFacility(
                    facility: stored.facility,
                    edgeMeters: fence.signedDistance(to: point),
                    centerMeters: fence.center.distance(to: point)
                )
            )
        }
        nearest.sort { ($0.edgeMeters, $0.facility.id) < ($1.edgeMeters, $1.facility.id) }
        return Array(nearest.prefix(count))
    }
}

package struct NearestFacility: Hashable, Sendable {
    package let facility: Facility
    /// To the fence's edge on WGS84; negative inside.
    package let edgeMeters: Double
    /// To the fence's centre on WGS84.
    package let centerMeters: Double
}
