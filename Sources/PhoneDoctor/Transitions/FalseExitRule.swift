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
                    "Exited \(place) by a position \(Int(meters)) m beyond the edge that is good to \(Int(accuracy)) m only"
                )
            }
        }
        guard !evidence.isEmpty else { return [] }
        return [
            Finding(
                .falseExit,
                title: "An exit was told while the member may well have been inside",
                cause: "a bad position was believed: its accuracy says that it could be inside",
                advice:
                    "let a visit end only where the distance less the accuracy lies beyond the edge, confirmed by a second "
                    + "position",
                evidence: evidence
            )
        ]
    }
}
