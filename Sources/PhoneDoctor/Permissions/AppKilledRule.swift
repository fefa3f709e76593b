internal import PhoneOS
internal import VisitModel

/// Finds Android apps in which detection stops with the process, because nothing keeps the process alive.
struct AppKilledRule: DoctorRule {
    /// How long an app that fetches every quarter of an hour may emit nothing before it counts as ended, in seconds.
    private static let silenceSeconds = 7200.0

    func findings(in reading: CaseReading) -> [Finding] {
        guard reading.history.platform == .android else { return [] }
        let evidence = reading.history.log == nil ? gaps(in: reading) : ends(in: reading)
        return [
            Finding(
                .appKilled,
                title: "Detection stops when the app ends",
                cause: "the app has no foreground service, and its process was ended",
                advice:
                    "use a foreground service if the app needs continuous monitoring, and consider asking for an "
                    + "exemption from battery optimisation; an app that was force-stopped receives nothing until it "
                    + "is opened",
                evidence: evidence
            )
        ]
    }

    /// The ends of the process that were followed by a gap in its runs or by dropped transitions.
    private func ends(in reading: CaseReading) -> [Evidence] {
        var evidence: [Evidence] = []
        let notes = reading.notes
        for (index, entry) in notes.enumerated() {
            guard case .app(let state) = entry.note, state == .forceQuit || state == .terminated,
                reading.setting("foreground service", at: entry.time) != "running",
                // A restart and an update end the process as well, and have findings of their own rules.
                !Self.isPartOfMore(notes[(index + 1)...].prefix(3), at: entry.time)
            else { continue }
            let next = notes[index...].first { if case .launched = $0.note { true } else { false } }
            let end = next?.time ?? reading.history.span.upperBound
            let lost = notes[index...].filter { $0.time <= end }
                .compactMap { Evidence(dropped: $0, by: .forceQuit, "app force-stopped") }
            let silent = entry.time.seconds(to: end)
            guard !lost.isEmpty || silent >= Self.silenceSeconds || state == .forceQuit else { continue }
            let what = state == .forceQuit ? "the app was force-stopped" : "the app's process was ended"
            evidence.append(Evidence(entry.time, "\(what), and was not started for \(Evidence.words(seconds: silent))"))
            evidence += lost
        }
        return evidence
    }

    private static func isPartOfMore(
        _ notes: some Sequence<(time: Timestamp, note: SystemNote)>,
        at time: Timestamp
    ) -> Bool {
        notes.contains { entry in
            guard entry.time == time else { return false }
            switch entry.note {
            case .switchedOff, .lost: return true
            default: return false
            }
        }
    }

    /// Without a log: gaps in the heartbeats, which are due every quarter of an hour.
    private func gaps(in reading: CaseReading) -> [Evidence] {
        let beats = reading.history.events.filter { $0.kind == .heartbeat }.map(\.occurredAt)
        let all = reading.history.events.map(\.observedAt).sorted()
        return zip(beats, beats.dropFirst()).compactMap { before, after in
            let last = all.last { $0 < after } ?? before
            let silent = max(before, last).seconds(to: after)
            guard silent > Self.silenceSeconds else { return nil }
            return Evidence(after, "nothing from the app for \(Evidence.words(seconds: silent))")
        }
    }
}
