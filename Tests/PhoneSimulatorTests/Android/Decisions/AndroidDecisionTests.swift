import Foundation
import PhoneOS
import Testing

@testable import PhoneSimulator

@Suite("Android's decision on which side of a fence a phone is")
struct AndroidDecisionTests {
    private func side(
        _ model: AndroidDecisionModel,
        _ distance: Double,
        _ accuracy: Double,
        radius: Double = 100
    ) -> RegionState {
        var profile = AndroidGeofenceProfile()
        profile.decision = model
        return profile.side(
            of: AndroidFenceMeasurement(distanceMeters: distance, radiusMeters: radius, accuracyMeters: accuracy)
        )
    }

    @Test(
        "the share of the accuracy circle in the fence, where it is known without a lens",
        arguments: [
            (0.0, 100.0, 50.0, 1.0), (50, 100, 50, 1), (0, 100, 0, 1), (100, 100, 0, 1), (100.5, 100, 0, 0),
            (150, 100, 50, 0), (500, 100, 50, 0), (0, 100, 1000, 0.01), (900, 100, 1000, 0.01), (0, 100, .infinity, 0),
            // Equal circles with centres a radius apart share 2/3 - √3/(2π) of either.
            (100, 100, 100, 2.0 / 3 - 3.0.squareRoot() / (2 * .pi)),
        ]
    )
    func overlap(distance: Double, radius: Double, accuracy: Double, share: Double) throws {
        let measurement = AndroidFenceMeasurement(
            distanceMeters: distance,
            radiusMeters: radius,
            accuracyMeters: accuracy
        )
        #expect(abs(try #require(measurement.overlap) - share) < 1e-12)
    }

    @Test("the computed share equals a Monte Carlo estimate over the accuracy circle", arguments: UInt64(1)...8)
    func overlapByCounting(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let radius = 50 + 200 * generator.unit()
        let accuracy = 10 + 300 * generator.unit()
        let distance = (radius + accuracy) * generator.unit()
        let count = 20_000
        let hits = (0..<count).count { _ in
            let (reach, angle) = (accuracy * generator.unit().squareRoot(), 2 * Double.pi * generator.unit())
            return hypot(distance + reach * cos(angle), reach * sin(angle)) <= radius
        }
        let measurement = AndroidFenceMeasurement(
            distanceMeters: distance,
            radiusMeters: radius,
            accuracyMeters: accuracy
        )
        // Four standard errors of a share of one half.
        let share = try #require(measurement.overlap)
        #expect(abs(share - Double(hits) / Double(count)) < 0.0142, "seed \(seed): \(measurement)")
    }

    @Test(
        "the overlap model goes in at 85 or 75 % and out at 15 or 25 %",
        arguments: [
            // Radius 100. With an accuracy of 100 the fence counts as the larger circle, with 101 as the smaller.
            // The shares of the lens follow each row.
            (10.0, 100.0, RegionState.inside),  // 0.936
            (20, 100, .inside),  // 0.873
            (28, 100, .unknown),  // 0.822
            (28, 101, .inside),  // 0.815
            (130, 100, .unknown),  // 0.235
            (130, 101, .outside),  // 0.236
            (150, 100, .outside),  // 0.144
            (95, 10, .unknown), (80, 10, .inside), (120, 10, .outside), (0, .nan, .unknown), (0, -1, .unknown),
        ]
    )
    func thresholds(distance: Double, accuracy: Double, expected: RegionState) {
        #expect(side(.overlap, distance, accuracy) == expected)
    }

    @Test("a fence far smaller than the accuracy circle is never entered, and left by any fix: the published flaw")
    func publishedFlaw() {
        for distance in [0.0, 50, 900] {
            #expect(side(.overlap, distance, 1000) == .outside)
        }
        // No other model gives this for a fix in the middle.
        #expect(side(.aosp, 0, 1000) == .inside)
        #expect(side(.gnss95, 0, 1000) == .unknown)
        #expect(side(.microg, 0, 1000) == .unknown)
    }

    @Test("AOSP is inside within 2 km of a fence when the accuracy is 2 km: the classical false enter")
    func classicalFalseEnter() {
        #expect(side(.aosp, 1999, 2000) == .inside)
        #expect(side(.aosp, 2001, 2000) == .outside)
        // A fix without an accuracy counts as exact.
        #expect(side(.aosp, 100, .nan) == .inside)
        #expect(side(.aosp, 101, -1) == .outside)
    }

    @Test("the satellite model stretches the accuracy to 95 %: 1.62 times")
    func satellite() {
        let reach = 20 * (log(0.05) / log(0.32)).squareRoot()
        #expect(abs(reach / 20 - 1.6214) < 0.0001)
        #expect(side(.gnss95, 100 - reach - 0.001, 20) == .inside)
        #expect(side(.gnss95, 100 - reach + 0.001, 20) == .unknown)
        #expect(side(.gnss95, 100 + reach - 0.001, 20) == .unknown)
        #expect(side(.gnss95, 100 + reach + 0.001, 20) == .outside)
        #expect(side(.gnss95, 0, .nan) == .unknown)
    }

    @Test("of positions that the satellite model is certain of, 95 % are on that side", arguments: UInt64(1)...5)
    func satelliteCertainty(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        // The 68 % radius of a circular normal distribution with a standard deviation of 1 is √(-2 ln 0.32).
        let accuracy = (-2 * log(0.32)).squareRoot()
        let radius = 2.6 + generator.unit()
        // The position nearest to the edge at which the model is still certain.
        let distance = radius - (-2 * log(0.05)).squareRoot() - 1e-9
        #expect(side(.gnss95, distance, accuracy, radius: radius) == .inside)
        let inside = (0..<20_000).count { _ in hypot(distance + generator.normal(), generator.normal()) <= radius }
        #expect(inside >= 19_000 - 90, "seed \(seed): \(inside) of 20000")
    }

    @Test("a change from state to state is an enter or an exit; only AOSP ignores a first outside")
    func transitions() {
        for model in AndroidDecisionModel.allCases {
            #expect(model.transition(from: .unknown, to: .inside) == .enter)
            #expect(model.transition(from: .outside, to: .inside) == .enter)
            #expect(model.transition(from: .inside, to: .outside) == .exit)
            #expect(model.transition(from: .unknown, to: .outside) == (model == .aosp ? nil : .exit))
            for state in RegionState.allCases {
                #expect(model.transition(from: state, to: .unknown) == nil)
                if state != .unknown { #expect(model.transition(from: state, to: state) == nil) }
            }
        }
    }
}
