internal import PhoneOS
internal import VisitModel

/// Finds restarts after which nothing is monitored, or no events are delivered.
struct RebootRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        let lost = lost(in: reading)
        let held = held(in: reading)
        return [
            Finding(
                .nothingAfterReboot,
                title: "No events after a restart",
                cause: "Google Play services drop every geofence at a restart, and nothing registered them again",
                advice:
                    "check that the boot receiver runs (a vendor's battery saver may prevent it), that Google Play "
                    + "services are installed, and look for the receiver's lines in logcat",
                evidence: reading.history.platform == .android ? lost : []
            ),
            Finding(
                .lostAfterReboot,
                title: lost.isEmpty
                    ? "No events between a restart and the first unlock"
                    : "The geofences are gone after a restart",
                cause: lost.isEmpty
                    ? "iOS keeps the regions and delivers their events only after the first unlock"
                    : "the system's registrations do not survive a restart, and the app does not restore them",
                advice: lost.isEmpty
                    ? "nothing can be done on the phone; date visits by occurrence, not by the time of the report"
                    : "save what is registered, and register it again when the phone has started",
                evidence: lost + held
            ),
        ]
    }

    /// The restarts after which nothing was registered again.
    private func lost(in reading: CaseReading) -> [Evidence] {
        reading.notes.compactMap { entry -> [Evidence]? in
            guard case .lost(let ids, .reboot) = entry.note else { return nil }
            let unlocked = reading.times { $0 == .unlocked }.first { $0 >= entry.time }
            let limit = (unlocked ?? entry.time).advanced(bySeconds: CaseReading.restorationSeconds)
            let back = reading.firstAdded(by: limit) { $0 > entry.time }
            guard back == nil, limit <= reading.history.span.upperBound else { return nil }
            return [
                Evidence(entry.time, "the restart removed \(Evidence.words(geofences: ids.count))"),
                Evidence(limit, "nothing was registered again by then"),
            ]
        }
        .flatMap { $0 } + lostWithoutLog(in: reading)
    }

    /// Without a log: every place was unregistered without an error, and none was registered again.
    private func lostWithoutLog(in reading: CaseReading) -> [Evidence] {
        guard reading.history.log == nil, reading.history.platform == .android else { return [] }
        return reading.history.events.compactMap { event in
            guard event.kind == .unregistered(nil),
                !reading.errors.contains(where: { abs($0.time.seconds(to: event.observedAt)) < 1 })
            else { return nil }
            let limit = event.observedAt.advanced(bySeconds: CaseReading.restorationSeconds)
            guard reading.registeredAgain(after: event.observedAt, by: limit) == nil,
                limit <= reading.history.span.upperBound
            else { return nil }
            return Evidence(event.observedAt, "every geofence was unregistered, and none was registered again")
        }
    }

    /// The periods after a start in which iOS delivered nothing because the phone was not yet unlocked.
    private func held(in reading: CaseReading) -> [Evidence] {
        guard reading.history.platform == .ios else { return [] }
        return reading.times { $0 == .started }.flatMap { start -> [Evidence] in
            let unlocked = reading.times { $0 == .unlocked }.first { $0 >= start }
            let seconds = start.seconds(to: unlocked ?? reading.history.span.upperBound)
            guard seconds > CaseReading.restorationSeconds else { return [] }
            let words = Evidence.words(seconds: seconds)
            return [Evidence(start, "the phone started, and was not unlocked for \(words): no events")]
        }
    }
}
