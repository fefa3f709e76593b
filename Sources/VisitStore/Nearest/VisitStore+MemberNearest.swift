public import VisitModel

extension VisitStore {
    /// The facilities in use that a member may visit whose fences' edges are nearest to a point, the nearest first, equally
    /// near ones by id.
    ///
    /// - Parameters:
    ///   - point: where.
    ///   - count: at most how many, 1 or more.
    ///   - member: the member; `nil` asks for everybody's. One without a list may visit the whole network.
    /// - Returns: `count` facilities, fewer only where there are fewer.
    /// - Throws: `VisitStoreError`.
    /// - Complexity: of a member with a list the number of its facilities.
    public func nearestFacilities(
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
