internal import DeviceEngine
internal import GeofenceEngine
package import Interchange
internal import MemberEngine
internal import RadarEngine
internal import Synchronization
package import VisitModel
internal import VisitStore

extension PhoneApp {
    /// Whether the app adds and removes geofences according to the responses to its requests.
    package var deliversFences: Bool { self == .transistor || self == .ownTracks }

    /// Whether the responses to the app's requests list the fences that its phone is in.
    package var deliversPresence: Bool { self == .radar }
}

extension DeviceTimeline {
    /// The facilities that the phone is in: those with an open stay, in the order of the entries.
    func presence(_ directory: FacilityDirectory) -> [FacilityID] {
        builder.open.compactMap { directory.facility(of: $0.key) }
    }
}

extension VisitPipeline {
    /// Returns a change with the names and shapes of the geofences; a facility deleted meanwhile is left out.
    ///
    /// `isWhole` is for an app that accepts only the whole set of geofences and no difference.
    func fenceOrders(_ change: FenceChange, whole isWhole: Bool) throws -> FenceOrders {
        FenceOrders(
            added: try fenceOrders(change.added),
            removed: change.removed,
            all: isWhole ? try fenceOrders(change.all) : nil
        )
    }

    /// Computes the geofences that a response delivers to a phone, as a difference from earlier deliveries.
    ///
    /// The difference is by id. `selection` is that of the phone's app; `nil` for all. `presence` are the facilities
    /// that the phone is in.
    func fenceChange(
        delivering chosen: [FenceKey],
        by selection: RadarFenceSelection?,
        keeping presence: @autoclosure () throws -> [FacilityID],
        isRepeat: Bool,
        registrations: inout RegistrationTracker
    ) throws -> FenceChange {
        var delivered = Set(chosen)
        if let selection, chosen.count > selection.limit {
            let orders = try fenceOrders(chosen.compactMap(directory.facility(of:)))
            let selected = selection.selected(of: orders, keeping: try fenceOrders(presence()))
            delivered = Set(selected.compactMap { directory.key(of: $0.facility) })
        }
        let change = registrations.deliver(delivered, isRepeat: isRepeat)
        func names(_ keys: some Collection<FenceKey>) -> [FacilityID] {
            keys.compactMap(directory.facility(of:)).sorted()
        }
        return FenceChange(added: names(change.added), removed: names(change.removed), all: names(delivered))
    }

    /// Returns the geofences delivered to a phone, as far as is known, by id.
    ///
    /// They are those of the last response to its app, or of its last request to `/v1/devices/{device}/geofences`. The
    /// chosen ones (`registrations(of:)`) can be more: Radar's SDKs monitor 10 or 19, and most apps accept no geofences
    /// at all. To a replayed or simulated phone nothing is delivered. Throws `VisitPipelineError` with code
    /// `unknownDevice`.
    package func deliveredGeofences(of device: DeviceID) throws -> [FacilityID] {
        guard let known = try store.devices.registered(device) else { throw unknown(device) }
        guard let fences = try store.deviceStates.phoneFences(of: known.key) else { return [] }
        return RegistrationTracker(fences).delivered.compactMap(directory.facility(of:)).sorted()
    }

    /// Records that a phone has read all of its geofences.
    ///
    /// Throws as `deliveredGeofences(of:)`.
    package func recordDelivery(of facilities: [FacilityID], to device: DeviceID, at time: Timestamp) throws {
        guard let known = try store.devices.registered(device) else { throw unknown(device) }
        let keys = Set(facilities.compactMap(directory.key(of:)))
        let registrations = RegistrationTracker(delivered: keys, confirmed: keys)
        guard try store.deviceStates.phoneFences(of: known.key).map(RegistrationTracker.init) != registrations else {
            return
        }
        try store.deviceStates.setPhoneFences(PhoneFences(registrations, at: time), of: known.key)
    }

    /// Returns the names and shapes of geofences in the order of `ids`; a facility deleted meanwhile is left out.
    func fenceOrders(_ ids: [FacilityID]) throws -> [FenceOrder] {
        try geofenceResponses.orders(of: ids) { try store.facilities.find($0)?.facility }
    }
}

/// A cache of the geofences of facilities that were delivered recently.
///
/// Responses mostly name the same facilities as the previous ones, and so need no query. The cache belongs to one
/// pipeline, which is replaced where facilities change.
final class GeofenceResponseCache: Sendable {
    private let known = Mutex(GenerationalCache<FacilityID, FenceOrder>(limit: 10_000))

    /// Returns the geofences in the order of the facilities; a facility that is not found is left out.
    ///
    /// `find` reads a facility that is not cached.
    func orders(of ids: [FacilityID], _ find: (FacilityID) throws -> Facility?) rethrows -> [FenceOrder] {
        if let orders = cached(ids) { return orders }
        return try ids.compactMap { id in
            if let order = known.withLock({ $0.value(of: id) }) { return order }
            guard let order = try find(id).map(FenceOrder.init) else { return nil }
            known.withLock { $0.insert(order, for: id) }
            return order
        }
    }

    /// `nil` if one of the facilities is not cached.
    private func cached(_ ids: [FacilityID]) -> [FenceOrder]? {
        known.withLock { known in
            var orders: [FenceOrder] = []
            orders.reserveCapacity(ids.count)
            for id in ids {
                guard let order = known.value(of: id) else { return nil }
                orders.append(order)
            }
            return orders
        }
    }
}
