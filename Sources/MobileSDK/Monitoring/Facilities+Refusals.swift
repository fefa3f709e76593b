internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Asks for some regions to be watched.
    ///
    /// - Returns: false where no more need to be asked for, because what is wanted was worked out anew or has to wait.
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
            // Android takes a call as a whole or not at all: halves tell which region it is about, or how many there is room for.
            let isAboutSome = error.code == .tooManyGeofences || error.code == .invalidRequest
            guard isAboutSome, requests.count > 1 else { return refused(first.id, error) }
            let middle = ids.startIndex + ids.count / 2
            return try add(ids[..<middle]) && add(ids[middle...])
        }
    }

    /// The system does not take a region, or nothing at all.
    private func refused(_ id: RegionID, _ error: PhoneError) -> Bool {
        switch error.code {
        case .requestTooFrequent, .tooManyPendingIntents:
            wait(for: error)
            return false
        case .invalidRequest:
            hear(.regionFailed(id, error), at: phone.now())
            return true
        case .tooManyGeofences, .regionMonitoringFailure:
            hear(.regionFailed(id, error), at: phone.now())
            return false
        case .locationDenied, .regionMonitoringDenied, .geofenceNotAvailable, .insufficientLocationPermission,
            .playServicesUnavailable, .regionMonitoringSetupDelayed, .manifestIncomplete:
            hear(.regionFailed(nil, error), at: phone.now())
            return false
        }
    }

    /// Looks what a refused region says of the room that there is: where it is still wanted and was not refused for another
    /// reason, the engine gives up the farthest.
    ///
    /// What iOS watches is looked up: the refusals of one moment come one by one, and those that come when the first has led to
    /// another choice are old news.
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
            hub.tell(error)
            return
        }
        let (count, isLate) = state.withLock { ($0.watched.count, $0.retries.wasRemovedLately(id, at: time)) }
        guard !isLate else { return wait(for: error) }
        report(.slotsMeasured(count, error), at: time)
        reconcile()
    }

    /// Leaves a refused region for later, and tells of it once.
    private func wait(for error: PhoneError) {
        let now = phone.now()
        if state.withLock({ $0.retries.wait(from: now) }) { report(.failed(error), at: now) }
    }

    /// Lets the recorder begin anew where it has given everything up, as after a loss that no process heard the end of.
    func restoreIfLost(at time: Timestamp) {
        do {
            guard try recorder.registered().isEmpty else { return }
            report(.registrationsRestored, at: time)
        } catch {
            hub.tell(error)
        }
    }
}
