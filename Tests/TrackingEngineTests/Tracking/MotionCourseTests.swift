import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Moving and stationary, from start to stop")
struct MotionCourseTests {
    @Test(
        "tracking begins at rest, records where, and leaves location off until something moves",
        arguments: Platform.allCases
    )
    func start(platform: Platform) throws {
        let bench = try TrackingBench(platform)
        #expect(bench.switches == [true])
        #expect(bench.motionChanges == [false])
        #expect(bench.stored.map(\.location.event) == [.motionChange])
        #expect(bench.stored.map(\.trigger) == [.motionChange])
        #expect(bench.updates == nil)
        #expect(bench.activityInterval == .seconds(10))
        #expect((bench.region != nil) == (platform == .ios))
        #expect(bench.hasService == (platform == .android))
        #expect(bench.significantChanges == (platform == .ios))
    }

    @Test("a moving activity turns location on, and the change goes out at once", arguments: Platform.allCases)
    func moves(platform: Platform) throws {
        var bench = try TrackingBench(platform)
        bench.say(.walking)
        #expect(bench.motionChanges == [false, true])
        #expect(bench.updates?.distanceFilterMeters == 10)
        #expect(bench.region == nil)
        bench.move(15)
        #expect(bench.stored.last?.location.isMoving == true)
        #expect(bench.stored.last?.location.event == nil)
        #expect(bench.stored.map(\.trigger) == [.motionChange, .motionChange, .record])
    }

    @Test("what the motion service is not sure of changes nothing", arguments: [(Platform.ios, 69), (.ios, 70)])
    func confidence(platform: Platform, percent: Int) throws {
        var bench = try TrackingBench(platform)
        bench.say(.walking, percent)
        #expect(bench.tracking.isMoving == (percent >= 70))
    }

    @Test(
        "being still for the stop timeout ends the moving state, and moving in between cancels it",
        arguments: Platform.allCases
    )
    func stops(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"geolocation": {"stopTimeout": 5}}"#)
        bench.say(.walking)
        bench.say(.still)
        bench.wait(299)
        bench.say(.walking)
        bench.wait(600)
        #expect(bench.tracking.isMoving)
        bench.say(.still)
        bench.wait(299)
        #expect(bench.tracking.isMoving)
        bench.wait(2)
        #expect(!bench.tracking.isMoving)
        #expect(bench.motionChanges == [false, true, false])
        #expect(bench.updates == nil)
        #expect(bench.stored.last?.location.event == .motionChange)
    }

    @Test("while a stop is made sure of, iOS turns location off and Android leaves it on", arguments: Platform.allCases)
    func stopDetection(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"logger": {"debug": true}}"#)
        bench.say(.walking)
        bench.say(.still)
        #expect((bench.updates == nil) == (platform == .ios))
        bench.say(.running)
        #expect(bench.updates != nil)
        let received: [TrackingEffect.DebugCue] =
            platform == .ios
            ? [.moving, .locationOn, .stopDetection, .locationOff, .locationOn] : [.moving, .locationOn]
        #expect(bench.notes == received)
    }

    @Test("iOS's delay lets a pause at a traffic light pass with location on")
    func stopDetectionDelay() throws {
        var bench = try TrackingBench(.ios, #"{"activity": {"stopDetectionDelay": 10000}}"#)
        bench.say(.inVehicle)
        bench.say(.still)
        bench.wait(9)
        #expect(bench.updates != nil)
        bench.say(.inVehicle)
        bench.wait(60)
        #expect(bench.updates != nil)
        bench.say(.still)
        bench.wait(11)
        #expect(bench.updates == nil)
        #expect(bench.tracking.isMoving)
        bench.wait(300)
        #expect(!bench.tracking.isMoving)
    }

    @Test(
        "Android's delay waits with the moving state, and being still cancels it; iOS knows none",
        arguments: Platform.allCases
    )
    func motionTriggerDelay(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"activity": {"motionTriggerDelay": 30000}}"#)
        bench.say(.walking)
        #expect(bench.tracking.isMoving == (platform == .ios))
        guard platform == .android else { return }
        bench.wait(29)
        bench.say(.still)
        bench.wait(60)
        #expect(!bench.tracking.isMoving)
        bench.say(.walking)
        bench.wait(31)
        #expect(bench.tracking.isMoving)
        #expect(bench.motionChanges == [false, true])
    }

    @Test("the trigger activities bear on the way to moving alone")
    func triggerActivities() throws {
        var bench = try TrackingBench(.ios, #"{"activity": {"triggerActivities": ["in_vehicle"]}}"#)
        bench.say(.walking)
        #expect(!bench.tracking.isMoving)
        bench.say(.inVehicle)
        #expect(bench.tracking.isMoving)
        bench.say(.still)
        bench.say(.walking)
        bench.wait(600)
        #expect(bench.tracking.isMoving, "walking does not cancel a stop")
    }

    @Test(
        "with some trigger activities alone the region follows the phone; without the motion service its exit counts",
        arguments: [true, false]
    )
    func triggersAndRegion(hasMotionService: Bool) throws {
        let options = """
            {"activity": {"triggerActivities": ["in_vehicle"], "disableMotionActivityUpdates": \(!hasMotionService)}}
            """
        var bench = try TrackingBench(.ios, options)
        bench.say(.walking)
        bench.north += 250
        bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(30)))
        #expect(bench.tracking.isMoving == !hasMotionService)
        guard hasMotionService else { return }
        #expect(bench.region.map { $0.center.meters(to: bench.fix(8).coordinate) < 1 } == true)
        bench.say(.inVehicle)
        #expect(bench.tracking.isMoving)
    }

    @Test(
        "without the detection of stops the phone never becomes stationary by itself, but for iOS's pause",
        arguments: [
            (Platform.ios, true, 901.0, false), (.ios, true, 899, true), (.ios, false, 86_400, true),
            (.android, true, 86_400, true),
        ]
    )
    func disableStopDetection(platform: Platform, pauses: Bool, seconds: Double, isMoving: Bool) throws {
        let options = """
            {"activity": {"disableStopDetection": true, "stopOnStationary": true},
             "geolocation": {"pausesLocationUpdatesAutomatically": \(pauses), "stopTimeout": 1}}
            """
        var bench = try TrackingBench(platform, options)
        bench.say(.walking)
        bench.say(.still)
        bench.wait(seconds)
        #expect(bench.tracking.isMoving == isMoving)
        #expect((bench.updates != nil) == isMoving, "location is on as long as the phone counts as moving")
        #expect(bench.tracking.state.isEnabled, "a stop came although no stop timeout ran out")
        bench.perform(bench.tracking.changePace(false, at: bench.now))
        #expect(!bench.tracking.isMoving)
    }

    @Test(
        "stopOnStationary stops everything after a stop that came by itself, and not after changePace(false)",
        arguments: Platform.allCases
    )
    func stopOnStationary(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"activity": {"stopOnStationary": true}}"#)
        bench.say(.walking)
        bench.perform(bench.tracking.changePace(false, at: bench.now))
        bench.wait(3600)
        #expect(bench.tracking.state.isEnabled)
        bench.say(.walking)
        bench.say(.still)
        bench.wait(301)
        #expect(!bench.tracking.state.isEnabled)
        #expect(bench.motionChanges == [false, true, false, true, false])
        #expect(bench.switches == [true, false])
        #expect(bench.activityInterval == nil)
        #expect(bench.region == nil)
        #expect(!bench.significantChanges)
        #expect(bench.updates == nil)
        #expect(!bench.hasService)
        bench.say(.walking)
        bench.move(500)
        bench.wait(600)
        #expect(!bench.tracking.state.isEnabled, "a movement began tracking again")
        #expect(bench.updates == nil)
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.tracking.state.isEnabled)
    }

    @Test("changePace(true) turns location on at once, whatever the motion service says", arguments: Platform.allCases)
    func changePace(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"activity": {"motionTriggerDelay": 60000}}"#)
        bench.perform(bench.tracking.changePace(true, at: bench.now))
        #expect(bench.updates != nil)
        #expect(bench.motionChanges == [false, true])
        bench.perform(bench.tracking.changePace(false, at: bench.now))
        #expect(bench.updates == nil)
        #expect(bench.motionChanges == [false, true, false])
    }

    @Test(
        "a motion change has the best of three fixes, or the first one that is accurate to 10 m",
        arguments: [([40.0, 12, 25], 12.0, [40.0, 12]), ([40, 9, 5], 9, [40]), ([8, 5, 4], 8, [])]
            as [([Double], Double, [Double])]
    )
    func place(accuracies: [Double], best: Double, samples: [Double]) throws {
        var bench = try TrackingBench(.android)
        bench.accuracies = accuracies
        let count = bench.emitted.count
        bench.say(.walking)
        let emitted = bench.emitted.dropFirst(count)
        let changes = emitted.compactMap { event -> TrackedLocation? in
            if case .motionChange(let location) = event { location } else { nil }
        }
        #expect(changes.map(\.fix.horizontalAccuracy) == [best])
        let found = emitted.compactMap { event -> TrackedLocation? in
            if case .location(let location) = event { location } else { nil }
        }
        #expect(found.filter(\.isSample).map(\.fix.horizontalAccuracy) == samples)
        #expect(found.filter { !$0.isSample } == changes)
        #expect(bench.stored.last?.location == changes.last)
    }

    @Test("changePace while tracking is off does nothing and says so")
    func changePaceWhileOff() throws {
        var bench = try TrackingBench(.ios, starts: false)
        bench.perform(bench.tracking.changePace(true, at: bench.now))
        #expect(bench.updates == nil)
        #expect(bench.warnings == ["changePace"])
    }

    @Test(
        "without the motion service a region wakes the phone, and no movement for the stop timeout lets it rest",
        arguments: Platform.allCases
    )
    func withoutMotionService(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"activity": {"disableMotionActivityUpdates": true}}"#)
        #expect(bench.activityInterval == nil)
        #expect(bench.region?.radiusMeters == (platform == .ios ? 25 : 200))
        bench.say(.walking)
        #expect(!bench.tracking.isMoving)
        bench.north += 250
        bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(30)))
        #expect(bench.tracking.isMoving)
        for _ in 0..<8 {
            bench.wait(60)
            bench.move(80)
        }
        #expect(bench.tracking.isMoving)
        #expect(bench.updates != nil, "location went off while a stop was made sure of")
        bench.wait(200)
        bench.move(3)
        bench.wait(101)
        #expect(!bench.tracking.isMoving, "jitter of 3 m counts as movement")
        #expect(bench.updates == nil)
    }

    @Test("a fix far from where the phone stopped ends the stop, if no sensor does")
    func sentinel() throws {
        var bench = try TrackingBench(.ios)
        bench.north += 700
        bench.say(.fix(bench.fix(60), .significantChange))
        #expect(bench.tracking.isMoving)
    }

    @Test("the distance filter widens with speed by steps of 5 m/s, and what was asked for is asked for once")
    func elasticity() throws {
        var bench = try TrackingBench(.android, #"{"geolocation": {"distanceFilter": 30}}"#)
        bench.say(.inVehicle)
        bench.move(40, speed: 7.7)
        #expect(bench.updates?.distanceFilterMeters == 60)
        let before = bench.updates
        bench.wait(8)
        let effects = bench.tracking.process(.fix(bench.fix(8, speed: 8.1), .updates), at: bench.now)
        #expect(!effects.contains { if case .updates = $0 { true } else { false } })
        #expect(bench.updates == before)
    }
}
