internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension Facilities {
    /// Begins to watch the member's places.
    ///
    /// Permissions come first (`AppPermissions`), and there have to be places. What was watched by an earlier process is
    /// registered at once; which places are nearest is worked out with the first reading. Where it can't begin, an `Error`
    /// event says so too; and where settings keep the phone silent later on, as when location is allowed no longer.
    ///
    /// - Throws: `MobileSDKError` with code `permission`, `noFacilities`, `unavailable` where the phone can't, and what the
    ///   store throws.
    public func startMonitoring() async throws { try beginMonitoring() }

    /// The same at once, for a simulation in which everything has its turn.
    package func beginMonitoring() throws {
        try lane.withLock {
            try checkStart()
            makeNotificationChannel()
            state.withLock { state in
                state.isActive = true
                (state.trouble, state.obstacle) = (nil, nil)
                state.retries = RegionRetries()
            }
            do {
                try remember()
                listen()
                // What was stopped or lost before is wanted again.
                try take(.registrationsRestored, at: phone.now())
            } catch {
                leave()
                try? remember()
                throw error
            }
            reconcile()
            for action in state.withLock({ $0.followUpFix() }) { perform(action, at: phone.now()) }
            lookForTrouble(at: phone.now())
        }
    }

    /// Watches nothing any more, for instance when the member logs out; what is told is `Unregistered` without names.
    ///
    /// - Throws: what the recorder throws; nothing is watched even then.
    public func stopMonitoring() async throws { try endMonitoring() }

    /// The same at once, for a simulation in which everything has its turn.
    package func endMonitoring() throws {
        try lane.withLock {
            leave()
            try remember()
            try telling(recorder.record(.monitoringStopped, at: phone.now())) {}
        }
    }

    /// Asks the phone for nothing any more.
    private func leave() {
        state.withLock { state in
            state.isActive = false
            (state.watched, state.shapes) = ([], [:])
            state.obstacle = nil
            state.trigger = state.trigger.map { _ in MovementTrigger() }
            state.followUp = FixFollowUp()
            state.retries = RegionRetries()
            (state.trouble, state.awaitsStates) = (nil, false)
        }
        phone.stopLocationUpdates()
        phone.stopForegroundService()
        phone.removeAllRegions()
        phone.setSignalHandler(nil)
    }

    /// Whether places are watched.
    ///
    /// - Returns: true from `startMonitoring()` until `stopMonitoring()`, over restarts of the app and the phone.
    public func isMonitoringActive() -> Bool { state.withLock(\.isActive) }

    /// Goes on where the app's last process was: to be called whenever the app starts, before it shows anything.
    ///
    /// After a restart of the phone, or an update of the app, the saved places are registered again when the system's signal
    /// comes; nothing has to be opened for that.
    public func resume() {
        lane.withLock {
            guard let stored = StoredMonitoring.read(from: phone), stored.settings.isActive else { return }
            state.withLock { state in
                state.isActive = true
                (state.watched, state.shapes) = (stored.watched, stored.shapes)
                state.lacksSlots = stored.settings.lacksSlots ?? false
                state.trouble = stored.settings.trouble?.error
                if state.trigger != nil, let circle = stored.settings.trigger?.circle {
                    state.trigger = MovementTrigger(placed: circle)
                }
            }
            makeNotificationChannel()
            listen()
        }
    }

    /// Hears the phone, and asks it for what the options say.
    private func listen() {
        phone.setSignalHandler { [weak self] signal, time in self?.hear(signal, at: time) }
        if options.usesForegroundService { startForegroundService() }
        if let updates = options.updates { phone.startLocationUpdates(updates) }
    }

    /// Shows the lasting notification, through the channel of the others.
    private func startForegroundService() {
        let (channel, notice) = (options.notificationChannel, options.foregroundNotice)
        phone.createNotificationChannel(id: channel.id, name: channel.name)
        phone.startForegroundService(
            ServiceNotification(title: notice.title, text: notice.body, channel: channel.id)
        )
    }

    /// Does what a signal asks for.
    ///
    /// One after the other, whichever thread it comes on: what a report changes is asked of the phone, and told, before the
    /// next report is made.
    func hear(_ signal: PhoneSignal, at time: Timestamp) {
        lane.withLock {
            for action in state.withLock({ $0.hear(signal) }) {
                perform(action, at: time)
            }
            uploading { try $0.hear(signal, at: time) }
        }
    }

    /// Lets the uploader do something; what it fails at is told as the stream's failure.
    private func uploading(_ body: (FixUploader) throws -> Void) {
        guard let uploader else { return }
        do {
            try body(uploader)
        } catch {
            hub.tell(error)
        }
    }

    func perform(_ action: MonitorState.Action, at time: Timestamp) {
        switch action {
        case .report(let report): self.report(report, at: time)
        case .reconcile: reconcile()
        case .requestFix: phone.requestSingleFix(.high)
        case .placeTrigger: placeTrigger()
        case .lookForTrouble: lookForTrouble(at: time)
        case .requestStates: requestStates()
        case .measureRoom(let id, let error): measureRoom(id, error, at: time)
        case .restoreIfLost: restoreIfLost(at: time)
        }
    }

    /// Reports to the recorder, lets the phone watch what is to be watched now, and tells what came of it.
    ///
    /// In this order: who hears of a place that is registered finds it watched; what the phone refuses is told after it.
    func report(_ report: PhoneReport, at time: Timestamp) {
        if case .fix(let fix) = report { uploading { try $0.take(fix, at: time) } }
        do {
            try take(report, at: time)
        } catch {
            hub.tell(error)
        }
    }

    /// The same, for who can tell of an error otherwise.
    private func take(_ report: PhoneReport, at time: Timestamp) throws {
        try lane.withLock {
            let events = try recorder.record(report, at: time)
            try telling(events) {
                var changes = RegionChanges()
                for event in events { try changes.take(event) }
                let isInOrder = state.withLock { $0.comesInOrder(report) }
                guard !changes.isEmpty else { return }
                state.withLock { $0.trigger?.placesChanged() }
                if isInOrder { follow(changes) } else { reconcile() }
            }
        }
    }

    /// Does something that events lead to, and tells of them then.
    ///
    /// What happens meanwhile, and what listeners ask for when they are told, is told after them.
    private func telling(_ events: [GeofenceEvent], _ act: () throws -> Void) rethrows {
        let isOutermost = state.withLock { state in
            state.untold += events
            state.notices.learn(events)
            defer { state.isTelling = true }
            return !state.isTelling
        }
        defer { if isOutermost { tellAll() } }
        try act()
    }

    private func tellAll() {
        while let event = state.withLock({ $0.nextUntold() }) {
            let time = phone.now()
            if state.withLock({ $0.notices.shows(event, at: time) }) { show(event) }
            hub.tell(event)
        }
    }
}
