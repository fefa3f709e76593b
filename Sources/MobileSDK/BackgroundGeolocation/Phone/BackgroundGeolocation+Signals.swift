internal import Foundation
internal import PhoneOS
internal import PhoneStore
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Handles the phone's signals, one after the other, whichever thread they come on.
    func handle(_ signal: PhoneSignal, at time: Timestamp) {
        lane.withLock {
            if signal.wakesApp { session.withLock { $0.backgroundTime.woke(at: time) } }
            switch signal {
            case .launched(let reason): launched(reason)
            case .appStateChanged(let state): appChanged(state, at: time)
            case .taskRemoved:
                process(.appEnding, at: time)
                work()
                write(all: true)
            case .timer(let name), .alarm(let name): rang(name, at: time)
            case .regionFailed(let id, let error): regionFailed(id, error, at: time)
            case .locationUpdatesPaused: updatesPaused(at: time)
            case .backgroundTaskExpiring(let name):
                log(.warning, "the time for the background task \(name) is over", at: time)
                endTask(name)
            case .locationServicesChanged, .permissionChanged(.fineLocation, _),
                .permissionChanged(.backgroundLocation, _), .precisionChanged, .playServicesChanged:
                providerMayHaveChanged(at: time)
            case .connectivityChanged(let connectivity):
                connectionChanged(to: connectivity, at: time)
            case .backgroundFetch:
                process(.backgroundFetch, at: time)
                add(.backgroundFetch, at: time)
            case .regionState(let id, .unknown): stateIsUnknown(id, at: time)
            case .fix, .regionTransition, .regionState, .activity, .powerChanged, .timeZoneChanged, .permissionChanged,
                .visit, .locationUpdatesResumed:
                if case .regionState(let id, _) = signal { session.withLock { $0.unknownRegions[id] = nil } }
                if let tracking = TrackingSignal(signal, of: phone) { process(tracking, at: time) }
            }
            work()
            // A member who opens the app ends the sleep after a reboot.
            if case .appStateChanged = signal { wentOn() }
        }
    }

    /// Passes a signal to tracking and queues its effects.
    func process(_ signal: TrackingSignal, at time: Timestamp) {
        session.withLock { $0.add(.tracking($0.tracking.process(signal, at: time), time)) }
    }

    /// Queues a trigger after which an upload may begin.
    func add(_ trigger: UploadTrigger, at time: Timestamp) {
        session.withLock { $0.add(.trigger(trigger, time)) }
    }

    /// Handles a change of the connection: records that waited for one are uploaded.
    private func connectionChanged(to connectivity: Connectivity, at time: Timestamp) {
        let couldUpload = session.withLock { session in
            switch session.tracking.facts.connection {
            case .none: false
            case .cellular: !session.tracking.config.http.disableAutoSyncOnCellular
            case .wifi: true
            }
        }
        process(.connectionChanged(PhoneFacts.Connection(connectivity)), at: time)
        guard connectivity.isConnected else { return }
        add(couldUpload ? .networkChanged : .connectivityRestored, at: time)
    }

    private func appChanged(_ state: AppState, at time: Timestamp) {
        switch state {
        case .foreground, .background:
            let isOnScreen = state == .foreground
            session.withLock { $0.backgroundTime.moved(toScreen: isOnScreen, at: time) }
            process(.appChanged(isOnScreen ? .foreground : .background), at: time)
            add(isOnScreen ? .appResumed : .appPaused, at: time)
        case .terminated, .forceQuit, .uninstalled:
            // `stopOnTerminate` is about members who end the app; when the system ends it, tracking continues.
            let isByMember = state != .terminated
            let stops = session.withLock { $0.tracking.config.app.stopOnTerminate }
            if isByMember || !stops { process(.appEnding, at: time) }
            work()
            write(all: true)
        }
    }

    /// Checks for changes of the state of location services.
    func providerMayHaveChanged(at time: Timestamp) {
        let provider = ProviderState(of: phone)
        guard provider != session.withLock({ $0.tracking.facts.provider }) else { return }
        process(.providerChanged(provider), at: time)
    }

    /// Handles iOS pausing updates because the phone rests: it counts as stationary, and the triggers that wake it are
    /// set.
    ///
    /// Transistor, ActivityConfig.disableStopDetection.
    private func updatesPaused(at time: Timestamp) {
        if session.withLock({ $0.tracking.isMoving && $0.tracking.state.isEnabled }) {
            session.withLock { $0.add(.tracking($0.tracking.changePace(false, at: time), time)) }
            work()
        }
        // A stream of the app continues: requesting updates again restarts them.
        guard let updates = session.withLock(\.updates) else { return }
        request(for: .updates(updates), at: time)
    }
}

extension TrackingSignal {
    /// Creates the engine's signal from the phone's; `nil` for one that it does not use.
    init?(_ signal: PhoneSignal, of phone: any PhoneOS) {
        switch signal {
        case .fix(let fix, let source): self = .fix(fix, FixOrigin(source))
        case .regionTransition(let ids, let transition, let fix):
            self = .regionsCrossed(GeofenceCrossing.Action(transition), ids.map(\.text), fix)
        case .regionState(let id, let state):
            self = .regionState(id.text, isInside: state == .unknown ? nil : state == .inside)
        case .activity(let activity, let confidence): self = .activity(activity, confidence: confidence)
        case .powerChanged(let power):
            self = .powerChanged(
                isCharging: power.isCharging,
                isScreenOn: power.isScreenOn,
                isPowerSaving: power.isPowerSaving,
                batteryLevel: power.batteryLevel
            )
        case .timeZoneChanged(let zone): self = .timeZoneChanged(zone)
        case .permissionChanged(.physicalActivity, let status):
            self = .motionPermissionChanged(isGranted: status == .granted && phone.hasMotionHardware)
        default: return nil
        }
    }
}

extension TrackingSignal.FixOrigin {
    init(_ source: LocationSource) {
        switch source {
        case .updates: self = .updates
        case .significantChange: self = .significantChange
        case .single: self = .single
        case .region: self = .region
        }
    }
}

extension GeofenceCrossing.Action {
    init(_ transition: RegionTransition) {
        switch transition {
        case .enter: self = .enter
        case .exit: self = .exit
        case .dwell: self = .dwell
        }
    }
}
