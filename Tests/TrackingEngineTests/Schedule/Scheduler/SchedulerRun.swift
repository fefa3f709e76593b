import SeededRandom
import TrackingEngine
import VisitModel

/// A scheduler on a phone, with inputs at local times of Berlin; its effects are returned as text.
struct SchedulerRun {
    var scheduler: Scheduler
    var zone: TimeZoneName
    private var random = ScheduleGenerator(seed: 1)

    init(_ platform: Platform, usesAlarmManager: Bool = true, zone: String = ScheduleWorld.berlin) throws {
        scheduler = Scheduler(platform: platform, usesAlarmManager: usesAlarmManager)
        self.zone = try TimeZoneName(zone)
    }

    mutating func start(_ rules: [String], _ local: String) throws -> [String] {
        let schedule = try Schedule(parsing: rules)
        return words(scheduler.start(schedule, at: try time(local), in: zone, using: &random))
    }

    mutating func replace(_ rules: [String], _ local: String) throws -> [String] {
        let schedule = try Schedule(parsing: rules)
        return words(scheduler.replace(schedule, at: try time(local), in: zone, using: &random))
    }

    mutating func stop(_ local: String) throws -> [String] { words(scheduler.stop(at: try time(local))) }

    /// An alarm on Android, a background fetch on iOS.
    mutating func wake(_ local: String, by wake: ScheduleWake? = nil) throws -> [String] {
        let wake = wake ?? (scheduler.platform == .android ? .alarm : .backgroundFetch)
        return words(scheduler.wake(by: wake, at: try time(local), in: zone, using: &random))
    }

    mutating func reboot(_ local: String) throws -> [String] {
        words(scheduler.rebooted(at: try time(local), in: zone, using: &random))
    }

    /// Moves the phone to another time zone, at a time in UTC.
    mutating func move(to name: String, _ utc: String) throws -> [String] {
        zone = try TimeZoneName(name)
        return words(scheduler.zoneChanged(at: try ScheduleWorld.time(utc), to: zone, using: &random))
    }

    mutating func startByHand(_ mode: ScheduleMode, _ local: String) throws -> [String] {
        words(scheduler.trackingChangedByHand(to: mode, at: try time(local)))
    }

    mutating func stopByHand(_ local: String) throws -> [String] {
        words(scheduler.trackingChangedByHand(to: nil, at: try time(local)))
    }

    private func time(_ local: String) throws -> Timestamp { try ScheduleWorld.time(local, zone.identifier) }

    /// `begin location`, `switch geofence to location late 900`, `stop`, `event on`, `alarm 2024-06-05T07:00:00Z`.
    private func words(_ effects: [SchedulerEffect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .begin(let mode, nil, let lateness): "begin \(mode.rawValue)\(words(lateness))"
            case .begin(let mode, let before?, let lateness):
                "switch \(before.rawValue) to \(mode.rawValue)\(words(lateness))"
            case .stop(let lateness): "stop\(words(lateness))"
            case .scheduleEvent(let enabled): "event \(enabled ? "on" : "off")"
            case .armAlarm(let alarm): "alarm \(alarm.time)"
            case .cancelAlarm: "cancel"
            case .keepSignificantChanges(let isOn): "significant \(isOn ? "on" : "off")"
            }
        }
    }

    private func words(_ lateness: Duration?) -> String { lateness.map { " late \($0.components.seconds)" } ?? "" }
}
