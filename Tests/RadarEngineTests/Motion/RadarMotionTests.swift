import RadarEngine
import SeededRandom
import Testing
import RadarEngine
import VisitModel

/// One update of a walk, and its expected result on either platform.
struct MotionMoment: Sendable {
    var at: Double
    var north = 0.0
    var source = RadarLocationSource.backgroundLocation
    var accuracy: Double? = 10
    /// The delay in seconds between the fix's time and its handling by the phone.
    var late = 0.0
    var ios: Expected
    var android: Expected

    enum Expected: Equatable, Sendable {
        case stopped, moving
        case skipped(RadarMotionSkip)
    }
}

struct MotionWalk: CustomTestStringConvertible, Sendable {
    let name: String
    var change: @Sendable (inout RadarTrackingOptions) -> Void = { _ in }
    let moments: [MotionMoment]

    var testDescription: String { name }

    static let all: [MotionWalk] = [
        MotionWalk(
            name: "a device that stays has stopped after 140 s on iOS and after 141 s on Android",
            moments: [
                MotionMoment(at: 0, ios: .moving, android: .moving),
                MotionMoment(at: 139.999, north: 50, ios: .moving, android: .moving),
                MotionMoment(at: 140, north: 30, ios: .stopped, android: .moving),
                MotionMoment(at: 140.999, north: 30, ios: .stopped, android: .moving),
                MotionMoment(at: 141, north: 0, ios: .stopped, android: .stopped),
            ]
        ),
        MotionWalk(
            name: "a displacement of more than the distance restarts the time",
            moments: [
                MotionMoment(at: 0, ios: .moving, android: .moving),
                MotionMoment(at: 100, north: 75, ios: .moving, android: .moving),
                MotionMoment(at: 239, north: 75, ios: .moving, android: .moving),
                MotionMoment(at: 241, north: 75, ios: .stopped, android: .stopped),
                MotionMoment(at: 300, north: 150, ios: .moving, android: .moving),
                MotionMoment(at: 439, north: 150, ios: .moving, android: .moving),
            ]
        ),
        MotionWalk(
            name: "an arrival that iOS finds is a stop at once, and Android has none",
            moments: [
                MotionMoment(at: 0, ios: .moving, android: .moving),
                MotionMoment(at: 10, north: 500, source: .visitArrival, ios: .stopped, android: .moving),
                // The arrival moved the place and left the time, because it was a stop.
                MotionMoment(at: 140, north: 500, ios: .stopped, android: .moving),
            ]
        ),
        MotionWalk(
            name: "with both thresholds at 0 what is forced is a stop, and each platform's own sign of one",
            change: { ($0.stopDistance, $0.stopDuration) = (0, 0) },
            moments: [
                MotionMoment(at: 0, ios: .moving, android: .moving),
                MotionMoment(at: 1, source: .foregroundLocation, ios: .stopped, android: .stopped),
                MotionMoment(at: 2, ios: .moving, android: .moving),
                MotionMoment(at: 3, source: .geofenceDwell, ios: .moving, android: .stopped),
                MotionMoment(at: 4, source: .visitArrival, ios: .stopped, android: .moving),
                MotionMoment(at: 5, source: .beaconExit, ios: .stopped, android: .stopped),
                MotionMoment(at: 6, source: .visitDeparture, ios: .moving, android: .moving),
            ]
        ),
        MotionWalk(
            name: "under sync events beacons and arrivals force nothing, and an arrival is a stop all the same",
            change: { ($0.stopDistance, $0.stopDuration, $0.sync) = (0, 0, .events) },
            moments: [
                MotionMoment(at: 0, source: .beaconEnter, ios: .moving, android: .moving),
                MotionMoment(at: 1, source: .manualLocation, ios: .stopped, android: .stopped),
                MotionMoment(at: 2, source: .visitArrival, ios: .stopped, android: .moving),
            ]
        ),
        MotionWalk(
            name: "a first reading of some age is moving on Android and stopped on iOS once the age is the duration",
            moments: [
                MotionMoment(at: 0, late: 140, ios: .stopped, android: .moving)
            ]
        ),
        MotionWalk(
            name: "a first reading of less age is moving",
            moments: [
                MotionMoment(at: 0, late: 139.9, ios: .moving, android: .moving)
            ]
        ),
        MotionWalk(
            name: "a reading from before the device last moved is dropped, unless it is forced",
            moments: [
                MotionMoment(at: 100, ios: .moving, android: .moving),
                MotionMoment(at: 99.999, ios: .skipped(.old), android: .skipped(.old)),
                MotionMoment(at: 50, source: .foregroundLocation, ios: .moving, android: .moving),
                MotionMoment(at: 100, ios: .moving, android: .moving),
            ]
        ),
        MotionWalk(
            name: "a poor reading is dropped on Android, on iOS only while stopped",
            moments: [
                MotionMoment(at: 0, accuracy: 999.9, ios: .moving, android: .moving),
                MotionMoment(at: 50, accuracy: 1000, ios: .moving, android: .skipped(.poorAccuracy)),
                MotionMoment(at: 150, ios: .stopped, android: .stopped),
                MotionMoment(at: 160, accuracy: 1000, ios: .skipped(.poorAccuracy), android: .skipped(.poorAccuracy)),
                MotionMoment(at: 170, source: .manualLocation, accuracy: 1000, ios: .stopped, android: .stopped),
                MotionMoment(at: 180, accuracy: 999.9, ios: .stopped, android: .stopped),
            ]
        ),
        MotionWalk(
            name: "with low accuracy poor readings count",
            change: { $0.desiredAccuracy = .low },
            moments: [
                MotionMoment(at: 0, accuracy: 3000, ios: .moving, android: .moving),
                MotionMoment(at: 150, accuracy: 3000, ios: .stopped, android: .stopped),
                MotionMoment(at: 160, accuracy: 3000, ios: .stopped, android: .stopped),
            ]
        ),
        MotionWalk(
            name: "without an accuracy iOS has no location, and Android one of a kilometre",
            moments: [
                MotionMoment(at: 0, accuracy: nil, ios: .skipped(.invalid), android: .skipped(.poorAccuracy)),
                MotionMoment(
                    at: 1,
                    source: .foregroundLocation,
                    accuracy: nil,
                    ios: .skipped(.invalid),
                    android: .moving
                ),
            ]
        ),
    ]
}

@Suite("Radar's stopped and moving states")
struct RadarMotionTests {
    @Test("each update comes to what the platform's rule says", arguments: MotionWalk.all, Platform.allCases)
    func walks(walk: MotionWalk, platform: Platform) throws {
        var motion = RadarMotion(platform: platform)
        let options = RadarGround.options(on: platform, walk.change)
        for moment in walk.moments {
            let before = motion
            let outcome = motion.receive(
                try RadarGround.location(at: moment.at, north: moment.north, accuracy: moment.accuracy),
                from: moment.source,
                under: options,
                at: RadarGround.time(moment.at + moment.late)
            )
            let expected = platform == .ios ? moment.ios : moment.android
            switch outcome {
            case .step(let step):
                #expect(expected == (step.isStopped ? .stopped : .moving), "at \(moment.at) s")
                #expect(step.wasStopped == before.isStopped)
                #expect(step.isStopped == motion.isStopped)
            case .skipped(let skip):
                #expect(expected == .skipped(skip), "at \(moment.at) s")
                #expect(motion == before)
            }
            motion = try RadarGround.reborn(motion)
        }
    }

    @Test("while tracking is off only forced updates count", arguments: Platform.allCases)
    func off(platform: Platform) throws {
        let options = RadarGround.options(on: platform)
        for source in RadarLocationSource.allCases {
            var motion = RadarMotion(platform: platform)
            let outcome = motion.receive(
                try RadarGround.location(at: 0),
                from: source,
                under: options,
                isTracking: false,
                at: RadarGround.start
            )
            let forced: Set<RadarLocationSource> = [.foregroundLocation, .manualLocation, .beaconEnter, .beaconExit]
            let isForced = forced.contains(source) || platform == .ios && source == .visitArrival
            #expect((outcome == .skipped(.notTracking)) == !isForced, "\(source)")
        }
    }

    @Test("a coordinate that was never set is not a location", arguments: Platform.allCases)
    func neverSet(platform: Platform) throws {
        for (latitude, longitude) in [(0, 0), (40, 0), (0, -75)] as [(Double, Double)] {
            let coordinate = try Coordinate(latitude: latitude, longitude: longitude)
            let fix = Fix(time: RadarGround.start, coordinate: coordinate, horizontalAccuracy: 5)
            var motion = RadarMotion(platform: platform)
            #expect(
                motion.receive(
                    RadarLocation(fix),
                    from: .foregroundLocation,
                    under: RadarGround.options(on: platform),
                    at: RadarGround.start
                ) == .skipped(.invalid)
            )
        }
    }

    @Test("the distance of a step is from where the device last moved, and unknown without the rule")
    func distances() throws {
        var motion = RadarMotion(platform: .ios)
        func distance(_ at: Double, _ north: Double, _ options: RadarTrackingOptions) throws -> Double? {
            // A step's distance, rounded to whole metres.
            let location = try RadarGround.location(at: at, north: north)
            guard
                case .step(let step) = motion.receive(
                    location,
                    from: .backgroundLocation,
                    under: options,
                    at: RadarGround.time(at)
                )
            else { return -1 }
            return step.distanceMeters?.rounded()
        }
        let options = RadarGround.options(on: .ios)
        #expect(try distance(0, 0, options) == 0)
        #expect(try distance(1, 60, options) == 60)
        #expect(try distance(2, 80, options) == 80)
        #expect(try distance(3, 100, options) == 20)
        #expect(try distance(4, 100, RadarGround.options(on: .ios) { $0.stopDistance = 0 }) == nil)
    }

    @Test("a device is stopped at the first update 140 s after its last move, and drift never puts that off")
    func drift() throws {
        for seed in UInt64(1)...40 {
            var generator = RadarGenerator(seed: seed)
            let platform: Platform = seed.isMultiple(of: 2) ? .ios : .android
            let options = RadarGround.options(on: platform)
            var motion = RadarMotion(platform: platform)
            var seconds = 0.0
            var movedAt = 0.0
            var center = 0.0
            for step in 0..<300 {
                if step > 0 { seconds += Double(Int.random(in: 1...60, using: &generator)) }
                // One in twenty updates is a move, the others drift round the last one.
                let moves = Int.random(in: 0..<20, using: &generator) == 0
                let north = center + (moves ? 80 : Double.random(in: -69...69, using: &generator))
                let wasStopped = motion.isStopped
                let outcome = motion.receive(
                    try RadarGround.location(at: seconds, north: step == 0 ? 0 : north),
                    from: .backgroundLocation,
                    under: options,
                    at: RadarGround.time(seconds)
                )
                if moves, step > 0 {
                    center = north
                    movedAt = seconds
                }
                let stay = seconds - movedAt
                let isStopped = (step == 0 || !moves) && (platform == .ios ? stay >= 140 : stay > 140)
                guard case .step(let result) = outcome else {
                    Issue.record("seed \(seed), step \(step): \(outcome)")
                    return
                }
                #expect(result.isStopped == isStopped, "seed \(seed), step \(step), \(stay) s")
                #expect(result.justStopped == (isStopped && !wasStopped), "seed \(seed), step \(step)")
                #expect(motion.lastMovedAt == RadarGround.time(movedAt), "seed \(seed), step \(step)")
            }
        }
    }
}
