internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Brings the regions that the operating system monitors in line with the desired ones, by the smallest change.
    ///
    /// iOS can list its regions, so those that an earlier version of the app left behind are removed too. On Android
    /// the app's own record is the only source.
    func reconcile() {
        guard state.withLock({ $0.isActive && $0.obstacle == nil }) else { return }
        // Facilities may have changed as well, so cached requests are dropped.
        state.withLock { state in
            state.requests = [:]
            state.retries.begin()
        }
        do {
            let wanted = Set(try recorder.registered().map(RegionID.init(facility:)))
            let mayWatchMore = state.withLock { state in
                defer { state.mayWatchMore = false }
                return state.mayWatchMore
            }
            if mayWatchMore { phone.removeAllRegions() }
            let watched = watchedPlaces()
            let plan = RegionPlan(wanted: wanted, watched: watched, moved: try moved(wanted.intersection(watched)))
            // iOS replaces a region of the same name; Android would keep the previous state of it.
            remove(plan.removals + (phone.platform == .android ? plan.moved : []))
            state.withLock { $0.watched = watched.subtracting(plan.removals).subtracting(plan.moved) }
            _ = try plan.calls(of: options.regionsPerCall).allSatisfy(add)
            state.withLock { $0.retries.end() }
            try remember()
            placeTrigger()
            reportShare()
        } catch {
            hub.emit(error)
        }
    }

    /// Returns the regions of which the facility has moved or changed its shape since they were requested.
    private func moved(_ ids: Set<RegionID>) throws -> [RegionID] {
        let shapes = state.withLock(\.shapes)
        return try ids.filter { id in
            guard let shape = shapes[id], let request = try request(for: id) else { return false }
            return shape != request.shapeDigest
        }.sorted()
    }

    private func remove(_ ids: [RegionID]) {
        guard !ids.isEmpty else { return }
        let now = phone.now()
        state.withLock { state in
            state.retries.removed(ids, at: now)
            for id in ids { state.shapes[id] = nil }
        }
        phone.removeRegions(ids)
    }

    func follow(_ changes: RegionChanges) {
        let (isKnown, isBlocked) = state.withLock { state in
            (!state.mayWatchMore && !changes.clearsAll, !state.isActive || state.obstacle != nil)
        }
        guard !isBlocked else { return }
        guard isKnown else { return reconcile() }
        let (removals, additions) = state.withLock { state in
            let removals = changes.removals.intersection(state.watched)
            state.watched.subtract(removals)
            return (removals, changes.additions.subtracting(state.watched))
        }
        do {
            remove(removals.sorted())
            let plan = RegionPlan(wanted: additions, watched: [])
            _ = try plan.calls(of: options.regionsPerCall).allSatisfy(add)
            try remember()
            placeTrigger()
        } catch {
            hub.emit(error)
        }
    }

    /// Returns the regions that the system monitors, as far as known, without the movement trigger; one that is not
    /// desired is an orphan.
    private func watchedPlaces() -> Set<RegionID> {
        let listed = phone.monitoredRegions.map(Set.init)
        return state.withLock { state in
            guard state.trigger != nil else { return listed ?? state.watched }
            if let listed, state.trigger?.placed != nil, !listed.contains(where: \.isMovementTrigger) {
                state.trigger?.wasLost()
            }
            return (listed ?? state.watched).filter { !$0.isMovementTrigger }
        }
    }

    /// Returns the region of a name; `nil` if the catalog has no facility of that name.
    ///
    /// Requests are cached: places at the end of the list come and go with every few steps.
    func request(for id: RegionID) throws -> RegionRequest? {
        if let known = state.withLock({ $0.requests[id] }) { return known }
        guard let facility = try facility(of: id) else { return nil }
        let request = request(for: facility, id)
        state.withLock { $0.requests[id] = request }
        return request
    }

    /// For a shortened name all facilities are searched.
    func facility(of id: RegionID) throws -> Facility? {
        if let facility = try catalog.facility(withID: FacilityID(id.text)) { return facility }
        guard id.mayBeShortened else { return nil }
        return try catalog.facilities(includingRetired: true).first { try RegionID(facility: $0.id) == id }
    }

    /// The circle of the facility, or the circle around its polygons, at most as large as the phone supports.
    private func request(for facility: Facility, _ id: RegionID) -> RegionRequest {
        let largest = phone.maximumRegionRadiusMeters ?? .infinity
        let (center, radius) = facility.geofence.enclosingCircle
        return RegionRequest(
            id: id,
            shape: .circle(center: center, radiusMeters: min(radius, largest)),
            notifies: phone.platform == .android ? [.enter, .exit, .dwell] : [.enter, .exit],
            loiteringDelay: .seconds(facility.dwellThreshold.seconds)
        )
    }

    /// Stores the state that a new process needs.
    func remember() throws {
        let (stored, kept) = state.withLock { state in
            let stored = StoredMonitoring(
                watched: state.watched,
                shapes: state.shapes,
                settings: StoredMonitoring.Settings(
                    isActive: state.isActive,
                    lacksSlots: state.lacksSlots ? true : nil,
                    trigger: state.trigger?.placed.map(StoredMonitoring.Trigger.init),
                    settingsError: state.settingsError.map(StoredMonitoring.ReportedError.init),
                    share: state.share
                )
            )
            defer { state.kept = stored }
            return (stored, state.kept)
        }
        try stored.write(to: phone, over: kept)
    }

    /// The texts are those of the Gym Visits document.
    func show(_ event: GeofenceEvent) {
        guard options.showsNotifications, let notice = Notice(event) else { return }
        do {
            try phone.post(notice, channel: options.notificationChannel.id)
        } catch {
            // Without the permission for notifications the phone shows none; the visit counts all the same.
        }
    }
}

extension Notice {
    /// `nil` for events that are not shown to members.
    init?(_ event: GeofenceEvent) {
        switch event.kind {
        case .entered(let facility, _):
            self.init(title: "Visit Started", body: "You arrived at facility \(facility)")
        case .dwell: self.init(title: "Visit Confirmed", body: "Your visit has been recorded")
        case .exited(let facility, _):
            self.init(title: "Visit Ended", body: "You left facility \(facility)")
        case .registered, .unregistered, .heartbeat, .error: return nil
        }
    }
}

/// The smallest change from the monitored regions of a system to the desired ones.
///
/// Regions that stay are not touched: adding a monitored region again makes some systems report it again.
struct RegionPlan: Hashable, Sendable {
    /// Regions to remove first: no longer desired, or left by an earlier version of the app.
    let removals: [RegionID]
    /// Monitored regions of which the facility has moved.
    let moved: [RegionID]
    /// Regions to add afterwards, in order of their names; includes those that have moved.
    let additions: [RegionID]

    init(wanted: Set<RegionID>, watched: Set<RegionID>, moved: [RegionID] = []) {
        removals = watched.subtracting(wanted).sorted()
        self.moved = moved
        additions = wanted.subtracting(watched).union(moved).sorted()
    }

    func calls(of size: Int) -> [ArraySlice<RegionID>] {
        stride(from: 0, to: additions.count, by: size).map { additions[$0..<min($0 + size, additions.count)] }
    }
}
