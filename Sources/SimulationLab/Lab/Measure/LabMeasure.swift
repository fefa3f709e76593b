package import PhoneSimulator
package import VisitModel

/// The results of one member's month under one set of options: visits found, delays, and costs on the phone.
package struct LabMeasure: Hashable, Sendable {
    package var days = 0.0

    // Compared with the truth.

    /// True visits that were found, each once.
    package var found = 0
    /// True visits that were not found, without those that yield to an overlapping one.
    package var missed = 0
    /// Counted visits that did not happen, or were counted a second time.
    package var wrong = 0

    // Of every visit that was found, in seconds. Negative is early.

    /// From the true entry to the moment the entry was emitted.
    package var entryDelays: [Double] = []
    /// From the true exit to the moment the exit was emitted.
    package var exitDelays: [Double] = []
    /// From the true entry to the visit's recorded entry.
    package var entryError: [Double] = []
    /// From the true exit to the visit's recorded exit.
    package var exitError: [Double] = []

    // Costs.

    /// Fixes made at the app's request.
    package var fixes = 0
    /// Requests with data to a server, including retries.
    package var uploads = 0
    /// The size of their bodies, in bytes.
    package var bytes = 0
    /// How long the satellite receiver was on for the app, in seconds.
    package var gpsSeconds = 0.0
    /// Positions found by Wi-Fi: the app's, and the system's own for the app's regions.
    package var wifiScans = 0
    /// Positions found by cells: the app's, and the system's own for the app's regions.
    package var cellPositions = 0
    /// Moments at which the app in the background was woken.
    package var wakeups = 0
    /// How long only the app's own request kept its process from being suspended (iOS), in seconds.
    package var keptAwakeSeconds = 0.0

    package init(days: Double = 0) { self.days = days }

    /// Measures a run; a visit whose exit was not emitted is absent from `exitsReportedAt`.
    package init(
        score: VisitScore,
        exitsReportedAt: [FoundVisit: Timestamp],
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
            if let delay = outcome.reportedAfterSeconds { entryDelays.append(delay) }
            if let error = outcome.entryErrorSeconds { entryError.append(error) }
            if let error = outcome.exitErrorSeconds { exitError.append(error) }
            if let left = outcome.stay?.exitedAt, let reportedAt = outcome.visit.flatMap({ exitsReportedAt[$0] }) {
                exitDelays.append(left.seconds(to: reportedAt))
            }
        }
        fixes = costs.fixes.values.reduce(0, +)
        self.uploads = uploads
        self.bytes = bytes
        gpsSeconds = costs.satelliteTime / .seconds(1)
        wifiScans = costs.wifiScans
        cellPositions = costs.cellPositions
        wakeups = costs.wakeups
        keptAwakeSeconds = costs.preventedSuspensionTime / .seconds(1)
    }
}
