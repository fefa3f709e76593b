internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

/// The names of the phone's timers.
enum TimerName {
    /// What all names begin with, so that the app's own are left alone.
    private static let prefix = "bggeo."
    /// Regions that Android did not take for the moment are asked for again.
    static let regions = prefix + "regions"
    /// Regions whose state iOS did not know yet are asked about again.
    static let states = prefix + "states"

    /// One of tracking's timers.
    static func name(of timer: PhoneWishes.Timer) -> String { "\(prefix)\(timer)" }

    /// The tracking's timer of a name.
    static func timer(named name: String) -> PhoneWishes.Timer? {
        PhoneWishes.Timer.allCases.first { Self.name(of: $0) == name }
    }

    /// The end of the patience with a request.
    static func upload(_ id: Int) -> String { "\(prefix)upload.\(id)" }
    /// The end of the patience with the log.
    static func log(_ id: Int) -> String { "\(prefix)log.\(id)" }

    /// The number at the end of a name of a kind.
    static func number(in name: String, of kind: String) -> Int? {
        let start = "\(prefix)\(kind)."
        return name.hasPrefix(start) ? Int(name.dropFirst(start.count)) : nil
    }
}

extension BackgroundGeolocation {
    /// Has the phone tell of a time, or no longer.
    func set(_ timer: PhoneWishes.Timer, _ wake: TrackingEffect.Wake?, at time: Timestamp) {
        let name = TimerName.name(of: timer)
        let isAlarm = timer == .schedule && phone.platform == .android
        switch wake {
        case .some(let wake) where isAlarm: phone.setAlarm(named: name, at: wake.time, exact: wake.isExact)
        case .some(let wake): phone.setTimer(named: name, at: wake.time)
        case .none where isAlarm: phone.cancelAlarm(named: name)
        case .none: phone.cancelTimer(named: name)
        }
        guard timer == .position else { return }
        // What is looked for is to be found before iOS suspends the app.
        if wake == nil { endTask(TaskName.position) } else { beginTask(TaskName.position, at: time) }
    }

    /// A timer or an alarm is due.
    func rang(_ name: String, at time: Timestamp) {
        if let timer = TimerName.timer(named: name) {
            take(.timer(timer), at: time)
        } else if let id = TimerName.number(in: name, of: "upload") {
            timedOut(id, at: time)
        } else if let id = TimerName.number(in: name, of: "log") {
            finishLogUpload(id, .failure(MobileSDKError(.upload, "no answer came in time; send the log again later")))
        } else if name == TimerName.regions {
            addDeferredRegions(at: time)
        } else if name == TimerName.states {
            askForStates()
        }
    }
}

/// The names of iOS's background tasks.
enum TaskName {
    /// A position is looked for.
    static let position = "bggeo.position"
    /// Records are sent.
    static let upload = "bggeo.upload"
    /// The log is sent.
    static let log = "bggeo.log"

    /// One of the app's own.
    static func own(_ id: Int) -> String { "bggeo.app.\(id)" }
}

extension BackgroundGeolocation {
    /// Begins one of iOS's background tasks, while there is time for it.
    func beginTask(_ name: String, at time: Timestamp) {
        guard session.withLock({ $0.backgroundTime.begin(name, at: time) }) else { return }
        phone.beginBackgroundTask(named: name)
    }

    /// Ends it; one that is not begun is ignored.
    func endTask(_ name: String) {
        guard session.withLock({ $0.backgroundTime.end(name) }) else { return }
        phone.endBackgroundTask(named: name)
    }
}
