internal import VisitModel

extension EvaluationPolicy {
    /// The recommended policy, and the default.
    public static let standard = EvaluationPolicy(
        name: "standard",
        hygiene: Hygiene(
            assumedAccuracyMeters: 30,
            maximumAccuracyMeters: nil,
            maximumImpliedSpeed: 60,
            earliestPlausibleTime: Timestamp(milliseconds: 1_199_145_600_000),
            futureToleranceSeconds: 120
        ),
        evaluation: Evaluation(
            accuracyLimitMeters: 100,
            weighsAccuracy: true,
            exitBufferMeters: 20,
            exitBufferShare: 0.1,
            outlierShare: 0.02,
            repeatedPointFixes: 3,
            repeatedPointSeconds: 3600,
            entryConfirmationSeconds: 60,
            exitConfirmationSeconds: 20,
            absenceOdds: 500,
            denseGapSeconds: 120,
            travelSpeed: 10,
            movingSpeed: 0.5,
            drivingSpeed: 4,
            claimAccuracyLimitMeters: 250,
            datesExitAtFirstFixOutside: false
        ),
        visits: Visits(
            mergeGapSeconds: 600,
            mergeBeyondMeters: 100,
            silenceLimitSeconds: 4 * 3600,
            stationarySilenceLimitSeconds: 16 * 3600,
            continuousGapSeconds: 900,
            dwellOdds: 1,
            countsInferred: true,
            countsOncePerDay: false,
            countsOverlapping: false,
            countsMock: false,
            countsImplausible: false,
            horizonSeconds: 48 * 3600
        ),
        confidence: .fitted
    )

    /// The plain rule: inside is distance ≤ radius, and every fix but an exact repeat is accepted.
    ///
    /// No confirmation, no merge, no limit on gaps in fixes; the exit is dated at the first fix outside. It models a
    /// naive program, and the figures of other programs can be compared with it.
    public static let bare = EvaluationPolicy(
        name: "bare",
        hygiene: Hygiene(
            assumedAccuracyMeters: 30,
            maximumAccuracyMeters: nil,
            maximumImpliedSpeed: nil,
            earliestPlausibleTime: nil,
            futureToleranceSeconds: nil
        ),
        evaluation: Evaluation(
            accuracyLimitMeters: nil,
            weighsAccuracy: false,
            exitBufferMeters: 0,
            exitBufferShare: 0,
            outlierShare: 0,
            repeatedPointFixes: 0,
            repeatedPointSeconds: .infinity,
            entryConfirmationSeconds: 0,
            exitConfirmationSeconds: 0,
            absenceOdds: .infinity,
            denseGapSeconds: .infinity,
            travelSpeed: 10,
            movingSpeed: .infinity,
            drivingSpeed: .infinity,
            claimAccuracyLimitMeters: 0,
            datesExitAtFirstFixOutside: true
        ),
        visits: Visits(
            mergeGapSeconds: 0,
            mergeBeyondMeters: 0,
            silenceLimitSeconds: nil,
            stationarySilenceLimitSeconds: nil,
            continuousGapSeconds: .infinity,
            dwellOdds: 0,
            countsInferred: true,
            countsOncePerDay: false,
            countsOverlapping: true,
            countsMock: true,
            countsImplausible: true,
            horizonSeconds: 48 * 3600
        ),
        confidence: .everyVisit
    )
}

extension EvaluationPolicy.Confidence {
    /// The fit of `Benchmarks/accuracy/fit-confidence`, with the threshold that `docs/accuracy.md` explains.
    static let fitted = EvaluationPolicy.Confidence(
        countsFrom: 0.55,
        intercept: -0.77,
        weights: [
            .proven: 0.30,
            .span: 1.55,
            .possible: 3.25,
            .singleReading: 0.94,
            .position: 0.05,
            .edge: 0.28,
            .restBefore: -0.66,
            .restAfter: -1.57,
            .arrivalSeen: 0.64,
            .departureSeen: -2.49,
            .gapBefore: 0.91,
            .gapAfter: -1.84,
            .silenceAfter: 1.03,
            .ordinaryGaps: 3.71,
            .endUnseen: -1.00,
            .walkPast: -0.94,
            .returned: -2.00,
            .restInside: 1.30,
            .motionInside: -2.00,
            .absence: -0.80,
            .length: -1.00,
            .night: -3.63,
            .unseenMoves: -6.00,
            .drift: -6.00,
            .interrupted: -6.00,
            .nextDoor: -3.00,
            .onTheWay: -4.00,
        ],
        calibration: [-2.64, -1.36, 0.00, 1.59, 4.75]
    )

    /// The same weights, with every visit counted, however unsure.
    static let everyVisit: EvaluationPolicy.Confidence = {
        var confidence = fitted
        confidence.countsFrom = 0
        return confidence
    }()
}
