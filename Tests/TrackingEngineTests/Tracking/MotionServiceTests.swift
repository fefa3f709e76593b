import Testing
import VisitModel

@testable import TrackingEngine

@Suite("How the motion service is polled, and when its result is accepted")
struct MotionServiceTests {
    @Test(
        "it is asked as often as the configuration says, and at most every 500 ms",
        arguments: [(10_000, Duration.seconds(10)), (500, .milliseconds(500)), (100, .milliseconds(500))],
        Platform.allCases
    )
    func interval(row: (milliseconds: Int, asked: Duration), platform: Platform) throws {
        let bench = try TrackingBench(
            platform,
            #"{"activity": {"activityRecognitionInterval": \#(row.milliseconds)}}"#
        )
        #expect(bench.activityInterval == row.asked)
    }

    @Test(
        "it is accepted from its platform's confidence on, for stopping as for moving",
        arguments: [(Platform.ios, 70), (.android, 75)]
    )
    func confidence(platform: Platform, least: Int) throws {
        var bench = try TrackingBench(platform)
        bench.say(.walking, least - 1)
        #expect(!bench.tracking.isMoving)
        bench.say(.walking, least)
        #expect(bench.tracking.isMoving)
        bench.say(.still, least - 1)
        bench.wait(600)
        #expect(bench.tracking.isMoving, "a doubtful rest began a stop")
        bench.say(.still, least)
        bench.wait(301)
        #expect(!bench.tracking.isMoving)
    }

    @Test(
        "a higher threshold makes fewer false changes, and the right one later",
        arguments: [(50, 0.0, 4), (75, 120, 2), (95, 180, 2)],
        Platform.allCases
    )
    func threshold(row: (percent: Int, begins: Double, changes: Int), platform: Platform) throws {
        var bench = try TrackingBench(
            platform,
            #"{"activity": {"minimumActivityRecognitionConfidence": \#(row.percent)}, "geolocation": {"stopTimeout": 0.5}}"#
        )
        let start = bench.now
        var begins: [Double] = []
        // A wave of the hand, a rest, and a way on foot that the service is ever surer of.
        let readings: [(seconds: Double, activity: Activity, confidence: Int)] = [
            (0, .walking, 60), (10, .still, 100), (120, .walking, 80), (180, .walking, 100), (240, .still, 100),
        ]
        for reading in readings {
            bench.wait(bench.now.seconds(to: start.advanced(bySeconds: reading.seconds)))
            let wasMoving = bench.tracking.isMoving
            bench.say(reading.activity, reading.confidence)
            if bench.tracking.isMoving, !wasMoving { begins.append(reading.seconds) }
        }
        bench.wait(60)
        #expect(begins.first == row.begins)
        #expect(bench.motionChanges.dropFirst().count == row.changes)
        #expect(!bench.tracking.isMoving)
    }

    @Test(
        "where the member refuses it Android waits for 200 to 500 m, and asks it again once it is granted",
        arguments: [(25.0, 200.0), (300, 300), (900, 500)]
    )
    func refused(radius: Double, watched: Double) throws {
        var bench = try TrackingBench(.android, #"{"geolocation": {"stationaryRadius": \#(radius)}}"#)
        #expect(bench.region == nil)
        bench.say(.motionPermissionChanged(isGranted: false))
        #expect(bench.region?.radiusMeters == watched)
        #expect(bench.activityInterval == nil)
        bench.say(.walking)
        #expect(!bench.tracking.isMoving)
        bench.north += watched + 20
        bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(20)))
        #expect(bench.tracking.isMoving)
        bench.perform(bench.tracking.changePace(false, at: bench.now))
        bench.say(.motionPermissionChanged(isGranted: true))
        #expect(bench.region == nil)
        #expect(bench.activityInterval == .seconds(10))
        bench.say(.walking)
        #expect(bench.tracking.isMoving, "a step is enough again")
    }

    @Test("a refusal is warned of once, and once more after it was allowed in between", arguments: Platform.allCases)
    func warns(platform: Platform) throws {
        var bench = try TrackingBench(platform)
        bench.say(.motionPermissionChanged(isGranted: true))
        #expect(bench.warnings.isEmpty)
        bench.say(.motionPermissionChanged(isGranted: false))
        bench.say(.motionPermissionChanged(isGranted: false))
        bench.perform(bench.tracking.stop(at: bench.now))
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.warnings == ["activity.disableMotionActivityUpdates"])
        bench.say(.motionPermissionChanged(isGranted: true))
        bench.say(.motionPermissionChanged(isGranted: false))
        #expect(bench.warnings.count == 2)
    }

    @Test("a refusal is warned of when the options begin to use the service, and after the prompts of a start")
    func warnsLater() throws {
        var bench = try TrackingBench(.ios, #"{"activity": {"disableMotionActivityUpdates": true}}"#)
        bench.say(.motionPermissionChanged(isGranted: false))
        #expect(bench.warnings.isEmpty)
        for _ in 0..<2 {
            bench.perform(bench.tracking.configure(at: bench.now) { $0.activity.disableMotionActivityUpdates = false })
        }
        #expect(bench.warnings == ["activity.disableMotionActivityUpdates"])
        bench = try TrackingBench(.ios, starts: false)
        bench.tracking.process.facts.mayUseMotion = false
        bench.tracking.process.facts.provider.status = .authorizedWhenInUse
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.warnings.isEmpty, "a prompt follows")
        bench.perform(bench.tracking.promptsEnded(at: bench.now))
        #expect(bench.warnings == ["activity.disableMotionActivityUpdates"])
    }

    @Test("tracking that begins by the schedule or in a new process is warned of too", arguments: Platform.allCases)
    func warnsAtBeginning(platform: Platform) throws {
        var bench = try TrackingBench(
            platform,
            #"{"app": {"stopOnTerminate": false, "schedule": ["1-7 06:00-18:00"]}}"#,
            starts: false
        )
        bench.say(.motionPermissionChanged(isGranted: false))
        #expect(bench.warnings.isEmpty, "nothing is tracked")
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        #expect(bench.tracking.state.isEnabled)
        #expect(bench.warnings == ["activity.disableMotionActivityUpdates"])
        try bench.relaunch(.user)
        bench.tracking.process.facts.mayUseMotion = false
        #expect(bench.warnings.isEmpty)
        try bench.ready()
        #expect(bench.warnings == ["activity.disableMotionActivityUpdates"])
    }

    @Test(
        "no refusal is warned of where the motion service would not be used, or can't be requested",
        arguments: [
            #"{"activity": {"disableMotionActivityUpdates": true}}"#,
            #"{"geolocation": {"useSignificantChangesOnly": true}}"#,
            "geofences alone", "no hardware",
        ]
    )
    func warnsOfNothing(row: String) throws {
        var bench = try TrackingBench(.ios, row.hasPrefix("{") ? row : "{}", starts: false)
        bench.tracking.process.facts.mayUseMotion = false
        bench.tracking.process.facts.canRequestMotion = row != "no hardware"
        let begin =
            row == "geofences alone"
            ? try bench.tracking.startGeofences(at: bench.now) : try bench.tracking.start(at: bench.now)
        bench.perform(begin)
        bench.say(.motionPermissionChanged(isGranted: false))
        #expect(bench.tracking.state.isEnabled && bench.warnings.isEmpty)
    }
}
