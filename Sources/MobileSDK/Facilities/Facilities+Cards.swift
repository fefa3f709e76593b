internal import PhoneOS
internal import Synchronization
public import VisitModel
internal import VisitStore

extension Facilities {
    /// Returns the member's places as cards, nearest first if the member's position is given, otherwise by name.
    ///
    /// - Parameters:
    ///   - month: the month of which visits are counted.
    ///   - point: the member's position.
    /// - Returns: one card for each place.
    /// - Throws: `VisitStoreError`.
    public func cards(in month: Month, near point: Coordinate? = nil) throws -> [FacilityCard] {
        let visits = try Activities(store: store, member: member).get(month: month.month, year: month.year)
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
    /// created with only this place would remove all others; `VisitStore.addFacility(_:to:)` creates such a list on
    /// purpose.
    ///
    /// - Parameter facility: a facility of the network.
    /// - Throws: `VisitStoreError`, with code `unknownName` if there is no facility with this id.
    public func add(_ facility: FacilityID) throws {
        guard try store.addFacility(facility, toListOf: member) != nil else { return }
        report(.listChanged, at: phone.now())
    }

    /// Removes a place from the member's list and re-evaluates which places are nearest.
    ///
    /// For a member without a list, who has the whole network, this throws and changes nothing.
    ///
    /// - Parameter facility: a facility of the list; any other changes nothing.
    /// - Throws: `VisitStoreError`, with code `conflict` if the member has no list, `unknownName` if the store does not
    ///   know the member.
    public func remove(_ facility: FacilityID) throws {
        _ = try store.removeFacility(facility, from: member)
        report(.listChanged, at: phone.now())
    }
}
