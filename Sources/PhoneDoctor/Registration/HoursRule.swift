internal import VisitModel

/// Finds apps that monitor at the wrong hours.
struct HoursRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        guard let schedule = reading.history.log?.schedule else { return [] }
        let evidence = wrongZone(schedule, in: reading) + lateEdges(schedule, in: reading)
        return [
            Finding(
                .wrongHours,
                title: "No geofences are monitored during scheduled hours",
                cause:
                    """
                    the schedule is read in another time zone than the member's, or evaluated only when the app \
                    happens to run
                    """,
                advice: "read schedules in the phone's own time zone, and have the system wake the app at their edges",
                evidence: evidence
            )
        ]
    }

    /// Times when nothing was registered although the same hours, read in the member's zone, had begun.
    private func wrongZone(_ schedule: DailyHours, in reading: CaseReading) -> [Evidence] {
        let zone = reading.history.timeZone
        let local = DailyHours(startSeconds: schedule.startSeconds, endSeconds: schedule.endSeconds, timeZone: zone)
        guard schedule.timeZone != zone else { return [] }
        return reading.registered.compactMap { entry in
            guard entry.ids.isEmpty, local.contains(entry.time), !schedule.contains(entry.time) else { return nil }
            let clock = DailyHours.clockText(entry.time.secondOfDay(in: zone))
            let other = DailyHours.clockText(entry.time.secondOfDay(in: schedule.timeZone))
            return Evidence(
                entry.time,
                "the app stopped monitoring at \(clock) in \(zone), which is \(other) in "
                    + "\(schedule.timeZone): its hours are \(schedule)"
            )
        }
    }

    /// Times when monitoring began long after the scheduled hours began.
    private func lateEdges(_ schedule: DailyHours, in reading: CaseReading) -> [Evidence] {
        zip(reading.registered, reading.registered.dropFirst()).compactMap { before, after in
            guard before.ids.isEmpty, !after.ids.isEmpty else { return nil }
            let late = (after.time.secondOfDay(in: schedule.timeZone) - schedule.startSeconds + 86_400) % 86_400
            guard schedule.contains(after.time), Double(late) > CaseReading.restorationSeconds else { return nil }
            let words = Evidence.words(seconds: Double(late))
            return Evidence(after.time, "the app began to monitor \(words) after its hours began")
        }
    }
}
