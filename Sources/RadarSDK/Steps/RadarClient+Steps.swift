internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import RadarEngine
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// Applies an input to tracking, with the phone's current time, and performs its effects; none if it throws.
    ///
    /// Inputs are serialized, whichever thread they come on. An input that arrives during a call of the phone, the
    /// transport or a listener is applied at once, and its effects follow the pending ones.
    func step<Failure: Error>(
        _ input: (inout RadarTracking, Timestamp) throws(Failure) -> [RadarEffect]
    ) throws(Failure) {
        lane.lock()
        defer { lane.unlock() }
        let now = phone.now()
        try state.withLock { (state) throws(Failure) in
            guard !state.isOver else { return }
            state.enqueue(try input(&state.tracking, now))
        }
        act()
    }

    /// Appends an action and performs it, unless actions are already being performed.
    func submit(_ action: RadarAction) {
        lane.withLock {
            state.withLock { $0.enqueue(action) }
            act()
        }
    }

    /// Regions change when no action is left, all at once; then the state is stored.
    func act() {
        guard state.withLock({ $0.beginActing() }) else { return }
        repeat {
            while let action = state.withLock({ $0.next() }) { perform(action) }
            changeRegions()
            wakeAtTimes()
            if !setup.keepsOnlyWhenSettled { storeState() }
        } while state.withLock({ !$0.isIdle })
        state.withLock { $0.endActing() }
    }

    private func perform(_ action: RadarAction) {
        switch action {
        case .effect(let effect): perform(effect)
        case .answer(let result, after: let upload):
            if let upload { return state.withLock { $0.waiters.wait(for: upload, with: result.location) } }
            for waiter in state.withLock({ $0.waiters.removeAll() }) { waiter(result) }
        case .uploadEnded(let upload, let status):
            guard let (location, waiters) = state.withLock({ $0.waiters.remove(upload) }) else { return }
            for waiter in waiters { waiter(RadarTrackResult(status: status, location: location)) }
        case .emit(let message): hub.emit(message)
        }
    }

    func log(_ level: RadarLogLine.Level, _ message: String) { submit(.emit(.log(RadarLogLine(level, message)))) }

    /// Only a simulation has to call it, when a process ends: `RadarSetup.keepsOnlyWhenSettled`.
    package func flush() { lane.withLock { storeState() } }

    /// Ends the SDK in this process: all later signals are ignored, since another process continues.
    package func end() {
        lane.withLock {
            storeState()
            state.withLock { $0.isOver = true }
            answerAll()
        }
    }

    func answerAll() {
        let (waiters, calls) = state.withLock { ($0.waiters.drain(), $0.requests.drainTripCalls()) }
        for waiter in waiters { waiter(RadarTrackResult(status: .errorUnknown)) }
        for call in calls { call.then(.errorUnknown) }
    }

    private func storeState() {
        let problem: String? = state.withLock { state in
            guard state.isDirty, !state.isOver else { return nil }
            state.isDirty = false
            do {
                try StoredRadar.write(&state, to: phone)
                return nil
            } catch {
                return "the state can't be written: \(error)"
            }
        }
        if let problem { hub.emit(.log(RadarLogLine(.error, problem))) }
    }

    func perform(_ effect: RadarEffect) {
        switch effect {
        case .startUpdates(let request): phone.startLocationUpdates(LocationRequest(request))
        case .stopUpdates: phone.stopLocationUpdates()
        case .stayAwake(let showsBlueBar): phone.startLocationUpdates(.keepingAwake(showsBlueBar: showsBlueBar))
        case .shutDown: phone.stopLocationUpdates()
        case .requestFix(let accuracy): phone.requestSingleFix(accuracy.ofPhone)
        case .armTimer(let timer, let time): phone.setTimer(named: timer.name, at: time)
        case .cancelTimer(let timer): phone.cancelTimer(named: timer.name)
        case .monitorVisits(true): phone.startVisits()
        case .monitorVisits(false): phone.stopVisits()
        case .monitorSignificantChanges(true): phone.startSignificantChanges()
        case .monitorSignificantChanges(false): phone.stopSignificantChanges()
        case .startForegroundService(let options): startForegroundService(options)
        case .stopForegroundService:
            phone.stopForegroundService()
            state.withLock { $0.notification = nil }
        case .upload(let upload): send(upload)
        case .emit(let notice): notify(notice)
        // Effects on the state itself were applied with the step.
        case .removeRegions, .addRegions, .store: break
        }
    }

    private func notify(_ notice: RadarNotice) {
        switch notice {
        case .clientLocation(let location, let isStopped, let source):
            hub.emit(.clientLocation(location, isStopped: isStopped, source))
        case .location(let location, let isStopped): hub.emit(.location(location, isStopped: isStopped))
        case .error(let status): hub.emit(.error(status))
        case .once: break
        }
    }

    private func startForegroundService(_ options: RadarForegroundServiceOptions) {
        phone.createNotificationChannel(id: Self.channel, name: options.channelName)
        phone.startForegroundService(ServiceNotification(options, channel: Self.channel))
        state.withLock { $0.notification = options }
        if options.importance != .none, phone.status(of: .notifications) != .granted {
            log(.warning, "the notification of the foreground service is not shown: notifications are not granted")
        }
    }

    private static let channel = "footfall.radar"
}

extension ServiceNotification {
    fileprivate init(_ options: RadarForegroundServiceOptions, channel: String) {
        let icon: String? =
            switch options.usedIcon {
            case .drawable(let name): name
            case .resource(let number): String(number)
            case .app: nil
            }
        self.init(
            title: options.title,
            text: options.text,
            icon: icon,
            iconColor: options.iconColor,
            channel: channel,
            // Android has no importance above high.
            importance: Importance(rawValue: options.importance.rawValue) ?? .high,
            number: options.id,
            tapActivity: options.activity
        )
    }
}

extension RadarTimer {
    private static let prefix = "footfall.radar."

    var name: String { Self.prefix + rawValue }

    /// `nil` for a timer of another component.
    init?(name: String) {
        guard name.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
    }
}

extension LocationRequest {
    /// Creates Radar's location request on Android.
    init(_ request: RadarUpdateRequest) {
        self.init(
            interval: request.interval.duration,
            accuracy: request.accuracy.ofPhone,
            fastestInterval: request.fastestInterval.duration
        )
    }

    /// The coarse updates that keep an app running on iOS: a distance filter of three kilometres, and results that are
    /// ignored.
    ///
    /// The interval of five minutes means "hardly ever": iOS has no interval, and a simulated phone does not have to
    /// compute a fix every second.
    static func keepingAwake(showsBlueBar: Bool) -> LocationRequest {
        LocationRequest(
            interval: .seconds(300),
            distanceFilterMeters: 3000,
            accuracy: .low,
            showsIndicator: showsBlueBar
        )
    }
}

extension RadarDesiredAccuracy {
    var ofPhone: DesiredAccuracy {
        switch self {
        case .high: .high
        case .medium: .medium
        case .low: .low
        case .none: .passive
        }
    }
}
