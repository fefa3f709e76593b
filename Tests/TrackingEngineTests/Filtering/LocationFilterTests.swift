import SeededRandom
import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Cleaning fixes")
struct LocationFilterTests {
    private func fix(_ seconds: Double, north: Double, accuracy: Double? = 8, speed: Double? = nil) -> Fix {
        Fix(
            time: TrackingBench.noon.advanced(bySeconds: seconds),
            coordinate: Coordinate(uncheckedLatitude: 40 + north / 111_032, longitude: -75),
            horizontalAccuracy: accuracy,
            speed: speed
        )
    }

    private func rules(
        _ platform: Platform = .ios,
        _ change: (inout TrackingConfig) -> Void = { _ in }
    ) -> FilterRules {
        var config = TrackingConfig(platform: platform)
        config.geolocation.filter.useKalman = false
        change(&config)
        return FilterRules(config)
    }

    @Test("what is worse than the threshold is refused, or adjusted, or passed through, as the policy says")
    func accuracy() {
        for (policy, expected) in [
            (LocationFilterPolicy.conservative, nil as Double?), (.adjust, 50), (.passThrough, 100),
        ] {
            let rules = rules { $0.geolocation.filter.policy = policy }
            var filter = LocationFilter()
            _ = filter.process(fix(0, north: 0), rules)
            let verdict = filter.process(fix(10, north: 100, accuracy: 200), rules)
            let moved = verdict.fix.map { ($0.coordinate.latitude - 40) * 111_032 }
            #expect(moved.map { $0.rounded() } == expected, "\(policy)")
        }
    }

    @Test(
        "a speed beyond the limit is rejected, with an allowance for the accuracy of the two fixes",
        arguments: [(600.0, true), (650, false)]
    )
    func impliedSpeed(meters: Double, isTaken: Bool) {
        var filter = LocationFilter()
        _ = filter.process(fix(0, north: 0, accuracy: 10), rules())
        let verdict = filter.process(fix(10, north: meters, accuracy: 10), rules())
        #expect((verdict.fix != nil) == isTaken)
        if !isTaken { #expect(verdict == .refused(.impliedSpeed)) }
    }

    @Test("of a burst one that is far from the others is left out")
    func burst() {
        var filter = LocationFilter()
        let rules = rules { $0.geolocation.filter.maxImpliedSpeed = 200 }
        for second in 0..<4 { _ = filter.process(fix(Double(second), north: Double(second)), rules) }
        #expect(filter.process(fix(6, north: 350), rules) == .refused(.outlierCapped))
        #expect(filter.process(fix(60, north: 350), rules).fix != nil)
    }

    @Test("a fix older than the last one is rejected; after a reset any is accepted")
    func order() {
        var filter = LocationFilter()
        _ = filter.process(fix(10, north: 0), rules())
        #expect(filter.process(fix(9, north: 0), rules()) == .refused(.outOfOrder))
        filter.reset()
        #expect(filter.process(fix(9, north: 90_000), rules()).fix != nil)
    }

    @Test("an identical fix is dropped on Android unless it is allowed", arguments: Platform.allCases)
    func identical(platform: Platform) {
        var filter = LocationFilter()
        _ = filter.process(fix(0, north: 0), rules(platform))
        let verdict = filter.process(fix(0, north: 0), rules(platform))
        #expect((verdict == .refused(.identical)) == (platform == .android))
        let allowed = rules(.android) { $0.geolocation.allowIdenticalLocations = true }
        #expect(filter.process(fix(0, north: 0), allowed).fix != nil)
    }

    @Test("smoothing brings noise closer to the truth, the more so the more conservative the profile")
    func smoothing() {
        var random = RandomSource(seed: 3)
        var sums: [KalmanProfile: Double] = [:]
        var raw = 0.0
        let noise = (0..<400).map { _ in Double.random(in: -20...20, using: &random) }
        for profile in KalmanProfile.allCases {
            var filter = LocationFilter()
            let rules = rules {
                $0.geolocation.filter.useKalman = true
                $0.geolocation.filter.kalmanProfile = profile
            }
            for (second, noise) in noise.enumerated() {
                let verdict = filter.process(fix(Double(second), north: noise, accuracy: 15), rules)
                sums[profile, default: 0] += abs((verdict.fix?.coordinate.latitude ?? 0) - 40) * 111_032
            }
        }
        raw = noise.map(abs).reduce(0, +)
        let (quick, middle, slow) = (sums[.aggressive] ?? 0, sums[.default] ?? 0, sums[.conservative] ?? 0)
        #expect(quick < 0.8 * raw && middle < quick && slow < middle, "\(raw) \(quick) \(middle) \(slow)")
    }
}

@Suite("The odometer")
struct OdometerTests {
    private func drive(accuracy: Double, step: Double, count: Int, noise: Double = 0, seed: UInt64 = 5) -> Odometer {
        var (odometer, random) = (Odometer(), RandomSource(seed: seed))
        let rules = FilterRules(TrackingConfig(platform: .ios))
        for index in 0..<count {
            let north = Double(index) * step + (noise > 0 ? Double.random(in: -noise...noise, using: &random) : 0)
            odometer.count(
                Fix(
                    time: TrackingBench.noon.advanced(bySeconds: Double(index) * 5),
                    coordinate: Coordinate(uncheckedLatitude: 40 + north / 111_032, longitude: -75),
                    horizontalAccuracy: accuracy
                ),
                rules,
                distanceFilterMeters: 10
            )
        }
        return odometer
    }

    @Test("exact fixes on a straight way are counted within a percent")
    func straight() {
        let meters = drive(accuracy: 5, step: 20, count: 200).meters
        #expect(abs(meters - 3_980) < 40, "\(meters)")
    }

    @Test("a phone at rest with poor fixes travels nowhere")
    func rest() {
        #expect(drive(accuracy: 18, step: 0, count: 500, noise: 12).meters < 100)
    }

    @Test("fixes worse than the threshold do not count")
    func threshold() {
        #expect(drive(accuracy: 21, step: 100, count: 50).meters == 0)
    }

    @Test("its error is the root of the sum of the squares")
    func error() {
        #expect(drive(accuracy: 6, step: 20, count: 4).errorMeters == 12)
    }

    @Test("it never goes down, whatever comes", arguments: 0..<20)
    func monotonic(seed: Int) {
        var (odometer, random) = (Odometer(), RandomSource(seed: UInt64(seed)))
        let rules = FilterRules(TrackingConfig(platform: .android))
        var last = 0.0
        for _ in 0..<200 {
            let fix = Fix(
                time: TrackingBench.noon.advanced(bySeconds: Double.random(in: 0...9_000, using: &random)),
                coordinate: Coordinate(uncheckedLatitude: Double.random(in: -80...80, using: &random), longitude: 179),
                horizontalAccuracy: Double.random(in: 1...30, using: &random)
            )
            odometer.count(fix, rules, distanceFilterMeters: 10)
            #expect(odometer.meters >= last && odometer.meters.isFinite, "seed \(seed)")
            last = odometer.meters
        }
    }
}
