internal import PhoneOS
internal import Synchronization
public import VisitModel
internal import VisitStore

extension Facilities {
    /// The member's places as cards, the nearest first where it is known where the member is, else by name.
    ///
    /// - Parameters:
    ///   - month: the month whose visits are counted.
    ///   - point: where the member is.
    /// - Returns: a card for each place.
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

    /// Puts a place on the member's list and works out anew what is nearest.
    ///
    /// A member without a list of their own has the whole network, and this place with it: for them nothing changes. A list
    /// that began with this place would take all the others away; `VisitStore.addFacility(_:to:)` makes one on purpose.
    ///
    /// - Parameter facility: one of the network.
    /// - Throws: `VisitStoreError`, with code `unknownName` where there is none of this id.
    public func add(_ facility: FacilityID) throws {
        guard try store.addFacility(facility, toListOf: member) != nil else { return }
        report(.listChanged, at: phone.now())
    }

    /// Takes a place off the member's list and works out anew what is nearest.
    ///
    /// The whole network has no list to take it off: for a member without one of their own this throws, and nothing changes.
    ///
    /// - Parameter facility: one of the list; any other changes nothing.
    /// - Throws: `VisitStoreError`, with code `conflict` where the member has no list but the whole network, `unknownName`
    ///   where the store does not know the member.
    public func remove(_ facility: FacilityID) throws {
        _ = try store.removeFacility(facility, from: member)
        report(.listChanged, at: phone.now())
    }
}
