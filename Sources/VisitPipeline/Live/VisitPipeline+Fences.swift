internal import GeofenceEngine
package import Interchange
package import VisitModel
internal import VisitStore

extension PhoneApp {
    /// Whether the app adds and removes fences as the answers to its requests say.
    package var takesFences: Bool { self == .transistor || self == .ownTracks }

    /// Whether the answers to the app's requests say which fences its phone is in.
    package var takesPresence: Bool { self == .radar }
}

extension DeviceTimeline {
    /// The facilities that the phone is in: those with a stay that goes on, in the order of the entries.
    ///
    /// - Parameter directory: the facilities' names.
    /// - Returns: the facilities.
    func presence(_ directory: FacilityDirectory) -> [FacilityID] {
        builder.open.compactMap { directory.name(of: $0.key) }
    }
}

extension VisitPipeline {
    /// What a phone needs to know of the fences it is to add or remove.
    ///
    /// - Parameters:
    ///   - change: the difference.
    ///   - isWhole: whether the app takes all fences in place of a difference.
    /// - Returns: the same with each added fence's name and shape; one whose facility is gone meanwhile is left out.
    /// - Throws: `VisitStoreError`.
    func fenceOrders(_ change: FenceChange, whole isWhole: Bool) throws -> FenceOrders {
        FenceOrders(
            added: try fenceOrders(change.added),
            removed: change.removed,
            all: isWhole ? try fenceOrders(change.all) : nil
        )
    }

    /// The geofences that an answer delivers to a phone, as a difference from what the ledger has.
    ///
    /// - Parameters:
    ///   - chosen: the fences that are chosen for the phone.
    ///   - selection: which of them its app gets; `nil` for all.
    ///   - presence: the facilities that it is in.
    ///   - isRepeat: whether the request holds anything that was sent before.
    ///   - ledger: what was delivered; updated.
    /// - Returns: the difference, by id.
    /// - Throws: `VisitStoreError`.
    func fenceChange(
        delivering chosen: [FenceKey],
        by selection: RadarFenceSelection?,
        keeping presence: @autoclosure () throws -> [FacilityID],
        isRepeat: Bool,
        ledger: inout FenceLedger
    ) throws -> FenceChange {
        var delivered = Set(chosen)
        if let selection, chosen.count > selection.limit {
            let orders = try fenceOrders(chosen.compactMap(directory.name(of:)))
            let selected = selection.selected(of: orders, keeping: try fenceOrders(presence()))
            delivered = Set(selected.compactMap { directory.key(of: $0.facility) })
        }
        let change = ledger.answer(wanted: delivered, toRepeat: isRepeat)
        func names(_ keys: some Collection<FenceKey>) -> [FacilityID] {
            keys.compactMap(directory.name(of:)).sorted()
        }
        return FenceChange(added: names(change.added), removed: names(change.removed), all: names(delivered))
    }

    /// The geofences that were delivered to a phone, as far as is known: those that the last answer to its app said to keep,
    /// or that it read from `/v1/devices/{device}/geofences`.
    ///
    /// What is chosen for a phone (`registrations(of:)`) can be more: Radar's SDKs watch 10 or 19, and most apps take no
    /// geofences at all. Of a replayed or simulated phone nothing is delivered.
    ///
    /// - Parameter device: the phone.
    /// - Returns: the facilities, by id; none for a phone that takes no geofences.
    /// - Throws: `VisitPipelineError` with code `unknownDevice`, `VisitStoreError`.
    package func deliveredGeofences(of device: DeviceID) throws -> [FacilityID] {
        guard let known = try store.knownDevice(device) else { throw unknown(device) }
        guard let fences = try store.phoneFences(known.key) else { return [] }
        return FenceLedger(fences).told.compactMap(directory.name(of:)).sorted()
    }

    /// Records that a phone has read all of its geofences.
    ///
    /// - Parameters:
    ///   - facilities: what it was sent.
    ///   - device: the phone.
    ///   - time: now.
    /// - Throws: as `deliveredGeofences(of:)`.
    package func recordDelivery(of facilities: [FacilityID], to device: DeviceID, at time: Timestamp) throws {
        guard let known = try store.knownDevice(device) else { throw unknown(device) }
        let keys = Set(facilities.compactMap(directory.key(of:)))
        let ledger = FenceLedger(told: keys, confirmed: keys)
        guard try store.phoneFences(known.key).map(FenceLedger.init) != ledger else { return }
        try store.setPhoneFences(PhoneFences(ledger, at: time), of: known.key)
    }

    /// What a phone needs to know of some fences.
    ///
    /// - Parameter ids: the facilities.
    /// - Returns: their names and shapes, in the same order; one whose facility is gone meanwhile is left out.
    /// - Throws: `VisitStoreError`.
    func fenceOrders(_ ids: [FacilityID]) throws -> [FenceOrder] {
        try shelf.orders(of: ids) { try store.facility($0)?.facility }
    }
}
