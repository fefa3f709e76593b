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
                return Finding.Evidence(event.observedAt, "Exited \(place) was told \(Int(meters)) m beyond its edge")
            }
        }
        guard !evidence.isEmpty else { return [] }
        return [
            Finding(
                .lateExit,
                title: "Exits are told far beyond the edge",
                cause: "the system waits until the phone is well outside, and looks where it is now and then only",
                advice: "date the exit by the last position inside, or by the way back from the first one outside",
                evidence: evidence
            )
        ]
    }
}
