import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

/// A phone's fixes against one fence of 100 m, and the expected transitions of a rule at each.
struct AndroidStateVector: Sendable, CustomTestStringConvertible {
    let name: String
    let model: AndroidDecisionModel
    /// The initial trigger's bits.
    let initial: Int
    let steps: [Step]

    struct Step: Sendable {
        let distance: Double
        let accuracy: Double
        let milliseconds: Int64
        /// The expected transitions; `nil` where the source has none.
        let expected: [RegionTransition]?

        init(_ distance: Double, _ accuracy: Double, _ milliseconds: Int64, _ expected: [RegionTransition]?) {
            self.distance = distance
            self.accuracy = accuracy
            self.milliseconds = milliseconds
            self.expected = expected
        }
    }

    var testDescription: String { "\(model): \(name)" }

    /// The rule's transitions at each step.
    func emitted() throws -> [[RegionTransition]] {
        var profile = AndroidGeofenceProfile()
        profile.decision = model
        var request = try AndroidBench.region("fence", notifies: AndroidBench.all, loitering: .seconds(30))
        request.initialTrigger = RegionTransitions(rawValue: initial)
        if model == .aosp { request.notifies = [.enter, .exit] }
        var tracker = AndroidFenceTracker()
        return steps.map { step in
            let measurement = AndroidFenceMeasurement(
                distanceMeters: step.distance,
                radiusMeters: 100,
                accuracyMeters: step.accuracy
            )
            return tracker.update(
                profile.side(of: measurement),
                at: Timestamp(milliseconds: step.milliseconds),
                for: request,
                by: model
            )
        }
    }

    /// The three rules of AOSP's `GeofenceState.processLocation`.
    static let aosp: [AndroidStateVector] = [
        AndroidStateVector(
            name: "silent outside, then in and out",
            model: .aosp,
            initial: 5,
            steps: [
                Step(150, 10, 0, []), Step(100, 10, 1000, [.enter]), Step(100.01, 10, 2000, [.exit]),
                Step(400, 500, 3000, [.enter]), Step(400, 10, 4000, [.exit]),
            ]
        ),
        AndroidStateVector(
            name: "inside at first",
            model: .aosp,
            initial: 5,
            steps: [
                Step(50, 5, 0, [.enter]), Step(60, 5, 1000, []), Step(120, 130, 2000, []),
                Step(120, 5, 3000, [.exit]), Step(130, 5, 4000, []),
            ]
        ),
    ]

    /// microG's `GeofenceStateTest`.
    static let microg: [AndroidStateVector] = [
        AndroidStateVector(
            name: "enter, dwell, exit once each",
            model: .microg,
            initial: 5,
            steps: [
                Step(10, 5, 1000, [.enter]), Step(10, 5, 30_999, []), Step(10, 5, 31_000, [.dwell]),
                Step(10, 5, 60_000, []), Step(200, 5, 61_000, [.exit]),
            ]
        ),
        AndroidStateVector(
            name: "uncertain boundary keeps state and dwell clock",
            model: .microg,
            initial: 5,
            steps: [Step(10, 5, 1000, [.enter]), Step(95, 20, 20_000, [])]
        ),
        AndroidStateVector(
            name: "initial flags 0: no enter, no dwell until re-entry",
            model: .microg,
            initial: 0,
            steps: [
                Step(10, 5, 1000, []), Step(10, 5, 61_000, []), Step(200, 5, 62_000, nil),
                Step(10, 5, 63_000, nil), Step(10, 5, 93_000, [.dwell]),
            ]
        ),
        AndroidStateVector(name: "NaN accuracy", model: .microg, initial: 5, steps: [Step(0, .nan, 0, [])]),
        AndroidStateVector(name: "negative accuracy", model: .microg, initial: 5, steps: [Step(0, -1, 0, [])]),
    ]
}
