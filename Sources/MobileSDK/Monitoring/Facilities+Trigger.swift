internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Places the movement trigger around the last good fix, if it is due and possible.
    ///
    /// On Android the exit is requested as the initial trigger: a member who moved while nothing was monitored, as
    /// across a restart, is reported at once (as Customer.io does).
    func placeTrigger() {
        let (trigger, watched, lacksSlots) = state.withLock { state in
            (state.isActive && state.obstacle == nil ? state.trigger : nil, state.watched, state.lacksSlots)
        }
        guard let trigger, trigger.canBePlaced(beside: watched.count), let anchor = trigger.anchor else { return }
        // With slots to spare every place is monitored and there is nothing to select: no wake-up is needed on the way.
        let isChoice = lacksSlots || watched.count >= phone.platform.geofenceLimit - 1
        do {
            let circle = trigger.circle(
                farthestEdgeMeters: isChoice ? try farthestEdge(of: watched, from: anchor) : nil,
                largestRadiusMeters: phone.maximumRegionRadiusMeters
            )
            guard let circle else { return }
            try watch(circle)
            try remember()
        } catch {
            hub.emit(error)
        }
    }

    private func watch(_ circle: MovementTrigger.Circle) throws {
        let id = try RegionID(MovementTrigger.regionName)
        // Android keeps the previous state of a region that is added again: it would take the phone to be outside of
        // the new circle.
        if phone.platform == .android { phone.removeRegions([id]) }
        let request = RegionRequest(
            id: id,
            shape: .circle(center: circle.center, radiusMeters: circle.radiusMeters),
            notifies: .exit,
            initialTrigger: .exit
        )
        state.withLock { $0.trigger?.wasPlaced(circle) }
        do {
            try phone.addRegions([request])
        } catch {
            handle(.regionFailed(id, error), at: phone.now())
        }
    }

    /// In metres; `nil` if no region is monitored.
    private func farthestEdge(of watched: Set<RegionID>, from place: Coordinate) throws -> Double? {
        try watched.compactMap { id in
            guard case .circle(let center, let radius)? = try request(for: id)?.shape else { return nil }
            return center.distance(to: place) - radius
        }.max()
    }
}
