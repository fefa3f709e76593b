internal import Foundation
internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine
internal import VisitModel

/// Runs the tracking rules on a phone, in one process of the app: passes them the phone's signals and the app's calls,
/// and performs their effects in order.
final class TrackingRuntime: Sendable {
    let phone: any PhoneOS
    let session: SharedSession
    let hub = EventHub<BackgroundGeolocation.Event>()
    let persistence: TrackingPersistence
    let restoration: StateRestoration
    let events: EventDelivery
    let tasks: BackgroundTasks
    private let regions: RegionMonitor
    private let requests: PhoneRequests
    private let uploads: RecordUploads
    private let logUploads: LogUploads
    private let commands: RemoteCommandExecutor
    /// Serializes the signals of the phone, the results of the connection, both on their threads, and the app's calls.
    ///
    /// Recursive, since a phone may answer during a request and a listener may make a request.
    private let lane = NSRecursiveLock()

    /// Reads nothing but the phone's facts, and requests nothing from the phone.
    init(
        phone: any PhoneOS,
        records: RecordStore,
        transport: any UploadTransport,
        seed: UInt64,
        writing: BackgroundGeolocation.Writing
    ) {
        self.phone = phone
        let tracking = BackgroundTracking(platform: phone.platform, facts: PhoneFacts(of: phone), seed: seed)
        session = SharedSession(tracking)
        restoration = StateRestoration(records: records, phone: phone, session: session, seed: seed)
        persistence = TrackingPersistence(records: records, phone: phone, session: session, writing: writing, hub: hub)
        events = EventDelivery(session: session, hub: hub)
        tasks = BackgroundTasks(phone: phone, session: session)
        regions = RegionMonitor(phone: phone, session: session)
        requests = PhoneRequests(phone: phone, session: session, regions: regions, tasks: tasks)
        uploads = RecordUploads(
            transport: transport,
            phone: phone,
            session: session,
            persistence: persistence,
            events: events,
            tasks: tasks
        )
        logUploads = LogUploads(
            transport: transport,
            phone: phone,
            session: session,
            persistence: persistence,
            tasks: tasks
        )
        commands = RemoteCommandExecutor(session: session, persistence: persistence, events: events)
    }

    deinit { hub.finish() }

    /// Makes an access while no other signal, result or call is handled.
    func serialized<Value>(_ body: () throws -> Value) rethrows -> Value { try lane.withLock(body) }

    /// Handles a call of the app, for which the state must be loaded.
    func call<Value>(_ body: () throws -> Value) rethrows -> Value {
        try lane.withLock {
            begin(.user)
            return try body()
        }
    }

    func withRecords<Value>(_ body: (RecordStore, TrackingConfig) throws -> Value) throws -> Value {
        try call {
            persistence.write()
            return try body(persistence.records, session.withLock { $0.tracking.config })
        }
    }

    /// Throws before `ready`, when the defaults would apply instead of the app's options.
    func checkReady(_ what: String) throws(MobileSDKError) {
        guard session.withLock({ $0.tracking.isReady }) else {
            throw MobileSDKError(.notReady, "\(what) before `ready`: wait for it, from the root of the app")
        }
    }

    func decide(_ decide: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]) {
        call {
            let time = phone.now()
            session.withLock { $0.add(.tracking(decide(&$0.tracking, time), time)) }
            work()
            restoration.complete()
        }
    }

    /// Performs all queued work in order, unless that is already in progress.
    func work() {
        guard session.withLock({ $0.beginWork() }) else { return }
        while let next = session.withLock({ $0.nextWork() }) {
            switch next {
            case .tracking(let effects, let time): carryOut(effects, at: time)
            case .uploads(let effects, let time): for effect in effects { carryOut(effect, at: time) }
            case .trigger(let trigger, let time): uploads.upload(after: trigger, at: time)
            }
        }
        persistence.write()
    }

    /// Performs effects of tracking: on the phone first, then the file, then the app, then the server.
    ///
    /// So an event that the app receives is already stored. A process that ends in between has requested too much from
    /// the phone rather than too little, which the next process corrects.
    private func carryOut(_ effects: [TrackingEffect], at time: Timestamp) {
        var (emitted, triggers): ([TrackingEffect], [UploadTrigger]) = ([], [])
        for effect in effects {
            switch effect {
            case .emit(let event):
                emitted.append(effect)
                if case .heartbeat = event { triggers.append(.heartbeat) }
            case .debug: emitted.append(effect)
            case .store(let location, let trigger, let isForced):
                persistence.store(location, isForced: isForced, at: time)
                triggers.append(.recorded(trigger == .motionChange ? .motionChange : location.event))
            case .save: session.withLock { $0.recordChange() }
            case .saveGeofences: session.withLock { $0.unwritten.hasGeofences = true }
            case .updates, .requestFix, .significantChanges, .activityUpdates, .foregroundService, .stayAwake,
                .stationaryRegion, .geofenceRegions, .timer, .requestPermission:
                requests.perform(effect, at: time)
            }
        }
        persistence.write()
        for effect in emitted {
            switch effect {
            case .emit(let event): events.deliver(on: event, at: time)
            case .debug(let note): requests.show(note, at: time)
            default: break
            }
        }
        for trigger in triggers { session.add(trigger, at: time) }
    }

    private func carryOut(_ effect: UploadEffect, at time: Timestamp) {
        if case .perform(let list) = effect {
            return commands.perform(list, at: time) { sendLog(to: $0, LogQuery()) { _ in } }
        }
        uploads.perform(effect, at: time) { [weak self] id, answer in self?.answered(answer, to: id) }
    }

    /// On any thread, and possibly while the upload is made.
    private func answered(_ answer: TransportResult, to id: Int) {
        serialized {
            uploads.answered(answer, to: id)
            work()
        }
    }

    func sendLog(to url: String, _ query: LogQuery, then answer: @escaping PendingCalls.LogUploadHandler) {
        logUploads.send(to: url, query, then: answer) { [weak self] id, result in self?.finishLogUpload(id, result) }
    }

    private func finishLogUpload(_ id: Int, _ result: Result<Void, MobileSDKError>) {
        serialized { if logUploads.finish(id, result) { work() } }
    }
}

extension TrackingRuntime {
    /// Handles signals one after the other, whichever thread they come on.
    func handle(_ signal: PhoneSignal, at time: Timestamp) {
        serialized {
            if signal.wakesApp { session.withLock { $0.backgroundTime.woke(at: time) } }
            switch signal {
            case .launched(let reason): launched(reason)
            case .appStateChanged(let state): appChanged(state, at: time)
            case .taskRemoved:
                session.process(.appEnding, at: time)
                work()
                persistence.write(all: true)
            case .timer(let name), .alarm(let name): rang(name, at: time)
            case .regionFailed(let id, let error): regions.failed(id, error, at: time)
            case .locationUpdatesPaused: updatesPaused(at: time)
            case .backgroundTaskExpiring(let name):
                session.log(.warning, "the time for the background task \(name) is over", at: time)
                if name == TaskName.position { session.process(.backgroundTimeEnding, at: time) }
                tasks.end(name)
            case .locationServicesChanged, .permissionChanged(.fineLocation, _),
                .permissionChanged(.backgroundLocation, _), .precisionChanged, .playServicesChanged:
                providerMayHaveChanged(at: time)
            case .connectivityChanged(let connectivity): connectionChanged(to: connectivity, at: time)
            case .backgroundFetch:
                session.process(.backgroundFetch, at: time)
                session.add(.backgroundFetch, at: time)
            case .regionState(let id, .unknown): regions.stateIsUnknown(id, at: time)
            case .fix, .regionTransition, .regionState, .activity, .powerChanged, .timeZoneChanged, .permissionChanged,
                .visit, .locationUpdatesResumed:
                if case .regionState(let id, _) = signal { session.withLock { $0.regions.stateIsKnown(of: id) } }
                if let tracking = TrackingSignal(signal, of: phone) { session.process(tracking, at: time) }
            }
            work()
            // A member who opens the app ends the sleep after a reboot.
            if case .appStateChanged = signal { restoration.complete() }
        }
    }

    /// Records that waited for a connection are uploaded.
    private func connectionChanged(to connectivity: Connectivity, at time: Timestamp) {
        let couldUpload = session.withLock { session in
            switch session.tracking.facts.connection {
            case .none: false
            case .cellular: !session.tracking.config.http.disableAutoSyncOnCellular
            case .wifi: true
            }
        }
        session.process(.connectionChanged(PhoneFacts.Connection(connectivity)), at: time)
        guard connectivity.isConnected else { return }
        session.add(couldUpload ? .networkChanged : .connectivityRestored, at: time)
    }

    private func appChanged(_ state: AppState, at time: Timestamp) {
        switch state {
        case .foreground, .background:
            let isOnScreen = state == .foreground
            session.withLock { $0.backgroundTime.moved(toScreen: isOnScreen, at: time) }
            session.process(.appChanged(isOnScreen ? .foreground : .background), at: time)
            session.add(isOnScreen ? .appResumed : .appPaused, at: time)
        case .terminated, .forceQuit, .uninstalled:
            // `stopOnTerminate` is about members who end the app; when the system ends it, tracking continues.
            let isByMember = state != .terminated
            let stops = session.withLock { $0.tracking.config.app.stopOnTerminate }
            if isByMember || !stops { session.process(.appEnding, at: time) }
            work()
            persistence.write(all: true)
        }
    }

    func providerMayHaveChanged(at time: Timestamp) {
        let provider = ProviderState(of: phone)
        guard provider != session.withLock({ $0.tracking.facts.provider }) else { return }
        session.process(.providerChanged(provider), at: time)
    }

    /// iOS paused updates because the phone rests: it counts as stationary, and the triggers that wake it are set
    /// (Transistor, ActivityConfig.disableStopDetection).
    private func updatesPaused(at time: Timestamp) {
        if session.withLock({ $0.tracking.isMoving && $0.tracking.state.isEnabled }) {
            session.withLock { $0.add(.tracking($0.tracking.changePace(false, at: time), time)) }
            work()
        }
        // A stream of the app continues: requesting updates again restarts them.
        guard let updates = session.withLock(\.updates) else { return }
        requests.perform(.updates(updates), at: time)
    }

    private func rang(_ name: String, at time: Timestamp) {
        if let timer = TimerName.timer(named: name) {
            session.process(.timer(timer), at: time)
        } else if let id = TimerName.number(in: name, of: "upload") {
            uploads.timedOut(id, at: time)
        } else if let id = TimerName.number(in: name, of: "log") {
            finishLogUpload(id, .failure(MobileSDKError(.upload, "no response in time; send the log again later")))
        } else if name == TimerName.regions {
            regions.addDeferred(at: time)
        } else if name == TimerName.states {
            regions.requestStates()
        }
    }
}
