import SeededRandom
import TrackingTestSupport
import LongTests
import Testing
import VisitModel

@testable import TrackingEngine

/// Random days of a phone; the invariants are checked after each step.
@Suite("Invariants of tracking over random days")
struct RandomCourseTests {
    static let options = [
        "{}",
        #"{"app": {"stopOnTerminate": false, "preventSuspend": true, "heartbeatInterval": 60, "startOnBoot": true}}"#,
        #"{"activity": {"stopDetectionDelay": 20000, "motionTriggerDelay": 20000, "stopOnStationary": true}}"#,
        #"{"activity": {"disableMotionActivityUpdates": true}, "geolocation": {"stopTimeout": 1}}"#,
        #"{"activity": {"disableStopDetection": true}, "app": {"schedule": ["2-3 10:00-15:00", "2 15:00-17:00 geofence"]}}"#,
        #"{"geolocation": {"useSignificantChangesOnly": true, "stopAfterElapsedMinutes": 50}}"#,
    ]

    @Test(
        "switches alternate, a resting phone's location is off, and a new process resumes where the last one was",
        .long,
        arguments: Platform.allCases,
        Array(0..<12)
    )
    func invariants(platform: Platform, seed: Int) throws {
        var random = RandomSource(seed: UInt64(seed))
        let options = Self.options[seed % Self.options.count]
        var bench = try TrackingBench(platform, options, starts: false)
        bench.answersRequests = seed % 3 != 0
        let fences = try (0..<40).map { try GeofenceCourseTests.fence("f\($0)", north: 150 * Double($0)) }
        bench.perform(bench.tracking.addGeofences(fences, at: bench.now))
        var switches: [Bool] = []
        var uuids = Set<String>()
        for step in 0..<300 {
            try self.step(&bench, &random, &switches)
            // Runs the timers that are due at once.
            bench.wait(0)
            let place: Comment = "seed \(seed), step \(step), \(platform.rawValue), \(options)"
            switches += bench.switches
            #expect(zip(switches, switches.dropFirst()).allSatisfy { $0 != $1 }, place)
            let tracking = bench.tracking
            if !tracking.isMoving || !tracking.state.isEnabled { #expect(bench.updates == nil, place) }
            if !tracking.state.isEnabled {
                #expect(bench.region == nil && bench.activityInterval == nil && !bench.hasService, place)
            }
            let watched = Set(bench.regions.keys).subtracting([TrackedRegion.helperID])
            #expect(watched == Set(tracking.geofences.active.map { TrackedRegion.id(of: $0, on: platform) }), place)
            #expect(bench.regions.count + (bench.region == nil ? 0 : 1) <= platform.geofenceLimit, place)
            #expect(bench.geofences?.watches == tracking.geofences.watches, "the geofences are not kept: \(place)")
            #expect(bench.geofences?.stored == tracking.geofences.stored, "the geofences are not kept: \(place)")
            for (timer, wake) in bench.timers {
                #expect(wake.time > bench.now, "\(timer) was due and nothing came of it: \(place)")
            }
            for stored in bench.stored {
                #expect(uuids.insert(stored.location.uuid).inserted, "a record is stored twice: \(place)")
                #expect(!stored.location.isSample, place)
            }
            #expect(bench.kept?.state.isEnabled ?? false == tracking.state.isEnabled, place)
            #expect(bench.kept?.motion.isMoving ?? false == tracking.isMoving, place)
            (bench.emitted, bench.stored) = ([], [])
        }
    }

    private func step(
        _ bench: inout TrackingBench,
        _ random: inout RandomSource,
        _ switches: inout [Bool]
    ) throws {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: bench.perform(try bench.tracking.start(at: bench.now))
        case 1 where Bool.random(using: &random): bench.perform(bench.tracking.stop(at: bench.now))
        case 2: bench.perform(bench.tracking.changePace(Bool.random(using: &random), at: bench.now))
        case 3: bench.perform(try bench.tracking.startGeofences(at: bench.now))
        case 4: bench.perform(bench.tracking.startSchedule(at: bench.now))
        case 5 where Bool.random(using: &random): bench.perform(bench.tracking.stopSchedule(at: bench.now))
        case 6, 7: bench.say(Activity.allCases.randomElement(using: &random) ?? .still)
        case 8: bench.say(.appChanged(Bool.random(using: &random) ? .foreground : .background))
        case 9 where bench.region != nil:
            bench.north += 250
            bench.say(
                .regionsCrossed(.exit, [TrackedRegion.stationaryID], Bool.random(using: &random) ? bench.fix(20) : nil)
            )
        case 10 where bench.updates != nil: bench.move(Double.random(in: 0..<300, using: &random), speed: 12)
        case 11 where bench.tracking.platform == .ios: bench.say(.backgroundFetch)
        case 12 where Int.random(in: 0..<4, using: &random) == 0:
            if Bool.random(using: &random) { bench.say(.appEnding) }
            switches += bench.switches
            // What the system keeps for the app stays; the updates and timers of the process are gone.
            try bench.relaunch([.user, .event, .boot].randomElement(using: &random) ?? .user)
            if bench.tracking.platform == .android { bench.region = nil }
            (bench.activityInterval, bench.staysAwake) = (bench.tracking.process.desiredState.activityInterval, false)
            try bench.ready()
        case 13 where !bench.regions.isEmpty:
            let region = bench.regions.keys.sorted().randomElement(using: &random) ?? ""
            let action = GeofenceCrossing.Action.allCases.randomElement(using: &random) ?? .enter
            bench.say(.regionsCrossed(action, [region], Bool.random(using: &random) ? bench.fix(30) : nil))
        default: bench.wait(Double.random(in: 1..<1_500, using: &random))
        }
    }
}
