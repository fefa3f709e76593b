import RadarEngine
import Testing
import RadarEngine
import VisitModel

/// A preset, and how often it requests updates in either state.
struct PresetCourse: CustomTestStringConvertible, Sendable {
    let preset: RadarPreset
    let platform: Platform
    /// The interval and the fastest interval in seconds; `nil` for no timed updates.
    let moving: [Int]?
    let stopped: [Int]?

    var testDescription: String { "\(preset) on \(platform)" }

    static let all: [PresetCourse] = [
        PresetCourse(preset: .efficient, platform: .ios, moving: nil, stopped: nil),
        PresetCourse(preset: .responsive, platform: .ios, moving: [150], stopped: nil),
        PresetCourse(preset: .continuous, platform: .ios, moving: [30], stopped: [30]),
        PresetCourse(preset: .efficient, platform: .android, moving: [1200, 360], stopped: [3600, 1200]),
        PresetCourse(preset: .responsive, platform: .android, moving: [150, 30], stopped: nil),
        PresetCourse(preset: .continuous, platform: .android, moving: [30, 30], stopped: [30, 30]),
    ]
}

@Suite("What Radar's presets request")
struct RadarPresetCourseTests {
    /// The interval of the timed updates requested after some effects.
    private static func interval(_ before: [Int]?, _ effects: [RadarEffect], at seconds: Double) -> [Int]? {
        effects.reduce(before) { interval, effect in
            switch effect {
            case .armTimer(.update, let due):
                [Int(RadarGround.time(seconds).seconds(to: due))]
            case .startUpdates(let request): [request.interval.count, request.fastestInterval.count]
            case .cancelTimer(.update), .stopUpdates: nil
            default: interval
            }
        }
    }

    @Test("updates are asked for as often as the reference says, moving and stopped", arguments: PresetCourse.all)
    func intervals(course: PresetCourse) throws {
        var bench = RadarBench(course.platform)
        var interval = Self.interval(
            nil,
            try bench.start(RadarTrackingOptions(preset: course.preset, on: course.platform)),
            at: 0
        )
        interval = Self.interval(interval, try bench.fix(at: 0), at: 0)
        #expect(!bench.tracking.motion.isStopped)
        #expect(interval == course.moving)
        // iOS's efficient preset stops only at an arrival that the system detects.
        let source: RadarLocationSource = bench.tracking.options.useVisits ? .visitArrival : .backgroundLocation
        interval = Self.interval(interval, try bench.fix(at: 141, from: source), at: 141)
        #expect(bench.tracking.motion.isStopped)
        #expect(interval == course.stopped)
    }

    @Test("the responsive preset wakes a stopped device by the bubble of 100 m and by nothing less")
    func responsiveWakes() throws {
        for platform in Platform.allCases {
            var bench = RadarBench(platform)
            try bench.start(.presetResponsive(on: platform))
            try bench.fix(at: 0)
            let stop = try bench.fix(at: 141)
            let bubbles: [RadarRegion] = stop.flatMap { effect in
                if case .addRegions(let regions) = effect { regions } else { [RadarRegion]() }
            }
            #expect(bubbles.map(\.radiusMeters) == [100])
            #expect(bubbles.map(\.transitions) == [.exit])
            // A fix that another app requested, within the stop's 70 m, leaves it stopped.
            let drift = try bench.fix(at: 200, north: 60)
            #expect(Self.interval(nil, drift, at: 200) == nil)
            #expect(bench.tracking.motion.isStopped)
            let bubble = try #require(bench.tracking.bubble.id)
            let location = try RadarGround.location(at: 300, north: 120)
            let exit = try bench.run { $0.crossed([bubble], .exit, location: location, at: RadarGround.time(300)) }
            #expect(!bench.tracking.motion.isStopped)
            #expect(Self.interval(nil, exit, at: 300)?.first == 150)
            #expect(exit.uploads.first?.records.first?.source == .geofenceExit)
        }
    }

    @Test("iOS's efficient preset listens to arrivals and departures alone, and uploads both")
    func efficientVisits() throws {
        var bench = RadarBench(.ios)
        #expect(try bench.start(.presetEfficient) == [.monitorVisits(true), .store])
        for (seconds, source, isStopped) in [
            (0, RadarLocationSource.visitArrival, true), (3600, .visitDeparture, false), (5000, .visitArrival, true),
        ] {
            let effects = try bench.fix(at: Double(seconds), north: Double(seconds), from: source)
            #expect(effects.uploads.map { $0.records.map(\.isStopped) } == [[isStopped]])
            // Nothing is requested: no fixes, no timer, no region round the device.
            #expect(effects.allSatisfy { [.store, .upload(effects.uploads[0])].contains($0) || $0.isNotice })
            try bench.answer(effects, at: Double(seconds) + 1)
        }
    }

    @Test(
        "Android's efficient preset wakes at the first fix beyond the stop's 70 m, 20 minutes later at the earliest"
    )
    func efficientWakes() throws {
        var bench = RadarBench(.android)
        try bench.start(.presetEfficient(on: .android))
        try bench.fix(at: 0)
        let stop = try bench.fix(at: 141)
        #expect(stop.addedRegions == [])
        #expect(Self.interval(nil, stop, at: 141) == [3600, 1200])
        try bench.fix(at: 1341, north: 69)
        #expect(bench.tracking.motion.isStopped)
        let moves = try bench.fix(at: 2541, north: 110)
        #expect(!bench.tracking.motion.isStopped)
        #expect(Self.interval(nil, moves, at: 2541) == [1200, 360])
    }
}

extension RadarEffect {
    /// Whether the effect only notifies the app.
    fileprivate var isNotice: Bool {
        if case .emit = self { true } else { false }
    }
}
