import RadarEngine
import TrackingModel
import Testing
import RadarEngine
import VisitModel

@Suite("Radar's remote options")
struct RadarRemoteTests {
    /// Options that are distinguishable by their interval.
    static func options(_ seconds: WholeSeconds, on platform: Platform = .ios) -> RadarTrackingOptions {
        RadarGround.options(on: platform) { $0.desiredMovingUpdateInterval = seconds }
    }

    static let list = [
        RadarRemoteOptions(.default, options(1)), RadarRemoteOptions(.onTrip, options(2)),
        RadarRemoteOptions(.inGeofence, options(3), geofenceTags: ["gym", "pool"]),
    ]

    @Test(
        "in a geofence comes before on a trip, and that before any time",
        arguments: [
            (false, [], 1), (true, [], 2), (false, ["gym"], 3), (true, ["shop", "pool"], 3), (true, ["shop"], 2),
            (false, ["shop"], 1),
        ] as [(Bool, Set<String>, WholeSeconds)]
    )
    func priority(isOnTrip: Bool, tags: Set<String>, expected: WholeSeconds) {
        let chosen = Self.list.options(isOnTrip: isOnTrip, geofenceTags: tags)
        #expect(chosen?.desiredMovingUpdateInterval == expected)
    }

    @Test("a list without a fitting situation selects nothing")
    func nothingFits() {
        #expect([RadarRemoteOptions]().options(isOnTrip: true, geofenceTags: ["gym"]) == nil)
        #expect(Array(Self.list[1...]).options(isOnTrip: false, geofenceTags: []) == nil)
        let untagged = [RadarRemoteOptions(.inGeofence, Self.options(1))]
        #expect(untagged.options(isOnTrip: false, geofenceTags: ["gym"]) == nil)
    }

    @Test("a plan keeps systems, environments and trips apart, and a trip without options has those for no trip")
    func plan() throws {
        var plan = RadarRemotePlan()
        typealias Target = RadarRemotePlan.Target
        try plan.set(Self.options(1), for: Target(.ios, .live, isOnTrip: false))
        try plan.set(Self.options(2), for: Target(.ios, .live, isOnTrip: true))
        try plan.set(Self.options(3), for: Target(.ios, .test, isOnTrip: false))
        try plan.set(Self.options(4, on: .android), for: Target(.android, .live, isOnTrip: true))
        plan = try RadarGround.reborn(plan)
        for (target, expected) in [
            (Target(.ios, .live, isOnTrip: false), 1), (Target(.ios, .live, isOnTrip: true), 2),
            (Target(.ios, .test, isOnTrip: false), 3), (Target(.ios, .test, isOnTrip: true), 3),
            (Target(.android, .live, isOnTrip: false), nil), (Target(.android, .live, isOnTrip: true), 4),
            (Target(.android, .test, isOnTrip: true), nil),
        ] as [(Target, WholeSeconds?)] {
            #expect(plan.options(for: target)?.desiredMovingUpdateInterval == expected, "\(target)")
            let list = plan.remoteOptions(target.platform, target.environment)
            let chosen = list.options(isOnTrip: target.isOnTrip, geofenceTags: [])
            #expect(chosen?.desiredMovingUpdateInterval == expected, "\(target)")
        }
        try plan.set(nil, for: Target(.ios, .live, isOnTrip: true))
        #expect(plan.options(for: Target(.ios, .live, isOnTrip: true)) == Self.options(1))
        #expect(throws: TrackingEngineError.self) {
            try plan.set(Self.options(1), for: Target(.android, .live, isOnTrip: true))
        }
    }
}
