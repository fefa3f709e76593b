import LongTests
import MobileSDK
import PhoneOS
import PhoneSimulator
import Testing
import TrackingEngine
import VisitModel

@Suite("Android's schedule on a phone at rest")
struct ScheduleInDozeTests {
    private static let seeds = UInt64(1)...30

    /// The minutes by which tracking by `1-7 08:00-09:00` begins late, for each seed; `nil` where it never does.
    ///
    /// The phone rests at home from six o'clock on, with the app in the background: from seven on it is in Doze, unless
    /// it is charging.
    private static func lateness(isExact: Bool, isCharging: Bool) throws -> [Double?] {
        let home = try GeolocationScene.place(east: 0)
        let movement = try Movement([
            Movement.Waypoint(time: GeolocationScene.start, coordinate: home),
            Movement.Waypoint(time: GeolocationScene.minute(300), coordinate: home),
        ])
        return try seeds.map { seed in
            let scene = try GeolocationScene(.android, seed: seed, movement: movement) {
                $0.app.schedule = ["1-7 08:00-09:00"]
                $0.app.scheduleUseAlarmManager = isExact
                $0.app.stopOnTerminate = false
            }
            scene.ready()
            scene.app.startSchedule()
            scene.act { phone in
                phone.changePower { $0.isCharging = isCharging }
                phone.leaveApp()
            }
            scene.run(to: 250)
            let starts = scene.minutes(of: "schedule on")
            #expect(starts.count <= 1)
            #expect(!scene.app.enabled, "seed \(seed): its end was missed")
            return starts.first.map { $0 - 120 }
        }
    }

    @Test("scheduleUseAlarmManager begins it on the minute, awake and in Doze", .long, arguments: [true, false])
    func exact(isCharging: Bool) throws {
        #expect(try Self.lateness(isExact: true, isCharging: isCharging) == Self.seeds.map { _ in 0 })
    }

    @Test("without it an awake phone begins minutes to an hour late, and misses an hour now and then", .long)
    func awake() throws {
        let lateness = try Self.lateness(isExact: false, isCharging: true)
        let begun = lateness.compactMap(\.self)
        #expect((20...30).contains(begun.count), "\(lateness)")
        #expect(begun.allSatisfy { (0..<60).contains($0) })
        #expect((begun.max() ?? 0) > 30)
        #expect(begun.contains { $0 < 20 })
    }

    @Test("in Doze it begins at a maintenance window a quarter to three quarters late, or is missed whole", .long)
    func dozing() throws {
        let lateness = try Self.lateness(isExact: false, isCharging: false)
        let begun = lateness.compactMap(\.self)
        #expect(Set(begun).isSubset(of: [15, 30, 45]), "\(lateness)")
        // Of 60 runs 22 missed it.
        #expect((3...20).contains(lateness.count { $0 == nil }), "\(lateness)")
    }
}
