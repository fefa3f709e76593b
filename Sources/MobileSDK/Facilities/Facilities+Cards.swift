internal import PhoneOS
internal import Synchronization
public import VisitModel

extension Facilities {
    /// Returns the member's places as cards, nearest first if the member's position is given, otherwise by name.
    ///
    /// - Parameters:
    ///   - month: the month of which visits are counted.
    ///   - point: the member's position.
    /// - Returns: one card for each place.
    /// - Throws: the errors of the catalog.
    public func cards(in month: Month, near point: Coordinate? = nil) throws -> [FacilityCard] {
        let visits = try Activities(catalog: catalog, member: member).get(month: month.month, year: month.year)
        let counts = Dictionary(grouping: visits, by: \.facility).mapValues(\.count)
        let watched = state.withLock { $0.isActive ? $0.watched : [] }
        let cards = try get().map { facility in
            FacilityCard(
                facility: facility,
                visitCount: counts[facility.id] ?? 0,
                distanceMeters: point.map(facility.geofence.signedDistance(to:)),
                isMonitored: watched.contains(try RegionID(facility: facility.id))
            )
        }
        return cards.sorted { one, other in
            if let near = one.distanceMeters, let far = other.distanceMeters, near != far { return near < far }
            return (one.name, one.facility.id) < (other.name, other.facility.id)
        }
    }

    /// Adds a place to the member's list and re-evaluates which places are nearest.
    ///
    /// A member without a list has the whole network, which includes this place: nothing changes for them. A list
    /// created with only this place would remove all others.
    ///
    /// - Parameter facility: a facility of the network.
    /// - Throws: the errors of the catalog, one of them if there is no facility with this id.
    public func add(_ facility: FacilityID) throws {
        guard try catalog.add(facility, toListOf: member) else { return }
        report(.listChanged, at: phone.now())
    }

    /// Removes a place from the member's list and re-evaluates which places are nearest.
    ///
    /// For a member without a list, who has the whole network, this throws and changes nothing.
    ///
    /// - Parameter facility: a facility of the list; any other changes nothing.
    /// - Throws: the errors of the catalog, one of them if the member is unknown or has no list.
    public func remove(_ facility: FacilityID) throws {
        try catalog.remove(facility, fromListOf: member)
        report(.listChanged, at: phone.now())
    }
}
