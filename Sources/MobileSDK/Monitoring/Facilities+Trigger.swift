internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Lays the movement trigger round the last good fix, if it has to be laid and can be.
    ///
    /// Of the initial triggers Android is asked for the exit: where the member has moved while nothing was watched, as over
    /// a restart, that is told at once (as Customer.io does).
    func placeTrigger() {
        let (trigger, watched, lacksSlots) = state.withLock { state in
            (state.isActive && state.obstacle == nil ? state.trigger : nil, state.watched, state.lacksSlots)
        }
        guard let trigger, trigger.canBePlaced(beside: watched.count), let anchor = trigger.anchor else { return }
        // With room to spare every place is watched, and there is nothing to choose: no need to be woken on the way.
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
            hub.tell(error)
        }
    }

    /// Asks the system to watch the circle in place of the last.
    private func watch(_ circle: MovementTrigger.Circle) throws {
        let id = try RegionID(MovementTrigger.regionName)
        // Android keeps what it knew of a region that is added again: it would hold the phone outside of the new circle.
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
            hear(.regionFailed(id, error), at: phone.now())
        }
    }

    /// How far it is from a place to the farthest edge of those that are watched, in metres; `nil` where none is.
    private func farthestEdge(of watched: Set<RegionID>, from place: Coordinate) throws -> Double? {
        try watched.compactMap { id in
            guard case .circle(let center, let radius)? = try request(for: id)?.shape else { return nil }
            return center.distance(to: place) - radius
        }.max()
    }
}
