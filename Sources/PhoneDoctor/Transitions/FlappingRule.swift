internal import VisitModel

/// Finds places that are entered and left repeatedly in a short time.
struct FlappingRule: DoctorRule {
    /// How many entries within `spanSeconds` are flapping and not separate visits.
    private static let entries = 3
    private static let spanSeconds = 3600.0

    func findings(in reading: CaseReading) -> [Finding] {
        let evidence = reading.visitedPlaces.flatMap { place -> [Evidence] in
            let entered = pairs(reading.crossings[place] ?? [])
            return entered.indices.compactMap { index in
                let last = index + Self.entries - 1
                guard last < entered.count, entered[index].seconds(to: entered[last]) <= Self.spanSeconds else {
                    return nil
                }
                let minutes = Evidence.words(seconds: entered[index].seconds(to: entered[last]))
                return Evidence(entered[index], "\(place) was left and entered \(Self.entries) times within \(minutes)")
            }
        }
        return [
            Finding(
                .flapping,
                title: "A place is entered and left again and again",
                cause:
                    "the member rests near the edge, and fixes jump across it, some with an overstated accuracy",
                advice:
                    """
                    use hysteresis (a larger margin to exit than to enter) and require two fixes that agree; a larger \
                    geofence helps
                    """,
                evidence: evidence.firstThree(andMore: "more such hours", datedBy: 0)
            )
        ]
    }

    /// The times of entries that follow an exit, and of the first entry.
    private func pairs(_ events: [GeofenceEvent]) -> [Timestamp] {
        var isLeft = true
        return events.compactMap { event in
            switch event.kind {
            case .exited:
                isLeft = true
                return nil
            case .entered where isLeft:
                isLeft = false
                return event.occurredAt
            default: return nil
            }
        }
    }
}
