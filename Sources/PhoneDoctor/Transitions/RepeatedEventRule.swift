internal import PhoneOS
internal import VisitModel

/// Finds two entries or two exits in a row.
///
/// An entry after a restart, for a place that was never left, is another symptom.
struct RepeatedEventRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        var (repeated, restarted): ([Evidence], [Evidence]) = ([], [])
        for place in reading.visitedPlaces {
            let crossings = (reading.crossings[place] ?? []).filter { !$0.kind.isDwell }
            for (before, after) in zip(crossings, crossings.dropFirst()) where before.kind.name == after.kind.name {
                let first = "\(after.kind.name) \(place), \(before.kind.name) before"
                if case .entered = after.kind,
                    let why = restart(in: reading, from: before.observedAt, to: after.observedAt)
                {
                    restarted.append(Evidence(after.observedAt, "\(first): \(why)"))
                } else {
                    repeated.append(Evidence(after.observedAt, "\(first), with nothing between"))
                }
            }
        }
        return [
            Finding(
                .repeatedEvent,
                title: "The same crossing is reported twice",
                cause: "the geofences are registered repeatedly, or emitted events are not stored",
                advice: "save the state of each geofence in the same transaction as the event, and drop duplicates",
                evidence: repeated
            ),
            Finding(
                .falseEntry,
                title: "An entry is reported for a place that was never left",
                cause:
                    """
                    the geofences were registered again, and the system reports those that the phone is already \
                    inside
                    """,
                advice: "compare each entry with the saved state: ignore an entry while the state is inside",
                evidence: restarted
            ),
        ]
    }

    /// What restarted or was registered again between two times, in words; `nil` for nothing.
    private func restart(in reading: CaseReading, from start: Timestamp, to end: Timestamp) -> String? {
        for (time, note) in reading.notes where time > start && time <= end {
            switch note {
            case .switchedOff: return "the phone was restarted in between"
            case .updated, .reinstalled: return "the app was replaced in between"
            case .lost(_, let loss): return "the geofences were lost in between (\(loss.rawValue))"
            case .launched: return "the app was started in between"
            default: continue
            }
        }
        guard reading.history.log == nil else { return nil }
        let isRepeated = reading.history.events.contains { event in
            event.kind == .unregistered(nil) && event.observedAt > start && event.observedAt <= end
        }
        return isRepeated ? "all geofences were registered again in between" : nil
    }
}
