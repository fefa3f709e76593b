package import PhoneSimulator
package import VisitModel

/// What one member's month came to under one set of options: what was found, how late, and what it cost the phone.
package struct LabMeasure: Hashable, Sendable {
    /// For how many days it was played.
    package var days = 0.0

    // Against the truth.

    /// True visits that were found, each once.
    package var found = 0
    /// True visits that were not found; those that yield to an overlapping one are not among them.
    package var missed = 0
    /// Visits that count and were none, or count a second time.
    package var wrong = 0

    // Of every visit that was found, in seconds. Negative is early.

    /// From coming to the moment the entry was told.
    package var entryTold: [Double] = []
    /// From leaving to the moment the exit was told.
    package var exitTold: [Double] = []
    /// From coming to the time that the visit has as its entry.
    package var entryError: [Double] = []
    /// From leaving to the time that the visit has as its exit.
    package var exitError: [Double] = []

    // What it cost.

    /// Readings made because the app asked.
    package var fixes = 0
    /// Requests that carried something to a server, repeats among them.
    package var uploads = 0
    /// Their bodies, in bytes.
    package var bytes = 0
    /// How long the satellite receiver was on for the app, in seconds.
    package var gpsSeconds = 0.0
    /// Positions found by Wi-Fi: the app's, and the system's own for the app's regions.
    package var wifiScans = 0
    /// Positions found by cells, in the same way.
    package var cellPositions = 0
    /// Moments at which the app in the background was woken.
    package var wakeups = 0
    /// How long nothing but the app's wish kept its process from being suspended (iOS), in seconds.
    package var keptAwakeSeconds = 0.0

    /// A month in which nothing happened yet.
    ///
    /// - Parameter days: for how many days it is played.
    package init(days: Double = 0) {
        self.days = days
    }

    /// Measures a run.
    ///
    /// - Parameters:
    ///   - score: what was found beside what was.
    ///   - exitsToldAt: when each found visit's exit was told; a visit that is not there told none.
    ///   - costs: what the app asked of the phone.
    ///   - uploads: requests that carried something to a server, repeats among them.
    ///   - bytes: their bodies.
    ///   - scenario: what was played.
    package init(
        score: VisitScore,
        exitsToldAt: [FoundVisit: Timestamp],
        costs: PhoneCosts,
        uploads: Int,
        bytes: Int,
        scenario: Scenario
    ) {
        self.init(days: scenario.start.seconds(to: scenario.end) / 86_400)
        found = score.count(.right)
        missed = score.count(.missed)
        wrong = score.count(.wrong)
        for outcome in score.outcomes where outcome.judgement == .right {
            if let told = outcome.toldAfterSeconds { entryTold.append(told) }
            if let error = outcome.entryErrorSeconds { entryError.append(error) }
            if let error = outcome.exitErrorSeconds { exitError.append(error) }
            if let left = outcome.stay?.exitedAt, let told = outcome.visit.flatMap({ exitsToldAt[$0] }) {
                exitTold.append(left.seconds(to: told))
            }
        }
        fixes = costs.readings.values.reduce(0, +)
        self.uploads = uploads
        self.bytes = bytes
        gpsSeconds = costs.satelliteTime / .seconds(1)
        wifiScans = costs.wifiScans
        cellPositions = costs.cellPositions
        wakeups = costs.wakeups
        keptAwakeSeconds = costs.preventedSuspensionTime / .seconds(1)
    }
}
