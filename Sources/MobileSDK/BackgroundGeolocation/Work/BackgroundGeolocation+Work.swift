internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Lets tracking decide about something, and does what comes of it.
    ///
    /// - Parameter decide: gets the tracking and the time.
    func decide(_ decide: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]) {
        lane.withLock {
            begin(.user)
            let time = phone.now()
            session.withLock { $0.add(.tracking(decide(&$0.tracking, time), time)) }
            work()
            wentOn()
        }
    }

    /// Does everything that is to be done, in order, unless that is being done already.
    func work() {
        guard session.withLock({ $0.beginWork() }) else { return }
        while let next = session.withLock({ $0.nextWork() }) {
            switch next {
            case .tracking(let effects, let time): carryOut(effects, at: time)
            case .uploads(let effects, let time): carryOut(effects, at: time)
            case .trigger(let trigger, let time): upload(after: trigger, at: time)
            }
        }
        write()
    }

    /// Does what tracking asks for: the phone first, then the file, then the app, then the server.
    ///
    /// So what the app hears of outlives it, and a process that ends in between has asked the phone for too much rather than
    /// too little, which the next one finds out.
    private func carryOut(_ effects: [TrackingEffect], at time: Timestamp) {
        var (told, triggers): ([TrackingEffect], [UploadTrigger]) = ([], [])
        for effect in effects {
            switch effect {
            case .tell(let event):
                told.append(effect)
                if case .heartbeat = event { triggers.append(.heartbeat) }
            case .debug:
                told.append(effect)
            case .store(let location, let trigger, let isForced):
                keep(location, isForced: isForced, at: time)
                triggers.append(.recorded(trigger == .motionChange ? .motionChange : location.event))
            case .save: session.withLock { $0.noteChange() }
            case .saveGeofences: session.withLock { $0.unwritten.hasGeofences = true }
            case .updates, .requestFix, .significantChanges, .activityUpdates, .foregroundService, .stayAwake,
                .stationaryRegion, .geofenceRegions, .timer, .requestPermission:
                ask(for: effect, at: time)
            }
        }
        write()
        for effect in told {
            switch effect {
            case .tell(let event): pass(on: event, at: time)
            case .debug(let note): show(note, at: time)
            default: break
            }
        }
        for trigger in triggers { session.withLock { $0.add(.trigger(trigger, time)) } }
    }
}
