internal import VisitModel

/// Finds exits far beyond the edge that have the time of the fix there.
struct LateExitRule: DoctorRule {
    /// The distance beyond the edge from which an exit is late, in metres.
    private static let lateMeters = 60.0

    func findings(in reading: CaseReading) -> [Finding] {
        let evidence = reading.visitedPlaces.flatMap { place in
            (reading.crossings[place] ?? []).compactMap { event -> Finding.Evidence? in
                // An exit backdated to the last time inside is reported late but has the right time.
                guard case .exited = event.kind, let meters = reading.edgeMeters(event), let location = event.location,
                    meters - (location.accuracy ?? 0) >= Self.lateMeters, event.occurredAt >= location.time
                else { return nil }
                return Finding.Evidence(
                    event.observedAt,
                    "Exited \(place) was reported \(Int(meters)) m beyond its edge"
                )
            }
        }
        guard !evidence.isEmpty else { return [] }
        return [
            Finding(
                .lateExit,
                title: "Exits are reported far beyond the edge",
                cause: "the system waits until the phone is well outside, and checks its location only occasionally",
                advice: "date the exit by the last fix inside, or by extrapolating back from the first fix outside",
                evidence: evidence
            )
        ]
    }
}
