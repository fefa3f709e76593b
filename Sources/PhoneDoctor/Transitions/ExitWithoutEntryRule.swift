internal import VisitModel

/// Finds exits without an entry, or reported only when the place is entered again.
struct ExitWithoutEntryRule: DoctorRule {
    /// How soon after the exit's report an entry counts as the return, in seconds.
    private static let returnSeconds = 180.0

    func findings(in reading: CaseReading) -> [Finding] {
        var evidence: [Evidence] = []
        for place in reading.visitedPlaces {
            var isInside = false
            let crossings = reading.crossings[place] ?? []
            for (index, event) in crossings.enumerated() {
                switch event.kind {
                case .entered: isInside = true
                case .exited:
                    if !isInside {
                        evidence.append(Evidence(event.observedAt, "Exited \(place) without an Entered"))
                    } else if let next = crossings[(index + 1)...].first, case .entered = next.kind,
                        event.observedAt.seconds(to: next.observedAt) <= Self.returnSeconds,
                        let seen = event.location?.time, seen.seconds(to: event.observedAt) > Self.returnSeconds
                    {
                        evidence.append(
                            Evidence(event.observedAt, "Exited \(place), reported only at the next Entered")
                        )
                    }
                    isInside = false
                default: break
                }
            }
        }
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

/// Finds exits from a fix that could as well be inside.
struct FalseExitRule: DoctorRule {
    /// The accuracy up to which a fix is good, in metres.
    private static let goodAccuracyMeters = 100.0

    func findings(in reading: CaseReading) -> [Finding] {
        let evidence = reading.visitedPlaces.flatMap { place in
            (reading.crossings[place] ?? []).compactMap { event -> Evidence? in
                guard case .exited = event.kind, let meters = reading.edgeMeters(event),
                    let accuracy = event.location?.accuracy, accuracy > Self.goodAccuracyMeters, meters < accuracy
                else { return nil }
                return Evidence(
                    event.observedAt,
                    """
                    Exited \(place) by a fix \(Int(meters)) m beyond the edge with an accuracy of only \
                    \(Int(accuracy)) m
                    """
                )
            }
        }
        return [
            Finding(
                .falseExit,
                title: "An exit was reported while the member may have been inside",
                cause: "a bad fix was accepted: by its accuracy it could be inside",
                advice:
                    "end a visit only if the distance minus the accuracy is beyond the edge, confirmed by a second "
                    + "position",
                evidence: evidence
            )
        ]
    }
}
