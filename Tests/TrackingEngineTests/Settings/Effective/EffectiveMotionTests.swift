import Testing
import TrackingEngine
import VisitModel

struct EffectiveMotionTests {
    private static func config(_ platform: Platform, _ set: (inout TrackingConfig) -> Void) -> TrackingConfig {
        var config = TrackingConfig(platform: platform)
        set(&config)
        return config
    }

    @Test(
        "The motion service is asked every 500 ms at most",
        arguments: [
            (10_000.0, Duration.seconds(10)), (500, .milliseconds(500)), (499, .milliseconds(500)),
            (-1, .milliseconds(500)),
            (.nan, .milliseconds(500)), (0.5e300, .milliseconds(1e12)),
        ]
    )
    func recognitionInterval(set: Double, used: Duration) {
        let config = Self.config(.android) { $0.activity.activityRecognitionInterval = set }
        #expect(config.activityRecognitionIntervalDuration == used)
    }

    @Test("Confidence lies between 0 and 100", arguments: [(70, 70), (0, 0), (-5, 0), (101, 100), (.max, 100)])
    func confidence(set: Int, used: Int) {
        let config = Self.config(.ios) { $0.activity.minimumActivityRecognitionConfidence = set }
        #expect(config.minimumConfidencePercent == used)
    }

    @Test("Stop timeout is in minutes, delays are in milliseconds")
    func units() {
        let ios = Self.config(.ios) {
            $0.geolocation.stopTimeout = 2.5
            $0.activity.stopDetectionDelay = 10_000
            $0.activity.motionTriggerDelay = 30_000
        }
        #expect(ios.stopTimeoutDuration == .seconds(150))
        #expect(ios.stopDetectionDelayDuration == .seconds(10))
        #expect(ios.motionTriggerDelayDuration == .zero)
        let android = ios.moved(to: .android)
        #expect(android.stopDetectionDelayDuration == .zero)
        #expect(android.motionTriggerDelayDuration == .seconds(30))
        #expect(TrackingConfig(platform: .ios).stopTimeoutDuration == .seconds(300))
    }

    @Test(
        "Tracking ends by itself only after a positive number of minutes",
        arguments: [
            (30.0, Optional(Duration.seconds(1800))), (0, nil), (-1, nil), (0.5, .seconds(30)),
        ]
    )
    func elapsed(minutes: Double, used: Duration?) {
        let config = Self.config(.ios) { $0.geolocation.stopAfterElapsedMinutes = minutes }
        #expect(config.stopAfterElapsedDuration == used)
    }

    @Test("The stationary radius is 25 to 1000 m", arguments: [(0.0, 25.0), (25, 25), (150, 150), (2000, 1000)])
    func stationaryRadius(set: Double, used: Double) {
        #expect(Self.config(.ios) { $0.geolocation.stationaryRadius = set }.stationaryRadiusMeters == used)
    }

    @Test(
        "Only both settings together keep iOS's location on for ever; Android needs one",
        arguments: [
            (Platform.ios, false, true, Stillness.stationary), (.ios, false, false, .stationary),
            (.ios, true, true, .pause(after: .seconds(900))), (.ios, true, false, .nothing),
            (.android, false, true, .stationary), (.android, false, false, .stationary),
            (.android, true, true, .nothing),
            (.android, true, false, .nothing),
        ]
    )
    func stillness(platform: Platform, disables: Bool, pauses: Bool, expected: Stillness) {
        let config = Self.config(platform) {
            $0.activity.disableStopDetection = disables
            $0.geolocation.pausesLocationUpdatesAutomatically = pauses
        }
        #expect(config.stillness == expected)
    }

    @Test("Only the named activities begin the moving state, and none without the motion service")
    func triggers() {
        func triggers(_ config: TrackingConfig) -> [Activity] {
            let rules = MotionRules(config, mayUseMotion: true)
            return Activity.allCases.filter { activity in
                var motion = MotionDetector()
                return !motion.process(activity, confidence: 100, at: Timestamp(milliseconds: 0), rules).isEmpty
            }
        }
        #expect(triggers(TrackingConfig(platform: .ios)).count == 5)
        let vehicles = Self.config(.ios) { $0.activity.triggerActivities = [.inVehicle] }
        #expect(triggers(vehicles) == [.inVehicle])
        let without = Self.config(.ios) { $0.activity.disableMotionActivityUpdates = true }
        #expect(triggers(without) == [])
    }

    @Test("With significant changes only Android has floors under three options, iOS has none")
    func significantChanges() {
        let android = Self.config(.android) { $0.geolocation.useSignificantChangesOnly = true }
        #expect(android.distanceFilterMeters == 250)
        #expect(android.stopTimeoutDuration == .seconds(1200))
        #expect(android.motionTriggerDelayDuration == .seconds(60))
        let larger = Self.config(.android) {
            $0.geolocation.useSignificantChangesOnly = true
            $0.geolocation.distanceFilter = 300
            $0.geolocation.stopTimeout = 30
            $0.activity.motionTriggerDelay = 90_000
        }
        #expect(larger.distanceFilterMeters == 300)
        #expect(larger.stopTimeoutDuration == .seconds(1800))
        #expect(larger.motionTriggerDelayDuration == .seconds(90))
        let ios = android.moved(to: .ios)
        #expect(ios.distanceFilterMeters == 10)
        #expect(ios.stopTimeoutDuration == .seconds(300))
    }
}
