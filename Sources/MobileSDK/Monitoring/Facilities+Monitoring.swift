internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Starts monitoring the member's facilities.
    ///
    /// Requires permissions (`AppPermissions`) and at least one place. The places that an earlier process monitored are
    /// registered at once; the nearest places are evaluated with the first fix. If it cannot start, an `Error` event is
    /// emitted as well. `Error` events also report settings that prevent detection, now or later, such as location
    /// services that are off: monitoring has started then, and places are registered when the setting is right. One more
    /// reports the numbers if the phone can't monitor all of the places. Throws `MobileSDKError` with code `permission`,
    /// `noFacilities`, or `unavailable` if the phone does not support it, and errors of the store.
    public func startMonitoring() async throws { try beginMonitoring() }

    /// The synchronous form, for a simulation that runs everything in order.
    package func beginMonitoring() throws {
        try lane.withLock {
            try checkStart()
            makeNotificationChannel()
            state.withLock { state in
                state.isActive = true
                (state.settingsError, state.obstacle, state.share) = (nil, nil, nil)
                state.retries = RegionRetries()
                state.forgetCounts()
            }
            if let error = MonitoringObstacle.missingMode(phone) { report(.failed(error), at: phone.now()) }
            do {
                try remember()
                listen()
                // Registrations that were removed or lost before are restored.
                try process(.registrationsRestored, at: state.withLock { $0.start(at: phone.now()) })
            } catch {
                leave()
                try? remember()
                throw error
            }
            reconcile()
            for action in state.withLock({ $0.followUpFix() }) { perform(action, at: phone.now()) }
            checkObstacles(at: phone.now())
        }
    }

    /// Stops monitoring, for instance when the member logs out, and emits `Unregistered` without names.
    ///
    /// Monitoring is stopped even if an error of the recorder is thrown.
    public func stopMonitoring() async throws { try endMonitoring() }

    /// The synchronous form, for a simulation that runs everything in order.
    package func endMonitoring() throws {
        try lane.withLock {
            leave()
            try remember()
            let time = phone.now()
            state.withLock { $0.stoppedAt = time }
            try emitting(recorder.record(.monitoringStopped, at: time)) {}
        }
    }

    /// Cancels everything that was requested from the phone.
    private func leave() {
        state.withLock { state in
            state.isActive = false
            (state.watched, state.shapes) = ([], [:])
            state.obstacle = nil
            state.trigger = state.trigger.map { _ in MovementTrigger() }
            (state.followUp, state.transitions) = (FixFollowUp(), ReportedTransitions())
            state.retries = RegionRetries()
            (state.settingsError, state.awaitsStates, state.share) = (nil, false, nil)
        }
        phone.stopLocationUpdates()
        phone.stopForegroundService()
        phone.removeAllRegions()
        phone.setSignalHandler(nil)
    }

    /// Returns whether places are monitored: from `startMonitoring()` until `stopMonitoring()`, across restarts of the
    /// app and the phone.
    public func isMonitoringActive() -> Bool { state.withLock(\.isActive) }

    /// Resumes the monitoring of an earlier process; to be called at every app start, before the user interface is
    /// shown.
    ///
    /// After a restart of the phone or an update of the app, the saved places are registered again when the operating
    /// system signals it. The user does not have to open the app.
    public func resume() {
        lane.withLock {
            guard let stored = StoredMonitoring.read(from: phone), stored.settings.isActive else { return }
            state.withLock { state in
                state.isActive = true
                (state.watched, state.shapes) = (stored.watched, stored.shapes)
                state.lacksSlots = stored.settings.lacksSlots ?? false
                state.settingsError = stored.settings.settingsError?.error
                (state.share, state.facilityCount) = (stored.settings.share, stored.settings.share?.facilities)
                if state.trigger != nil, let circle = stored.settings.trigger?.circle {
                    state.trigger = MovementTrigger(placed: circle)
                }
            }
            makeNotificationChannel()
            listen()
        }
    }

    /// Subscribes to the phone's signals and requests the updates that the options ask for.
    private func listen() {
        phone.setSignalHandler { [weak self] signal, time in self?.handle(signal, at: time) }
        if options.usesForegroundService { startForegroundService() }
        if let updates = options.updates { phone.startLocationUpdates(updates) }
    }

    /// Shows the persistent notification of the foreground service, through the channel of the other notifications.
    private func startForegroundService() {
        let (channel, notice) = (options.notificationChannel, options.foregroundNotice)
        phone.createNotificationChannel(id: channel.id, name: channel.name)
        phone.startForegroundService(ServiceNotification(title: notice.title, text: notice.body, channel: channel.id))
    }

    /// Signals are processed one after the other, whichever thread they arrive on.
    ///
    /// The changes of one report are requested from the phone, and its events emitted, before the next report is
    /// recorded.
    func handle(_ signal: PhoneSignal, at time: Timestamp) {
        lane.withLock {
            for action in state.withLock({ $0.handle(signal, at: time) }) { perform(action, at: time) }
            uploading { try $0.handle(signal, at: time) }
        }
    }

    /// Emits the error of an operation as a failure of the stream.
    private func uploading(_ body: (FixUploader) throws -> Void) {
        guard let uploader else { return }
        do {
            try body(uploader)
        } catch {
            hub.emit(error)
        }
    }

    func perform(_ action: MonitorState.Action, at time: Timestamp) {
        switch action {
        case .report(let report): self.report(report, at: time)
        case .reportTransitions(let actions, let fix): report(actions, fix, at: time)
        case .reconcile: reconcile()
        case .requestFix: phone.requestSingleFix(.high)
        case .placeTrigger: placeTrigger()
        case .checkObstacles: checkObstacles(at: time)
        case .requestStates: requestStates()
        case .measureRoom(let id, let error): measureRoom(id, error, at: time)
        case .restoreIfLost: restoreIfLost(at: time)
        }
    }

    /// Records a report, updates the monitored regions, and emits the resulting events, in this order.
    ///
    /// A listener that receives `Registered` finds the place monitored, and a refusal by the phone is emitted after it.
    func report(_ report: PhoneReport, at time: Timestamp) {
        if let fix = report.fix { uploading { try $0.enqueue(fix, at: time) } }
        do {
            try process(report, at: time)
        } catch {
            hub.emit(error)
        }
    }

    /// The same for a fix with the transitions that the system reported; of an unknown region only the fix is recorded.
    private func report(_ actions: [RegionID: FenceAction], _ fix: Fix, at time: Timestamp) {
        var transitions: [FacilityID: FenceAction] = [:]
        for (id, action) in actions {
            do {
                if let facility = try facility(of: id) { transitions[facility.id] = action }
            } catch {
                hub.emit(error)
            }
        }
        report(transitions.isEmpty ? .fix(fix) : .transitions(transitions, fix), at: time)
    }

    /// The same, but throws instead of emitting an error.
    private func process(_ report: PhoneReport, at time: Timestamp) throws {
        try lane.withLock {
            let events = try recorder.record(report, at: time)
            try emitting(events) {
                var changes = RegionChanges()
                for event in events { try changes.append(event) }
                let isInOrder = state.withLock { $0.comesInOrder(report) }
                guard !changes.isEmpty else { return reportShare() }
                state.withLock { $0.trigger?.placesChanged() }
                if isInOrder { follow(changes) } else { reconcile() }
                reportShare()
            }
        }
    }

    /// Performs the action that events lead to, then emits the events.
    ///
    /// Events that occur meanwhile, or that listeners cause while they are notified, are emitted after them.
    private func emitting(_ events: [GeofenceEvent], _ act: () throws -> Void) rethrows {
        let isOutermost = state.withLock { state in
            state.undelivered += events
            state.notices.learn(events)
            defer { state.isEmitting = true }
            return !state.isEmitting
        }
        defer { if isOutermost { notifyListeners() } }
        try act()
    }

    private func notifyListeners() {
        while let event = state.withLock({ $0.nextUndelivered() }) {
            let time = phone.now()
            if state.withLock({ $0.notices.shows(event, at: time) }) { show(event) }
            hub.emit(event)
        }
    }
}

/// The changes to the monitored regions that follow from events.
///
/// The differences of reports in chronological order add up to the registered set. After a late report, or a complete
/// new registration, only a comparison with the whole set does.
struct RegionChanges: Hashable, Sendable {
    private(set) var removals: Set<RegionID> = []
    private(set) var additions: Set<RegionID> = []
    private(set) var clearsAll = false

    var isEmpty: Bool { removals.isEmpty && additions.isEmpty && !clearsAll }

    /// Throws for a facility that has no valid region name.
    mutating func append(_ event: GeofenceEvent) throws(ValidationError) {
        switch event.kind {
        case .registered(let facilities):
            for facility in facilities {
                let id = try RegionID(facility: facility)
                if removals.remove(id) == nil { additions.insert(id) }
            }
        case .unregistered(let facilities?):
            for facility in facilities {
                let id = try RegionID(facility: facility)
                if additions.remove(id) == nil { removals.insert(id) }
            }
        case .unregistered(nil): clearsAll = true
        case .entered, .dwell, .exited, .heartbeat, .error: break
        }
    }
}
