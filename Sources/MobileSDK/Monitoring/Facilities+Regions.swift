internal import PhoneOS
internal import Synchronization
internal import VisitModel
internal import VisitStore

extension Facilities {
    /// Makes what the phone's system watches what it should watch, by the smallest change.
    ///
    /// iOS can be asked what it watches, so what an earlier version of the app left there goes too; of Android the app's
    /// own notes are all there is.
    func reconcile() {
        guard state.withLock({ $0.isActive && $0.obstacle == nil }) else { return }
        let mayWatchMore = state.withLock { state in
            defer { state.mayWatchMore = false }
            return state.mayWatchMore
        }
        // Facilities may have changed, too, where everything is looked at anew.
        state.withLock { $0.requests = [:] }
        if mayWatchMore { phone.removeAllRegions() }
        do {
            let wanted = Set(try recorder.registered().map(RegionID.init(facility:)))
            let watched = watchedPlaces()
            let plan = RegionPlan(wanted: wanted, watched: watched)
            if !plan.removals.isEmpty { phone.removeRegions(plan.removals) }
            state.withLock { $0.watched = watched.subtracting(plan.removals) }
            for call in plan.calls(of: options.regionsPerCall) { try add(call) }
            try remember()
            placeTrigger()
        } catch {
            hub.tell(error)
        }
    }

    /// Lets the system watch other places, by the differences alone.
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
            if !removals.isEmpty { phone.removeRegions(removals.sorted()) }
            for call in RegionPlan(wanted: additions, watched: []).calls(of: options.regionsPerCall) { try add(call) }
            try remember()
            placeTrigger()
        } catch {
            hub.tell(error)
        }
    }

    /// What the system watches, as far as known, without the movement trigger; one that is there and not wanted is an orphan.
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

    /// Asks for some regions to be watched.
    private func add(_ ids: ArraySlice<RegionID>) throws {
        let requests = try ids.compactMap(request)
        guard !requests.isEmpty, state.withLock({ $0.obstacle == nil }) else { return }
        do {
            try phone.addRegions(requests)
            state.withLock { $0.watched.formUnion(requests.map(\.id)) }
        } catch {
            refused(error)
        }
    }

    /// The system takes none of some regions (Android).
    private func refused(_ error: PhoneError) {
        if error.code == .tooManyGeofences {
            // How many slots there are is measured: the engine gives up the farthest.
            report(.slotsMeasured(state.withLock(\.watched.count), error), at: phone.now())
        } else {
            hear(.regionFailed(nil, error), at: phone.now())
        }
    }

    /// The region of a name; `nil` where the store knows no facility of that name.
    ///
    /// What was asked for once is remembered: places at the end of the list come and go with every few steps.
    func request(for id: RegionID) throws -> RegionRequest? {
        if let known = state.withLock({ $0.requests[id] }) { return known }
        guard let facility = try store.facility(FacilityID(id.text))?.facility else { return nil }
        let request = request(for: facility, id)
        state.withLock { $0.requests[id] = request }
        return request
    }

    /// The region of a facility: its circle, or the circle round its polygon, no larger than the phone takes.
    private func request(for facility: Facility, _ id: RegionID) -> RegionRequest {
        let largest = phone.maximumRegionRadiusMeters ?? .infinity
        let (center, radius) =
            switch facility.geofence {
            case .circle(let center, let radius): (center, radius.meters)
            case .polygon(let polygon): (polygon.boundingCircle.center, polygon.boundingCircle.radiusMeters)
            }
        return RegionRequest(
            id: id,
            shape: .circle(center: center, radiusMeters: min(radius, largest)),
            notifies: phone.platform == .android ? [.enter, .exit, .dwell] : [.enter, .exit],
            loiteringDelay: .seconds(facility.dwellThreshold.seconds)
        )
    }

    /// Keeps what a new process has to know.
    func remember() throws {
        let (stored, kept) = state.withLock { state in
            let stored = StoredMonitoring(
                watched: state.watched.map(\.text).sorted(),
                settings: StoredMonitoring.Settings(
                    isActive: state.isActive,
                    trigger: state.trigger?.placed.map(StoredMonitoring.Trigger.init),
                    trouble: state.trouble.map(StoredMonitoring.Trouble.init)
                )
            )
            defer { state.kept = stored }
            return (stored, state.kept)
        }
        try stored.write(to: phone, over: kept)
    }

    /// Shows a notification of what happened to a visit (the words of the Gym Visits document).
    func show(_ event: GeofenceEvent) {
        guard options.showsNotifications, let notice = Notice(event) else { return }
        do {
            try phone.post(notice, channel: options.notificationChannel.id)
        } catch {
            // A phone on which notifications are not granted shows none; the visit counts all the same.
        }
    }
}

extension RegionID {
    /// The name of a facility's region: the facility's own, as the Gym Visits document has it.
    init(facility: FacilityID) throws(ValidationError) { try self.init(facility.text) }
}

extension Notice {
    /// The notification of an event; `nil` for those that members are not told of.
    init?(_ event: GeofenceEvent) {
        switch event.kind {
        case .entered(let facility, _):
            self.init(title: "Visit Started", body: "You arrived at facility \(facility)")
        case .dwell:
            self.init(title: "Visit Confirmed", body: "Your visit has been recorded")
        case .exited(let facility, _):
            self.init(title: "Visit Ended", body: "You left facility \(facility)")
        case .registered, .unregistered, .heartbeat, .error:
            return nil
        }
    }
}
