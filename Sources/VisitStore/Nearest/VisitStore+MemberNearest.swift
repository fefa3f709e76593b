internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Returns the active facilities that a member may visit with fence edges nearest to a point, nearest first, ties
    /// by id.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - count: the maximum number of facilities, at least 1.
    ///   - member: the member; `nil` for no restriction. A member without a list may visit every facility.
    /// - Returns: `count` facilities, or all where there are fewer.
    /// - Throws: `StorageError`.
    /// - Complexity: for a member with a list, linear in the number of its facilities.
    package func nearestFacilities(
        to point: Coordinate,
        count: Int,
        member: MemberID?
    ) throws -> [NearestFacility] {
        guard let member, try self.member(member)?.member.facilities != nil else {
            return try nearestFacilities(to: point, count: count)
        }
        var nearest: [NearestFacility] = []
        try eachFacility(FacilityFilter(member: member)) { stored in
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

/// A facility and its distance from a point.
package struct NearestFacility: Hashable, Sendable {
    /// The facility.
    package let facility: Facility
    /// The distance to the fence's edge on WGS84 in metres, negative inside.
    package let edgeMeters: Double
    /// The distance to the fence's centre on WGS84 in metres.
    package let centerMeters: Double

    /// Creates a result.
    package init(facility: Facility, edgeMeters: Double, centerMeters: Double) {
        self.facility = facility
        self.edgeMeters = edgeMeters
        self.centerMeters = centerMeters
    }
}
