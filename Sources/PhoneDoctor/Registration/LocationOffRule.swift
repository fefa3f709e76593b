internal import PhoneOS
internal import VisitModel

/// Finds registrations lost because location was switched off.
struct LocationOffRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        wrongReports(in: reading) + switchedOff(in: reading)
    }

    /// The reports of an app that location is off, or denied, while fixes of the phone went on.
    private func wrongReports(in reading: CaseReading) -> [Finding] {
        var evidence: [Evidence] = []
        for error in Self.reports(in: reading) {
            guard let back = Self.back(in: reading, after: error.time), back.location != nil else { continue }
            evidence.append(Evidence(error.time, "\(error.code): \(error.message)"))
            evidence.append(Evidence(back.observedAt, "fixes went on, so the geofences were registered again"))
        }
        return [
            Finding(
                .locationOff,
                .note,
                title: "The phone reported that location is off, and its fixes went on",
                cause: "the report that it is on again was lost, or the app's report was wrong",
                advice: "nothing; visits that the fixes show count",
                evidence: evidence
            )
        ]
    }

    private func switchedOff(in reading: CaseReading) -> [Finding] {
        var evidence: [Evidence] = []
        var isHandled = true
        for (time, count) in losses(in: reading) {
            let gone = count.map { ", and \(Evidence.words(geofences: $0)) \($0 == 1 ? "was" : "were") gone" } ?? ""
            evidence.append(Evidence(time, "location was switched off\(gone)"))
            let on = reading.notes.first { $0.time >= time && $0.note == .changed("location services", "on") }?.time
            if let on { evidence.append(Evidence(on, "location was switched on")) }
            let end = reading.history.span.upperBound
            let limit = (on ?? time).advanced(bySeconds: CaseReading.restorationSeconds)
            if let back = back(
                in: reading,
                after: on ?? time,
                by: on == nil && reading.history.log == nil ? end : limit
            ) {
                evidence.append(Evidence(back, "registered again"))
            } else {
                isHandled = false
                evidence.append(Evidence(min(limit, end), "nothing was registered again by then"))
            }
        }
        return [
            Finding(
                .locationOff,
                isHandled ? .note : .problem,
                title: isHandled
                    ? "Location was off for a while, and all geofences were restored"
                    : "Location was switched off, and the geofences were not restored",
                cause:
                    "Android drops every geofence when location goes off (error 1000), and does not restore them",
                advice: isHandled
                    ? "nothing; visits in that time can't be detected"
                    : "register the geofences again when location is on, and show the member what is missing meanwhile",
                evidence: evidence
            )
        ]
    }

    /// When registrations were lost to it, and how many; without a log the number is unknown.
    private func losses(in reading: CaseReading) -> [(time: Timestamp, count: Int?)] {
        if reading.history.log != nil {
            return reading.notes.compactMap { entry in
                guard case .lost(let ids, .locationOff) = entry.note else { return nil }
                return (entry.time, ids.count)
            }
        }
        let lasting = Self.reports(in: reading).filter { report in
            Self.back(in: reading, after: report.time).map { $0.location == nil } ?? true
        }
        return reading.errors.filter { $0.code == PhoneError.Code.geofenceNotAvailable.rawValue }.map { ($0.time, nil) }
            + lasting.map { ($0.time, nil) }
    }

    /// The reports of an app by which the service knows that location is off or denied.
    private static func reports(in reading: CaseReading) -> [(time: Timestamp, code: String, message: String)] {
        guard reading.history.log == nil else { return [] }
        return reading.errors.filter { ["LOCATION_OFF", "LOCATION_DENIED"].contains($0.code) }
    }

    /// The next registration; one with a location follows from a fix, another one from a report of the phone.
    private static func back(in reading: CaseReading, after time: Timestamp) -> GeofenceEvent? {
        reading.history.events.first { event in
            guard case .registered = event.kind else { return false }
            return event.observedAt >= time
        }
    }

    private func back(in reading: CaseReading, after time: Timestamp, by limit: Timestamp) -> Timestamp? {
        guard reading.history.log != nil else { return reading.registeredAgain(after: time, by: limit) }
        return reading.firstAdded(by: limit) { $0 >= time }
    }
}
