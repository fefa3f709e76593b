import SeededRandom
import Testing
import TrackingEngine
import VisitModel

@Suite("Schedulers woken at random times")
struct SchedulerPropertyTests {
    @Test(
        "tracking follows the schedule after every wake, and one effect is emitted for each change",
        arguments: ScheduleWorld.oddDays
    )
    func follows(zone: String, day: String) throws {
        let place = try TimeZoneName(zone)
        let other = try TimeZoneName("Asia/Tokyo")
        let number = Int(try ScheduleWorld.time("\(day)T00:00Z").milliseconds / 86_400_000)
        for seed in UInt64(1)...6 {
            var random = ScheduleGenerator(seed: seed)
            let platform: Platform = Bool.random(using: &random) ? .ios : .android
            var entries: [ScheduleEntry] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                entries.append(try ScheduleWorld.entry(near: number, random: &random))
            }
            let schedule = Schedule(entries)
            let context: Comment = "seed \(seed), \(zone), \(entries)"
            var scheduler = Scheduler(platform: platform, usesAlarmManager: Bool.random(using: &random))
            var time = Timestamp(milliseconds: Int64(number - 4) * 86_400_000)
            var current = place
            var tracked = apply(scheduler.start(schedule, at: time, in: place, using: &random), to: nil, context)
            for _ in 0..<150 {
                time = time.advanced(by: .seconds(Int.random(in: 0...9000, using: &random)))
                if Int.random(in: 0..<20, using: &random) == 0 { current = current == place ? other : place }
                let wake: ScheduleWake = platform == .ios ? .location : .alarm
                let before = scheduler
                let effects = scheduler.wake(by: wake, at: time, in: current, using: &random)
                tracked = apply(effects, to: tracked, context)
                let meant = schedule.state(at: time, in: current).mode
                #expect(tracked == meant && scheduler.tracking == meant, context)
                #expect(effects.count(where: \.isTracking) == (before.tracking == meant ? 0 : 1), context)
                #expect(scheduler.wake(by: wake, at: time, in: current, using: &random) == [], context)
                let next = schedule.nextEdge(after: time, in: current)?.time
                #expect(platform == .ios || scheduler.alarm?.edge == next, context)
                #expect(scheduler.keepsSignificantChanges == (platform == .ios && meant == nil), context)
            }
        }
    }

    /// Applies the effects as an app would, and checks that they are consistent.
    private func apply(_ effects: [SchedulerEffect], to mode: ScheduleMode?, _ context: Comment) -> ScheduleMode? {
        var mode = mode
        for effect in effects {
            switch effect {
            case .begin(let next, let replacing, let lateness):
                #expect(replacing == mode && next != mode && (lateness ?? .zero) >= .zero, context)
                mode = next
            case .stop:
                mode = nil
            default:
                break
            }
        }
        return mode
    }
}

extension SchedulerEffect {
    fileprivate var isTracking: Bool {
        switch self {
        case .begin, .stop: true
        default: false
        }
    }
}
