import RadarEngine
import Testing
import RadarEngine
import VisitModel

/// A question to the gate and the expected answer.
struct GateCase: CustomTestStringConvertible, Sendable {
    let name: String
    var options: @Sendable (inout RadarTrackingOptions) -> Void = { _ in }
    var source = RadarLocationSource.backgroundLocation
    var isForced = false
    var isStopped = false
    var wasStopped = false
    var distance: Double? = 10
    /// Seconds since the last upload; `nil` for never.
    var elapsed: Double? = 1000
    var isCallerWaiting = false
    var isReplay = false
    var canExit = false
    var hasLocalEvent = false
    var profile = RadarProfile.documented
    let expected: RadarUploadDecision

    var testDescription: String { name }

    static let bypasses: [GateCase] = [
        GateCase(
            name: "the very first update passes under sync none in the vendor's code",
            options: { $0.sync = .none },
            elapsed: nil,
            profile: .vendor,
            expected: .pass(.neverSent)
        ),
        GateCase(
            name: "a waiting caller gets an answer",
            options: { $0.sync = .none },
            elapsed: 0,
            isCallerWaiting: true,
            expected: .pass(.callerWaits)
        ),
        GateCase(
            name: "a new stop passes, whatever the interval",
            isStopped: true,
            elapsed: 0,
            expected: .pass(.justStopped)
        ),
        GateCase(
            name: "a new stop passes under sync none in the vendor's code",
            options: { $0.sync = .none },
            isStopped: true,
            elapsed: 0,
            profile: .vendor,
            expected: .pass(.justStopped)
        ),
        GateCase(
            name: "a replay passes",
            isStopped: true,
            wasStopped: true,
            elapsed: 0,
            isReplay: true,
            expected: .pass(.replay)
        ),
        GateCase(name: "a beacon passes", source: .beaconExit, elapsed: 0, expected: .pass(.beacon)),
    ]

    static let rules: [GateCase] = [
        GateCase(
            name: "a device that rests uploads nothing where it shuts down when stopped",
            isStopped: true,
            wasStopped: true,
            expected: .skip(.alreadyStopped)
        ),
        GateCase(
            name: "a resting device uploads where it has an interval and sync is all",
            options: { $0.desiredStoppedUpdateInterval = 30 },
            isStopped: true,
            wasStopped: true,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "a resting device with an interval uploads nothing under stops and exits",
            options: { ($0.desiredStoppedUpdateInterval, $0.sync) = (30, .stopsAndExits) },
            isStopped: true,
            wasStopped: true,
            canExit: true,
            expected: .skip(.alreadyStopped)
        ),
        GateCase(
            name: "a resting device with an interval is asked for events under events",
            options: { ($0.desiredStoppedUpdateInterval, $0.sync) = (30, .events) },
            isStopped: true,
            wasStopped: true,
            expected: .skip(.noEvent)
        ),
        GateCase(
            name: "a stopped device that was carried off does not rest",
            isStopped: true,
            wasStopped: true,
            distance: 70.1,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "without the rule of distance no device rests",
            options: { $0.stopDistance = 0 },
            isStopped: true,
            wasStopped: true,
            distance: nil,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "what is forced may rest and is uploaded",
            isForced: true,
            isStopped: true,
            wasStopped: true,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "resting is asked before the interval",
            isStopped: true,
            wasStopped: true,
            elapsed: 1,
            expected: .skip(.alreadyStopped)
        ),
        GateCase(name: "before the interval nothing passes", elapsed: 19.899, expected: .skip(.syncInterval)),
        GateCase(name: "a tenth of a second is given to the clock", elapsed: 19.9, expected: .pass(.allowed)),
        GateCase(
            name: "what is forced waits for the interval too",
            isForced: true,
            elapsed: 5,
            expected: .skip(.syncInterval)
        ),
        GateCase(
            name: "without an interval a second has to be between two",
            options: { $0.desiredSyncInterval = 0 },
            elapsed: 0.999,
            expected: .skip(.rateLimit)
        ),
        GateCase(
            name: "a second after the last one the next may pass",
            options: { $0.desiredSyncInterval = 0 },
            elapsed: 1,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "what is forced is not slowed to one a second",
            options: { $0.desiredSyncInterval = 0 },
            isForced: true,
            elapsed: 0,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "the rate is asked before sync none in the vendor's code",
            options: { ($0.desiredSyncInterval, $0.sync) = (0, .none) },
            elapsed: 0.5,
            profile: .vendor,
            expected: .skip(.rateLimit)
        ),
        GateCase(
            name: "sync none uploads nothing",
            options: { $0.sync = .none },
            canExit: true,
            expected: .skip(.syncNone)
        ),
        GateCase(
            name: "sync none keeps the very first update",
            options: { $0.sync = .none },
            elapsed: nil,
            expected: .skip(.syncNone)
        ),
        GateCase(
            name: "sync none keeps a new stop",
            options: { $0.sync = .none },
            isStopped: true,
            expected: .skip(.syncNone)
        ),
        GateCase(
            name: "sync none keeps a beacon",
            options: { $0.sync = .none },
            source: .beaconEnter,
            expected: .skip(.syncNone)
        ),
        GateCase(
            name: "sync none passes a position that the app hands in",
            options: { $0.sync = .none },
            source: .manualLocation,
            isForced: true,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "sync none keeps a position that the app hands in in the vendor's code",
            options: { $0.sync = .none },
            source: .manualLocation,
            isForced: true,
            profile: .vendor,
            expected: .skip(.syncNone)
        ),
        GateCase(
            name: "sync none keeps what is forced too",
            options: { $0.sync = .none },
            isForced: true,
            expected: .skip(.syncNone)
        ),
        GateCase(
            name: "stops and exits keeps what can leave nothing",
            options: { $0.sync = .stopsAndExits },
            expected: .skip(.cannotExit)
        ),
        GateCase(
            name: "stops and exits passes what is in something",
            options: { $0.sync = .stopsAndExits },
            canExit: true,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "events passes what a rule on the phone sees",
            options: { $0.sync = .events },
            hasLocalEvent: true,
            expected: .pass(.allowed)
        ),
        GateCase(
            name: "events keeps the rest",
            options: { $0.sync = .events },
            canExit: true,
            expected: .skip(.noEvent)
        ),
    ]
}

@Suite("Radar's gate before uploads")
struct RadarUploadGateTests {
    @Test("the gate's answer follows the rule", arguments: GateCase.bypasses + GateCase.rules, Platform.allCases)
    func cases(example: GateCase, platform: Platform) throws {
        let step = RadarMotionStep(
            location: try RadarGround.location(at: 0),
            source: example.source,
            isForced: example.isForced,
            isStopped: example.isStopped,
            wasStopped: example.wasStopped,
            distanceMeters: example.distance
        )
        let context = RadarUploadContext(
            lastSentAt: example.elapsed.map { RadarGround.time(-$0) },
            now: RadarGround.start,
            isCallerWaiting: example.isCallerWaiting,
            isReplay: example.isReplay,
            canExit: example.canExit,
            hasLocalEvent: example.hasLocalEvent
        )
        let gate = RadarUploadGate(
            options: RadarGround.options(on: platform, example.options),
            profile: example.profile
        )
        #expect(gate.decide(step, context) == example.expected)
    }

    @Test("exactly at the distance the device is stopped on iOS and not on Android")
    func edge() throws {
        let step = RadarMotionStep(
            location: try RadarGround.location(at: 0),
            source: .backgroundLocation,
            isForced: false,
            isStopped: true,
            wasStopped: true,
            distanceMeters: 70
        )
        let context = RadarUploadContext(lastSentAt: RadarGround.time(-60), now: RadarGround.start)
        let answers = Platform.allCases.map {
            RadarUploadGate(options: RadarGround.options(on: $0)).decide(step, context)
        }
        #expect(answers == [.skip(.alreadyStopped), .pass(.allowed)])
    }
}
