internal import VisitModel

/// Finds dwells that are missing, early, late or repeated.
struct DwellRule: DoctorRule {
    /// How early a dwell may be, in seconds; also how far a stay may exceed the threshold without one.
    private static let toleranceSeconds = 60.0
    /// How late a dwell may be, in seconds.
    private static let lateSeconds = 300.0

    /// The report delay from which an exit ends a gap in fixes, in seconds: trackers at rest send every 5 to 10
    /// minutes.
    private static let unprovenSeconds = 600.0

    func findings(in reading: CaseReading) -> [Finding] {
        let evidence = reading.visitedPlaces.flatMap { stays(at: $0, in: reading) }
        return [
            Finding(
                .wrongDwell,
                title: "A dwell is missing, comes at the wrong time, or comes twice",
                cause:
                    """
                    the dwell depends on a timer in the app's process, which stops when the process ends or is \
                    suspended
                    """,
                advice:
                    "compute it from the times of the fixes: entry plus threshold, evaluated with every fix and at "
                    + "the exit, once a stay",
                evidence: evidence
            )
        ]
    }

    private func stays(at place: FacilityID, in reading: CaseReading) -> [Evidence] {
        guard let threshold = reading.places[place].map({ Double($0.dwellThreshold.seconds) }) else { return [] }
        var evidence: [Evidence] = []
        var entered: Timestamp?
        var dwelled: Timestamp?
        for event in reading.crossings[place] ?? [] {
            switch event.kind {
            case .entered where entered == nil: entered = event.occurredAt
            case .dwell:
                if let seconds = entered?.seconds(to: event.occurredAt) {
                    let words = "\(Evidence.words(seconds: seconds)) after Entered"
                    if seconds < threshold - Self.toleranceSeconds {
                        evidence.append(Evidence(event.observedAt, "Dwell at \(place) only \(words)"))
                    } else if seconds > threshold + Self.lateSeconds {
                        let text = "Dwell at \(place) \(words), and dated at that time"
                        evidence.append(Evidence(event.observedAt, text))
                    }
                }
                if dwelled != nil {
                    evidence.append(Evidence(event.observedAt, "a second Dwell at \(place) in one stay"))
                }
                dwelled = event.occurredAt
            case .exited:
                // An exit reported long after it happened ends a gap in fixes, so how long the stay lasted is not
                // proven.
                if let entered, dwelled == nil,
                    event.occurredAt.seconds(to: event.observedAt) < Self.unprovenSeconds,
                    entered.seconds(to: event.occurredAt) >= threshold + Self.toleranceSeconds
                {
                    let seconds = Evidence.words(seconds: entered.seconds(to: event.occurredAt))
                    evidence.append(Evidence(event.observedAt, "\(seconds) at \(place) ended without a Dwell"))
                }
                (entered, dwelled) = (nil, nil)
            default: break
            }
        }
        return evidence
    }
}
