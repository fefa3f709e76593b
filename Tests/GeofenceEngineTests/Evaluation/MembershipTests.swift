import Foundation
@testable import GeofenceEngine
import LongTests
import Testing
import VisitModel

@Suite("When one fix lies inside, beyond, or could be anywhere")
struct MembershipTests {
    private static let rules = EvaluationPolicy.standard.evaluation
    /// The accuracy of a standard deviation of 1: the radius that holds 68 % of a Rayleigh distribution.
    private static let perSigma = 1.5096

    /// The probability that the truth lies in a circle, by integrating the normal distribution over its chords.
    private static func probabilityInside(distance: Double, sigma: Double, radius: Double) -> Double {
        let slices = 4000
        let width = 2 * radius / Double(slices)
        return (0..<slices).reduce(0) { sum, slice in
            let x = -radius + (Double(slice) + 0.5) * width
            let density = exp(-(x - distance) * (x - distance) / (2 * sigma * sigma)) / (sigma * (2 * .pi).squareRoot())
            let halfChord = (radius * radius - x * x).squareRoot()
            return sum + width * density * erf(halfChord / (sigma * 2.0.squareRoot()))
        }
    }

    @Test(
        "the integral of these tests gives the published probabilities",
        arguments: [
            (0.10, [0: 1, 0.5: 1, 0.8: 0.999, 1: 0.487, 1.2: 0.001, 1.5: 0]),
            (0.35, [0: 1, 0.5: 0.977, 0.8: 0.768, 1: 0.453, 1.2: 0.166]),
            (0.50, [0: 0.990, 0.5: 0.898, 0.8: 0.661, 1: 0.433, 1.2: 0.224, 1.5: 0.050]),
            (1.00, [0: 0.680, 0.5: 0.582, 1: 0.357, 1.5: 0.149]), (1.50, [0: 0.397]),
        ] as [(Double, [Double: Double])]
    )
    func integral(accuracy: Double, expected: [Double: Double]) {
        for (distance, probability) in expected {
            let found = Self.probabilityInside(distance: distance, sigma: accuracy / Self.perSigma, radius: 1)
            #expect(abs(found - probability) < 0.001, "a/R \(accuracy), d/R \(distance): \(found)")
        }
    }

    @Test(
        "inside means more likely than not, as long as the accuracy is under three quarters of the radius",
        .long,
        arguments: [0.05, 0.1, 0.2, 0.35, 0.5, 0.6, 0.75]
    )
    func insideIsMoreLikelyThanNot(share: Double) {
        for radius in [20.0, 150, 2000] {
            for percent in stride(from: 0.0, through: 130, by: 2) {
                let distance = radius * percent / 100
                let accuracy = share * radius
                let probability = Self.probabilityInside(
                    distance: distance,
                    sigma: accuracy / Self.perSigma,
                    radius: radius
                )
                guard abs(probability - 0.5) > 0.02 else { continue }
                let isInside = Self.rules.isInside(
                    edgeMeters: distance - radius,
                    accuracyMeters: accuracy,
                    breadthMeters: radius
                )
                #expect(isInside == (probability > 0.5), "R \(radius), d \(distance): P = \(probability)")
            }
        }
    }

    @Test("of worse fixes none is inside with less than 39 %, and none at all once accuracy is 1.51 radii")
    func worseFixes() {
        for share in stride(from: 0.75, through: 3, by: 0.05) {
            for percent in stride(from: 0.0, through: 120, by: 2) {
                let isInside = Self.rules.isInside(
                    edgeMeters: percent - 100,
                    accuracyMeters: share * 100,
                    breadthMeters: 100
                )
                guard isInside else { continue }
                let probability = Self.probabilityInside(
                    distance: percent,
                    sigma: share * 100 / Self.perSigma,
                    radius: 100
                )
                #expect(probability > 0.39, "a \(share * 100), d \(percent)")
                #expect(share < 1.51)
            }
        }
    }

    @Test("without weighing, inside is distance not over radius, whatever the accuracy", arguments: [1.0, 30, 5000])
    func plainRule(accuracy: Double) {
        let rules = EvaluationPolicy.bare.evaluation
        #expect(rules.isInside(edgeMeters: 0, accuracyMeters: accuracy, breadthMeters: 150))
        #expect(rules.isInside(edgeMeters: -150, accuracyMeters: accuracy, breadthMeters: 150))
        #expect(!rules.isInside(edgeMeters: 1e-9, accuracyMeters: accuracy, breadthMeters: 150))
        #expect(rules.isBeyond(edgeMeters: 1e-9, accuracyMeters: accuracy, breadthMeters: 150))
        #expect(rules.isUsable(accuracyMeters: accuracy, breadthMeters: 1))
    }

    struct BeyondCase: CustomTestStringConvertible {
        let testDescription: String
        let edge: Double
        let accuracy: Double
        let breadth: Double
        let isBeyond: Bool
    }

    @Test(
        arguments: [
            BeyondCase(
                testDescription: "20 m less accuracy is not enough",
                edge: 30,
                accuracy: 10,
                breadth: 150,
                isBeyond: false
            ),
            BeyondCase(testDescription: "more than 20 m is", edge: 30.1, accuracy: 10, breadth: 150, isBeyond: true),
            BeyondCase(
                testDescription: "a large fence asks for a tenth",
                edge: 45,
                accuracy: 5,
                breadth: 400,
                isBeyond: false
            ),
            BeyondCase(testDescription: "and gets it", edge: 45.1, accuracy: 5, breadth: 400, isBeyond: true),
            BeyondCase(
                testDescription: "a poor fix must be farther",
                edge: 119,
                accuracy: 100,
                breadth: 150,
                isBeyond: false
            ),
            BeyondCase(testDescription: "inside is never beyond", edge: -1, accuracy: 1, breadth: 150, isBeyond: false),
        ]
    )
    func beyond(_ row: BeyondCase) {
        #expect(
            Self.rules.isBeyond(edgeMeters: row.edge, accuracyMeters: row.accuracy, breadthMeters: row.breadth)
                == row.isBeyond
        )
    }

    @Test(
        "a fix moves a fence when it is within 100 m, or within half the fence's breadth",
        arguments: [
            (100, 50, true), (100.1, 50, false), (2000, 100, false), (150, 300, true), (150.1, 300, false),
            (2000, 4000, true),
        ] as [(Double, Double, Bool)]
    )
    func usable(accuracy: Double, breadth: Double, isUsable: Bool) {
        #expect(Self.rules.isUsable(accuracyMeters: accuracy, breadthMeters: breadth) == isUsable)
    }
}
