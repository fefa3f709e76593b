internal import PhoneOS
internal import VisitModel

/// Finds registrations lost because location was switched off.
struct LocationOffRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
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
        return reading.errors.filter { $0.code == PhoneError.Code.geofenceNotAvailable.rawValue }.map { ($0.time, nil) }
    }

    private func back(in reading: CaseReading, after time: Timestamp, by limit: Timestamp) -> Timestamp? {
        guard reading.history.log != nil else { return reading.registeredAgain(after: time, by: limit) }
        return reading.firstAdded(by: limit) { $0 >= time }
    }
}
