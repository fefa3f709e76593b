internal import VisitModel

/// Finds exits from a fix that could as well be inside.
struct FalseExitRule: DoctorRule {
    /// The accuracy up to which a fix is good, in metres.
    private static let goodAccuracyMeters = 100.0

    func findings(in reading: CaseReading) -> [Finding] {
        let evidence = reading.visitedPlaces.flatMap { place in
            (reading.crossings[place] ?? []).compactMap { event -> Finding.Evidence? in
                guard case .exited = event.kind, let meters = reading.edgeMeters(event),
                    let accuracy = event.location?.accuracy, accuracy > Self.goodAccuracyMeters, meters < accuracy
                else { return nil }
                return Finding.Evidence(
                    event.observedAt,
                    """
                    Exited \(place) by a fix \(Int(meters)) m beyond the edge with an accuracy of only \
                    \(Int(accuracy)) m
                    """
                )
            }
        }
        guard !evidence.isEmpty else { return [] }
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
