internal import VisitModel

/// Crossings that are told minutes to hours after they happened.
struct LateEventsRule: DoctorRule {
    /// Later than this is late, in seconds.
    private static let lateSeconds = 300.0

    func findings(in reading: CaseReading) -> [Finding] {
        var evidence: [Finding.Evidence] = []
        var isMisdated = false
        for place in reading.visitedPlaces {
            for event in reading.crossings[place] ?? [] {
                if case .dwell = event.kind { continue }
                let happened = min(event.occurredAt, event.location?.time ?? event.occurredAt)
                let seconds = happened.seconds(to: event.observedAt)
                guard seconds > Self.lateSeconds else { continue }
                // Dated by delivery: the day, and the month, can be wrong.
                let isDatedLate = happened.seconds(to: event.occurredAt) > Self.lateSeconds
                isMisdated = isMisdated || isDatedLate
                let dated = isDatedLate ? ", and dated by that" : ""
                evidence.append(
                    Finding.Evidence(
                        event.observedAt,
                        "\(event.kind.name) \(place) was told \(Finding.Evidence.words(seconds: seconds)) late\(dated)"
                    )
                )
            }
        }
        guard !evidence.isEmpty else { return [] }
        return [
            Finding(
                .lateEvents,
                isMisdated ? .problem : .note,
                title: isMisdated
                    ? "Crossings are told late, and dated by when they were told"
                    : "Crossings are told late, and dated right",
                cause: "the system puts events off while the phone dozes, rests or has no connection",
                advice: isMisdated
                    ? "date a visit by its positions, never by the time of delivery"
                    : "nothing: counts are right; who needs to know sooner needs a foreground service or more frequent positions",
                evidence: evidence
            )
        ]
    }
}
