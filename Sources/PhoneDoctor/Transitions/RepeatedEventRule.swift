internal import PhoneOS
internal import VisitModel

/// Finds two entries or two exits in a row.
///
/// An entry after a restart, for a place that was never left, is another symptom.
struct RepeatedEventRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        var (repeated, restarted): ([Finding.Evidence], [Finding.Evidence]) = ([], [])
        for place in reading.visitedPlaces {
            let crossings = (reading.crossings[place] ?? []).filter { event in
                if case .dwell = event.kind { false } else { true }
            }
            for (before, after) in zip(crossings, crossings.dropFirst()) where before.kind.name == after.kind.name {
                let first = "\(after.kind.name) \(place), \(before.kind.name) before"
                if case .entered = after.kind,
                    let why = restart(in: reading, from: before.observedAt, to: after.observedAt)
                {
                    restarted.append(Finding.Evidence(after.observedAt, "\(first): \(why)"))
                } else {
                    repeated.append(Finding.Evidence(after.observedAt, "\(first), with nothing between"))
                }
            }
        }
        var findings: [Finding] = []
        if !repeated.isEmpty {
            findings.append(
                Finding(
                    .repeatedEvent,
                    title: "The same crossing is told twice",
                    cause: "the places are registered again and again, or what was told is not remembered",
                    advice:
                        "keep the state of each place in the same transaction as the event, and drop what was told before",
                    evidence: repeated
                )
            )
        }
        if !restarted.isEmpty {
            findings.append(
                Finding(
                    .falseEntry,
                    title: "An entry is told for a place that was never left",
                    cause:
                        "the places were registered anew, and the system tells of those that the phone is in already",
                    advice: "hold each entry against the state that was saved: who is inside does not enter",
                    evidence: restarted
                )
            )
        }
        return findings
    }

    /// What restarted or was registered again between two times, in words; `nil` for nothing.
    private func restart(in reading: CaseReading, from start: Timestamp, to end: Timestamp) -> String? {
        for (time, note) in reading.notes where time > start && time <= end {
            switch note {
            case .switchedOff: return "the phone was restarted between"
            case .updated, .reinstalled: return "the app was replaced between"
            case .lost(_, let loss): return "the geofences were lost between (\(loss.rawValue))"
            case .launched: return "the app was started between"
            default: continue
            }
        }
        guard reading.history.log == nil else { return nil }
        let isAnew = reading.history.events.contains { event in
            event.kind == .unregistered(nil) && event.observedAt > start && event.observedAt <= end
        }
        return isAnew ? "everything was registered anew between" : nil
    }
}
