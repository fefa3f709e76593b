internal import VisitModel

/// Finds exits without an entry, or reported only when the place is entered again.
struct ExitWithoutEntryRule: DoctorRule {
    /// How soon after the exit's report an entry counts as the return, in seconds.
    private static let returnSeconds = 180.0

    func findings(in reading: CaseReading) -> [Finding] {
        var evidence: [Finding.Evidence] = []
        for place in reading.visitedPlaces {
            var isInside = false
            let crossings = reading.crossings[place] ?? []
            for (index, event) in crossings.enumerated() {
                switch event.kind {
                case .entered: isInside = true
                case .exited:
                    if !isInside {
                        evidence.append(Finding.Evidence(event.observedAt, "Exited \(place) without an Entered"))
                    } else if let next = crossings[(index + 1)...].first, case .entered = next.kind,
                        event.observedAt.seconds(to: next.observedAt) <= Self.returnSeconds,
                        let seen = event.location?.time, seen.seconds(to: event.observedAt) > Self.returnSeconds
                    {
                        evidence.append(
                            Finding.Evidence(event.observedAt, "Exited \(place), reported only at the next Entered")
                        )
                    }
                    isInside = false
                default: break
                }
            }
        }
        guard !evidence.isEmpty else { return [] }
        return [
            Finding(
                .exitWithoutEntry,
                title: "An exit is reported without its entry, or only at the next entry",
                cause:
                    "the app or the phone was suspended during the crossing, or the member was already inside when the "
                    + "place was registered",
                advice:
                    "request the state of each geofence after it is registered, and infer the missing crossing from "
                    + "the fixes on both sides, dated by them",
                evidence: evidence
            )
        ]
    }
}
