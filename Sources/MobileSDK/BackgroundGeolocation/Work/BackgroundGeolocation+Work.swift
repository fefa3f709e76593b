internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Passes an input to tracking and performs its effects.
    func decide(_ decide: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]) {
        lane.withLock {
            begin(.user)
            let time = phone.now()
            session.withLock { $0.add(.tracking(decide(&$0.tracking, time), time)) }
            work()
            wentOn()
        }
    }

    /// Performs all queued work in order, unless that is already in progress.
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
            case .debug:
                emitted.append(effect)
            case .store(let location, let trigger, let isForced):
                store(location, isForced: isForced, at: time)
                triggers.append(.recorded(trigger == .motionChange ? .motionChange : location.event))
            case .save: session.withLock { $0.recordChange() }
            case .saveGeofences: session.withLock { $0.unwritten.hasGeofences = true }
            case .updates, .requestFix, .significantChanges, .activityUpdates, .foregroundService, .stayAwake,
                .stationaryRegion, .geofenceRegions, .timer, .requestPermission:
                request(for: effect, at: time)
            }
        }
        write()
        for effect in emitted {
            switch effect {
            case .emit(let event): deliver(on: event, at: time)
            case .debug(let note): show(note, at: time)
            default: break
            }
        }
        for trigger in triggers { session.withLock { $0.add(.trigger(trigger, time)) } }
    }
}
