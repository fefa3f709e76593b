import PhoneSimulator
import Testing

@testable import SimulationLab

@Suite("The lab's statistics")
struct LabStatisticTests {
    private static func measures(_ values: [[Double]]) -> [LabMeasure] {
        values.map { values in
            var measure = LabMeasure(days: 30)
            measure.entryDelays = values
            measure.found = values.count
            measure.missed = 1
            return measure
        }
    }

    @Test(
        "a quantile over members with weights is that of the values written out",
        arguments: [
            // Hyndman and Fan, type 7, as R's quantile().
            (0.5, [1, 1], 2.5), (0.95, [1, 1], 3.85), (0, [1, 1], 1), (1, [1, 1], 4), (0.5, [2, 0], 1.5),
            (0.5, [0, 3], 3.5), (0.5, [1, 2], 3), (0.25, [1, 1], 1.75),
        ] as [(Double, [Int], Double)]
    )
    func quantile(share: Double, weights: [Int], expected: Double) throws {
        let statistic = PreparedStatistic(.quantile(share) { $0.entryDelays }, of: Self.measures([[2, 1], [4, 3]]))
        #expect(abs(try #require(statistic.value(weights)) - expected) < 1e-12)
    }

    @Test("a mean and a percentage weigh members as often as they are drawn, and no members give no value")
    func ratios() throws {
        let measures = Self.measures([[1, 2, 3], [5]])
        let mean = PreparedStatistic(.mean { Double($0.found) }, of: measures)
        #expect(mean.value([1, 1]) == 2)
        #expect(mean.value([3, 1]) == 2.5)
        let percent = PreparedStatistic(
            .percent({ Double($0.found) }, of: { Double($0.found + $0.missed) }),
            of: measures
        )
        #expect(percent.value([1, 0]) == 75)
        #expect(try #require(percent.value([1, 1])) == 100 * 4 / 6.0)
        #expect(percent.value([0, 0]) == nil)
        #expect(PreparedStatistic(.quantile(0.5) { _ in [] }, of: measures).value([1, 1]) == nil)
        #expect(PreparedStatistic(.quantile(0.5) { $0.entryDelays }, of: measures).value([0, 0]) == nil)
    }

    @Test("identical members give an interval without width")
    func constant() throws {
        let measures = Self.measures(Array(repeating: [3, 5], count: 20))
        let bootstrap = LabBootstrap(members: 20, resamples: 200, seed: 1)
        let estimate = bootstrap.estimate(PreparedStatistic(.quantile(0.5) { $0.entryDelays }, of: measures))
        #expect(estimate == LabEstimate(value: 4, low: 4, high: 4))
    }

    @Test("the interval of a mean is near the textbook's, and depends only on the seed")
    func normal() throws {
        var generator = SeededGenerator(seed: 3)
        let values = (0..<400).map { _ in 10 + 2 * generator.normal() }
        let measures = Self.measures(values.map { [$0] })
        let statistic = PreparedStatistic(.mean { $0.entryDelays[0] }, of: measures)
        let estimate = try #require(LabBootstrap(members: 400, resamples: 2000, seed: 5).estimate(statistic))
        let mean = values.reduce(0, +) / 400
        let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 399).squareRoot()
        let half = 1.96 * deviation / 20
        #expect(abs(estimate.low - (mean - half)) < 0.1 * half, "\(estimate), \(mean) ± \(half)")
        #expect(abs(estimate.high - (mean + half)) < 0.1 * half, "\(estimate), \(mean) ± \(half)")
        #expect(LabBootstrap(members: 400, resamples: 2000, seed: 5).estimate(statistic) == estimate)
        #expect(LabBootstrap(members: 400, resamples: 2000, seed: 6).estimate(statistic) != estimate)
    }

    @Test("the interval of a mean contains the true value about as often as stated, with thirty members")
    func coverage() throws {
        var held = 0
        let runs = 200
        for run in 0..<runs {
            var generator = SeededGenerator(seed: 100 + UInt64(run))
            let measures = Self.measures((0..<30).map { _ in [generator.normal()] })
            let bootstrap = LabBootstrap(members: 30, resamples: 300, seed: UInt64(run))
            let estimate = try #require(
                bootstrap.estimate(PreparedStatistic(.mean { $0.entryDelays[0] }, of: measures))
            )
            held += (estimate.low...estimate.high).contains(0) ? 1 : 0
        }
        // 95 % less the two points that the percentile method loses at thirty, and chance.
        #expect((0.89...0.985).contains(Double(held) / Double(runs)), "\(held) of \(runs)")
    }

    @Test("a difference is one between the same members: common effects cancel out")
    func paired() throws {
        var generator = SeededGenerator(seed: 4)
        let base = (0..<40).map { _ in 100 * generator.unit() }
        let before = PreparedStatistic(.mean { $0.entryDelays[0] }, of: Self.measures(base.map { [$0] }))
        let after = PreparedStatistic(.mean { $0.entryDelays[0] }, of: Self.measures(base.map { [$0 + 1] }))
        let bootstrap = LabBootstrap(members: 40, resamples: 500, seed: 1)
        let difference = try #require(bootstrap.difference(after, from: before))
        #expect(abs(difference.value - 1) < 1e-9)
        #expect(difference.isClear)
        #expect(difference.high - difference.low < 1e-9)
        let alone = try #require(bootstrap.estimate(after))
        #expect(alone.high - alone.low > 5)
    }

    @Test(
        "a difference is clear where zero lies outside its interval",
        arguments: [(0.1, 2, true), (-2, -0.1, true), (-1, 1, false), (0, 1, false), (-1, 0, false)]
            as [(Double, Double, Bool)]
    )
    func clear(low: Double, high: Double, isClear: Bool) {
        #expect(LabEstimate(value: (low + high) / 2, low: low, high: high).isClear == isClear)
    }

    @Test(
        "numbers are rounded for people in one way",
        arguments: [
            (0.05, 1, "0.1"), (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (12.0, 2, "12.00"), (99.949, 1, "99.9"),
            (7.5, 0, "8"),
            (1.005, 2, "1.00"), (.infinity, 1, "–"), (1_234_567, 0, "1234567"),
        ] as [(Double, Int, String)]
    )
    func numbers(value: Double, decimals: Int, text: String) {
        #expect(LabNumber.text(value, decimals) == text)
    }

    @Test("a difference has its sign, zero has none")
    func signs() {
        #expect(LabNumber.signed(1.25, 1) == "+1.3")
        #expect(LabNumber.signed(-1.25, 1) == "-1.3")
        #expect(LabNumber.signed(0.001, 1) == "0.0")
    }
}
