internal import PhoneOS
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension Facilities {
    /// Lays the movement trigger round the last good fix, if it has to be laid and can be.
    ///
    /// Of the initial triggers Android is asked for the exit: where the member has moved while nothing was watched, as over
    /// a restart, that is told at once (as Customer.io does).
    func placeTrigger() {
        let (trigger, watched) = state.withLock { state in
            (state.isActive && state.obstacle == nil ? state.trigger : nil, state.watched)
        }
        guard let trigger, trigger.canBePlaced(beside: watched.count), let anchor = trigger.anchor else { return }
        do {
            let circle = trigger.circle(
                farthestEdgeMeters: try farthestEdge(of: watched, from: anchor),
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
            try store.facility(FacilityID(id.text))?.facility.geofence.signedDistance(to: place)
        }.max()
    }
}
