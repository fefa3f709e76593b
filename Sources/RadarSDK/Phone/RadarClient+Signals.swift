internal import Foundation
package import PhoneOS
internal import RadarEngine
internal import Synchronization
package import VisitModel

extension RadarClient {
    /// Resumes the tracking of an earlier process; to be called at every app start, before anything else.
    ///
    /// From now on the phone's signals are handled. After a restart of the phone, or an update of the app, the regions
    /// that Android has lost are requested again when its signal arrives.
    public func resume() {
        lane.withLock {
            phone.setSignalHandler { [weak self] signal, time in self?.handle(signal, at: time) }
            let problem = state.withLock { state in
                state.session = String(phone.now().milliseconds / 1000)
                defer { state.problem = nil }
                return state.problem
            }
            if let problem { log(.warning, problem) }
            removeOrphans()
            checkAvailability()
            let isForeground = phone.appState == .foreground
            step { tracking, now in
                tracking.restarted(.relaunch, location: tracking.lastLocation, at: now)
                    + tracking.appStateChanged(isForeground: isForeground, at: now)
            }
        }
    }

    /// Handles a signal; an app that subscribes to the phone itself forwards them.
    package func handle(_ signal: PhoneSignal, at time: Timestamp) {
        lane.withLock {
            guard !state.withLock(\.isOver) else { return }
            switch signal {
            case .launched(.bootCompleted): begin(after: .boot)
            case .launched(.packageReplaced): begin(after: .appReplaced)
            case .appStateChanged(let appState) where appState.isRunning:
                step { $0.appStateChanged(isForeground: appState == .foreground, at: $1) }
            case .appStateChanged: flush()
            case .fix(let fix, let source): handle(fix, from: source)
            case .regionTransition(let ids, let transition, let fix): handle(transition, of: ids, fix)
            case .regionFailed(let id, let error): regionFailed(id, error)
            case .visit(let place, let accuracyMeters, _, let departure):
                receiveVisit(at: place, accuracyMeters: accuracyMeters, departure: departure)
            case .playServicesChanged(let services) where services != .available:
                regionFailed(nil, PhoneError(.playServicesUnavailable, "Google Play services are \(services.rawValue)"))
            case .locationServicesChanged, .permissionChanged, .precisionChanged, .playServicesChanged:
                checkAvailability()
                retryRegions(isNew: true)
            case .timer(let name): handle(timer: name)
            case .alarm(Self.timesName): step { $0.refresh(at: $1) }
            case .backgroundTaskExpiring(let name): endBackgroundTask(named: name)
            default: break
            }
        }
    }

    private func begin(after restart: RadarRestart) {
        step { $0.restarted(restart, location: $0.lastLocation, at: $1) }
    }

    private func handle(timer name: String) {
        if let timer = RadarTimer(name: name) { return step { $0.timerDue(timer, at: $1) } }
        switch name {
        case Self.timesName:
            state.withLock { $0.wakeTime = nil }
            step { $0.refresh(at: $1) }
        case Self.regionTimer: retryRegions(isNew: false)
        case Self.requestTimer: expireRequests()
        case Self.positionTimer: for call in drainWakeEvents() { wake(call, with: nil) }
        default: break
        }
    }

    func checkAvailability() {
        let availability = RadarAvailability(
            hasPermission: phone.status(of: .fineLocation) == .granted,
            isLocationOn: phone.isLocationServiceOn
        )
        guard availability != state.withLock(\.tracking.availability) else { return }
        step { $0.availabilityChanged(availability, at: $1) }
    }

    /// The name of the timer and of the alarm at which tracking starts or stops by its options.
    static let timesName = "footfall.radar.times"

    func wakeAtTimes() {
        guard setup.wakesAtTimes else { return }
        let now = phone.now()
        let (before, time) = state.withLock { state in
            let local = state.tracking.sources.local
            let time = state.tracking.isTracking ? local?.stopTrackingAfter : local?.startTrackingAfter
            // The options apply from the next millisecond on.
            let next = time.flatMap { $0 < now ? nil : $0.advanced(bySeconds: 0.001) }
            defer { state.wakeTime = next }
            return (state.wakeTime, next)
        }
        guard before != time else { return }
        if let time {
            phone.setTimer(named: Self.timesName, at: time)
            phone.setAlarm(named: Self.timesName, at: time, exact: false)
        } else {
            phone.cancelTimer(named: Self.timesName)
            phone.cancelAlarm(named: Self.timesName)
        }
    }

    /// iOS's updates only keep the app running and are ignored.
    ///
    /// A requested single fix is a background update on iOS, and tracking knows whether a caller waits for it; Android
    /// requests one only for a caller. An event that woke the app without a fix is completed by the next single fix. A
    /// fix of a region transition is processed with the transition.
    func handle(_ fix: Fix, from source: LocationSource) {
        switch (phone.platform, source) {
        case (.ios, .updates), (_, .region): return
        case (.android, .updates), (_, .significantChange): receive(RadarLocation(fix), from: .backgroundLocation)
        case (let platform, .single):
            let calls = drainWakeEvents()
            for call in calls { wake(call, with: fix) }
            guard calls.isEmpty else { return }
            receive(RadarLocation(fix), from: platform == .ios ? .backgroundLocation : .foregroundLocation)
        }
    }

    func receive(_ location: RadarLocation, from source: RadarLocationSource) {
        step { $0.receive(location, from: source, at: $1) }
    }

    /// Regions of other components are ignored; a transition that the system detected by waiting comes without a fix,
    /// and the current one is requested then.
    func handle(_ transition: RegionTransition, of ids: [RegionID], _ fix: Fix?) {
        let names = ids.map(\.text).filter(RadarRegion.isRadar)
        guard !names.isEmpty else { return }
        let kind: RadarRegionTransitions =
            switch transition {
            case .enter: .enter
            case .exit: .exit
            case .dwell: .dwell
            }
        let call = RadarWakeEvent.crossing(names, kind)
        if let fix { wake(call, with: fix) } else { awaitPosition(for: call) }
    }

    /// An arrival that iOS detected is at the member's position.
    ///
    /// A departure names the place that was left, but the server needs the member's current position (Radar SDK for
    /// iOS, RadarLocationManager didVisit, uses the location manager's current location), which is requested.
    func receiveVisit(at place: Coordinate, accuracyMeters: Double, departure: Timestamp?) {
        let fix = Fix(time: departure ?? phone.now(), coordinate: place, horizontalAccuracy: accuracyMeters)
        guard departure != nil else { return receive(RadarLocation(fix), from: .visitArrival) }
        awaitPosition(for: .departure(RadarLocation(fix)))
    }
}
