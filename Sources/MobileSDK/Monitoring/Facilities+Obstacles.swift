internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Throws if the phone or the member's list does not allow monitoring, and emits an `Error` event as well.
    func checkStart() throws {
        if let (error, code) = MonitoringObstacle.blockingStart(phone) {
            report(.failed(error), at: phone.now())
            let message =
                code == .permission
                ? "background location is not granted: request fineLocation, then backgroundLocation, before monitoring"
                : error.message
            throw MobileSDKError(code, message, cause: error)
        }
        guard try get().isEmpty else { return }
        let message = "the member has no places: add facilities before monitoring is started"
        report(.failed(PhoneError(.invalidRequest, message)), at: phone.now())
        throw MobileSDKError(.noFacilities, message)
    }

    /// Checks whether the phone's settings prevent detection, and reports it if that is new.
    func checkObstacles(at time: Timestamp) {
        let isWatching = state.withLock { !$0.watched.isEmpty }
        let settingsError = MonitoringObstacle(on: phone, isWatching: isWatching)?.error
        let (isNew, actions) = state.withLock { state in
            let before = state.settingsError
            return (before != settingsError, state.found(settingsError))
        }
        guard isNew else { return }
        do {
            try remember()
        } catch {
            hub.emit(error)
        }
        for action in actions { perform(action, at: time) }
    }

    /// Requests the state of every monitored region, that is, the side of its edge that the phone is on (iOS).
    func requestStates() {
        for id in phone.monitoredRegions ?? [] { phone.requestState(of: id) }
    }

    /// Creates the channel for notifications, which must exist before any event is emitted.
    func makeNotificationChannel() {
        guard options.showsNotifications else { return }
        let channel = options.notificationChannel
        phone.createNotificationChannel(id: channel.id, name: channel.name)
    }

    /// Returns false if no more regions need to be requested, because the desired set was re-evaluated or must wait.
    func add(_ ids: ArraySlice<RegionID>) throws -> Bool {
        let requests = try ids.compactMap(request)
        guard let first = requests.first else { return true }
        guard state.withLock({ $0.obstacle == nil }) else { return false }
        do {
            try phone.addRegions(requests)
            state.withLock { state in
                state.watched.formUnion(requests.map(\.id))
                for request in requests { state.shapes[request.id] = request.shapeDigest }
            }
            return true
        } catch {
            // Android accepts or rejects a call as a whole: halving it finds the region at fault, or how many there is
            // room for.
            let isAboutSome = error.code == .tooManyGeofences || error.code == .invalidRequest
            guard isAboutSome, requests.count > 1 else { return refused(first.id, error) }
            let middle = ids.startIndex + ids.count / 2
            return try add(ids[..<middle]) && add(ids[middle...])
        }
    }

    private func refused(_ id: RegionID, _ error: PhoneError) -> Bool {
        switch error.code {
        case .requestTooFrequent, .tooManyPendingIntents:
            wait(for: error)
            return false
        case .invalidRequest:
            handle(.regionFailed(id, error), at: phone.now())
            return true
        case .tooManyGeofences, .regionMonitoringFailure:
            handle(.regionFailed(id, error), at: phone.now())
            return false
        case .locationDenied, .regionMonitoringDenied, .geofenceNotAvailable, .insufficientLocationPermission,
            .playServicesUnavailable, .regionMonitoringSetupDelayed, .manifestIncomplete:
            handle(.regionFailed(nil, error), at: phone.now())
            return false
        }
    }

    /// Measures the available slots after a region was refused: if it is still desired and was not refused for another
    /// reason, the engine drops the farthest place.
    ///
    /// On iOS the monitored regions are queried: refusals of one moment arrive one by one, and those that arrive after
    /// the first has led to another selection are obsolete.
    func measureRoom(_ id: RegionID, _ error: PhoneError, at time: Timestamp) {
        if let listed = phone.monitoredRegions.map(Set.init) {
            state.withLock { $0.watched = listed.filter { !$0.isMovementTrigger } }
            guard !listed.contains(id) else { return }
        }
        if id.isMovementTrigger {
            for action in state.withLock({ $0.triggerRefused(error) }) { perform(action, at: time) }
            return
        }
        do {
            guard try recorder.registered().map(RegionID.init(facility:)).contains(id) else { return }
        } catch {
            hub.emit(error)
            return
        }
        let (count, isLate) = state.withLock { ($0.watched.count, $0.retries.wasRemovedLately(id, at: time)) }
        guard !isLate else { return wait(for: error) }
        report(.slotsMeasured(count, error), at: time)
        reconcile()
    }

    /// Postpones a refused region and reports the refusal once.
    private func wait(for error: PhoneError) {
        let now = phone.now()
        if state.withLock({ $0.retries.wait(from: now) }) { report(.failed(error), at: now) }
    }

    /// Reports how many of the member's facilities are monitored if the phone can't monitor them all, once for the same
    /// numbers.
    func reportShare() {
        guard state.withLock({ $0.needsComparison() }) else { return }
        do {
            let (monitored, slots) = (try recorder.registered().count, try recorder.slots())
            // Fewer than that are monitored for another reason than the system's slots: a facility that opens later.
            let isLimited = state.withLock { state in
                slots.map { monitored >= $0 } ?? (state.lacksSlots || monitored >= state.platform.geofenceLimit / 2)
            }
            let facilities = isLimited ? try state.withLock(\.facilityCount) ?? get().count : nil
            let error = state.withLock { $0.compare(monitored, with: facilities) }
            try remember()
            if let error { report(.failed(error), at: phone.now()) }
        } catch {
            hub.emit(error)
        }
    }

    /// Lets the recorder restore the registrations if it has none, as after a loss of which no process saw the end.
    func restoreIfLost(at time: Timestamp) {
        do {
            guard try recorder.registered().isEmpty else { return }
            report(.registrationsRestored, at: time)
        } catch {
            hub.emit(error)
        }
    }
}
