import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("The motion service")
struct ActivitySensorTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)

    private struct Told: Hashable {
        let second: Double
        let activity: Activity
        let confidence: Int
    }

    private static let exact: @Sendable (inout ActivityProfile) -> Void = {
        ($0.wrongPerThousand, $0.handledPerHour, $0.confidenceSpread) = (0, 0, 0)
    }

    /// Runs a service on a member with activities that start at some seconds, each accepted 30 s later.
    private static func run(
        _ doings: [(second: Double, activity: Activity)],
        to end: Double,
        every interval: Double = 10,
        hasLevels: Bool = false,
        seed: UInt64 = 1,
        _ change: (inout ActivityProfile) -> Void = { _ in }
    ) -> (emitted: [Told], looks: Int) {
        var profile = ActivityProfile()
        change(&profile)
        var sensor = ActivitySensor(profile: profile, hasLevels: hasLevels, seed: seed)
        sensor.start(every: interval, seeing: doings[0].activity, after: 30, at: start)
        var rest = doings.dropFirst()
        var (emitted, looks) = ([Told](), 0)
        while true {
            let next = rest.first.map { start.advanced(bySeconds: $0.second) }
            let look = sensor.nextLook ?? .distantFuture
            guard min(look, next ?? .distantFuture) <= start.advanced(bySeconds: end) else { return (emitted, looks) }
            if let next, next <= look {
                sensor.change(to: rest.removeFirst().activity, after: 30, at: next)
                continue
            }
            looks += 1
            if let report = sensor.look(at: look) {
                emitted.append(
                    Told(second: start.seconds(to: look), activity: report.activity, confidence: report.confidence)
                )
            }
        }
    }

    private static let morning: [(second: Double, activity: Activity)] = [
        (0, .still), (600, .walking), (900, .inVehicle), (1800, .still),
    ]

    @Test("reports a change at the first sample after it is accepted, and nothing twice")
    func changes() {
        for interval in [1.0, 10, 60] {
            let (emitted, _) = Self.run(Self.morning, to: 4000, every: interval, Self.exact)
            #expect(emitted.map(\.activity) == [.still, .walking, .inVehicle, .still])
            for (one, doing) in zip(emitted, Self.morning) {
                let late = one.second - doing.second
                #expect(late >= 30 && late <= 30 + interval, "\(interval): \(one)")
            }
        }
    }

    @Test("reports no activity that ended before it was accepted")
    func brief() {
        let doings: [(second: Double, activity: Activity)] = [(0, .still), (600, .walking), (620, .still)]
        #expect(Self.run(doings, to: 4000, Self.exact).emitted.map(\.activity) == [.still])
    }

    @Test("stops sampling a phone that rests, and samples again when it moves")
    func still() {
        let (_, atRest) = Self.run([(0, .still)], to: 86_400, Self.exact)
        #expect(atRest < 3)
        let (emitted, looks) = Self.run([(0, .still), (43_200, .walking)], to: 43_500, Self.exact)
        #expect(emitted.last?.activity == .walking)
        #expect(looks < 5)
    }

    @Test(
        "reports an uncertain activity again when its confidence rises, until it is certain",
        arguments: UInt64(1)...100
    )
    func surer(seed: UInt64) {
        let (emitted, _) = Self.run(Self.morning, to: 4000, seed: seed) {
            // So rare that it never happens, and the phone on the move is sampled all the same.
            ($0.wrongPerThousand, $0.handledPerHour) = (1e-9, 0)
        }
        var folded: [Activity] = []
        for (index, one) in emitted.enumerated() {
            if index > 0, emitted[index - 1].activity == one.activity {
                #expect(emitted[index - 1].confidence < 75, "seed \(seed)")
                #expect(one.confidence > emitted[index - 1].confidence, "seed \(seed)")
            } else {
                if index > 0 { #expect(emitted[index - 1].confidence >= 75, "seed \(seed)") }
                folded.append(one.activity)
            }
        }
        #expect(folded == Self.morning.map(\.activity), "seed \(seed)")
        #expect((emitted.last?.confidence ?? 0) >= 75, "seed \(seed)")
    }

    @Test("is certain of five of six right activities at once on Android, and has three levels on iOS")
    func confidence() {
        for hasLevels in [false, true] {
            let first = (UInt64(1)...2000).compactMap { seed in
                Self.run([(0, .walking)], to: 60, hasLevels: hasLevels, seed: seed) { $0.wrongPerThousand = 0 }.emitted
                    .first
            }
            #expect(first.count == 2000)
            // The share of a normal distribution within 25 / 18 of its spread is 0.835.
            let sure = Double(first.filter { $0.confidence >= 75 }.count) / 2000
            #expect(abs(sure - 0.835) < 0.03, "\(sure)")
            #expect(first.allSatisfy { (33...100).contains($0.confidence) })
            if hasLevels { #expect(Set(first.map(\.confidence)) == [33, 67, 100]) }
        }
    }

    @Test("is wrong at the profile's share of samples on the move, and right at the next")
    func wrong() {
        var (wrong, looks) = (0, 0)
        for seed in UInt64(1)...40 {
            let run = Self.run([(0, .inVehicle)], to: 20_000, seed: seed) { $0.wrongPerThousand = 20 }
            wrong += run.emitted.filter { $0.activity != .inVehicle }.count
            looks += run.looks
            #expect(run.emitted.allSatisfy { [.inVehicle, .still, .onBicycle].contains($0.activity) }, "seed \(seed)")
            #expect(run.emitted.filter { $0.activity != .inVehicle }.allSatisfy { $0.confidence <= 85 }, "seed \(seed)")
        }
        // 80 000 samples: the spread of the share is 0.0005.
        #expect(abs(Double(wrong) / Double(looks) - 0.02) < 0.002, "\(wrong) of \(looks)")
    }

    @Test("finds a movement of a phone at rest as often as it is handled")
    func handled() {
        var wrong = 0
        for seed in UInt64(1)...50 {
            let run = Self.run([(0, .still)], to: 200 * 3600, seed: seed) { $0.handledPerHour = 0.3 }
            wrong += run.emitted.filter { $0.activity != .still }.count
            #expect(run.emitted.last { $0.confidence >= 75 }?.activity != nil)
        }
        // 3000 expected in 10 000 hours, with a spread of 55.
        #expect((2750...3250).contains(wrong), "\(wrong)")
    }

    @Test("samples at most once a second on Android, and as often as the profile says on iOS")
    func interval() {
        let keep: (inout ActivityProfile) -> Void = { $0.wrongPerThousand = 1e-9 }
        #expect(Self.run([(0, .walking)], to: 129.5, every: 0, keep).looks == 100)
        #expect(Self.run([(0, .walking)], to: 129.5, every: 5, keep).looks == 20)
        #expect(Self.run([(0, .walking)], to: 129.5, every: 1, hasLevels: true, keep).looks == 10)
    }
}

extension Timestamp {
    fileprivate static let distantFuture = Timestamp(milliseconds: .max)
}
