internal import Foundation
internal import MobileSDKCore
internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

/// The names of the phone's timers.
enum TimerName {
    /// The prefix of all names, which keeps them apart from the app's own.
    private static let prefix = "bggeo."
    /// The timer that retries regions which Android refused temporarily.
    static let regions = prefix + "regions"
    /// The timer that requests the states which iOS did not know again.
    static let states = prefix + "states"

    /// Returns the name of a timer of tracking.
    static func name(of timer: DesiredPhoneState.Timer) -> String { "\(prefix)\(timer)" }

    /// Returns the timer of tracking of a name; `nil` for any other name.
    static func timer(named name: String) -> DesiredPhoneState.Timer? {
        DesiredPhoneState.Timer.allCases.first { Self.name(of: $0) == name }
    }

    /// Returns the name of the timeout of an upload request.
    static func upload(_ id: Int) -> String { "\(prefix)upload.\(id)" }
    /// Returns the name of the timeout of a log upload.
    static func log(_ id: Int) -> String { "\(prefix)log.\(id)" }

    /// Returns the number at the end of a name of the given kind.
    static func number(in name: String, of kind: String) -> Int? {
        let start = "\(prefix)\(kind)."
        return name.hasPrefix(start) ? Int(name.dropFirst(start.count)) : nil
    }
}

extension BackgroundGeolocation {
    /// Sets or cancels a timer of tracking on the phone.
    func set(_ timer: DesiredPhoneState.Timer, _ wake: TrackingEffect.Wake?, at time: Timestamp) {
        let name = TimerName.name(of: timer)
        let isAlarm = timer == .schedule && phone.platform == .android
        switch wake {
        case .some(let wake) where isAlarm: phone.setAlarm(named: name, at: wake.time, exact: wake.isExact)
        case .some(let wake): phone.setTimer(named: name, at: wake.time)
        case .none where isAlarm: phone.cancelAlarm(named: name)
        case .none: phone.cancelTimer(named: name)
        }
        guard timer == .position else { return }
        // The search for a position is to complete before iOS suspends the app.
        if wake == nil { endTask(TaskName.position) } else { beginTask(TaskName.position, at: time) }
    }

    /// Handles a timer or an alarm.
    func rang(_ name: String, at time: Timestamp) {
        if let timer = TimerName.timer(named: name) {
            process(.timer(timer), at: time)
        } else if let id = TimerName.number(in: name, of: "upload") {
            timedOut(id, at: time)
        } else if let id = TimerName.number(in: name, of: "log") {
            finishLogUpload(id, .failure(MobileSDKError(.upload, "no response in time; send the log again later")))
        } else if name == TimerName.regions {
            addDeferredRegions(at: time)
        } else if name == TimerName.states {
            requestStates()
        }
    }
}

/// The names of iOS's background tasks.
enum TaskName {
    /// The search for a position.
    static let position = "bggeo.position"
    /// The upload of records.
    static let upload = "bggeo.upload"
    /// The upload of the log.
    static let log = "bggeo.log"

    /// Returns the name of one of the app's own tasks.
    static func own(_ id: Int) -> String { "bggeo.app.\(id)" }
}

extension BackgroundGeolocation {
    /// Begins a background task on iOS, if enough time is left for it.
    func beginTask(_ name: String, at time: Timestamp) {
        guard session.withLock({ $0.backgroundTime.begin(name, at: time) }) else { return }
        phone.beginBackgroundTask(named: name)
    }

    /// Ends a background task; one that was not begun is ignored.
    func endTask(_ name: String) {
        guard session.withLock({ $0.backgroundTime.end(name) }) else { return }
        phone.endBackgroundTask(named: name)
    }
}
