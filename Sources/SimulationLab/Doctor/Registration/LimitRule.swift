internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

/// The platform takes fewer places than the app wants.
struct LimitRule: DoctorRule {
    private static let codes = Set(
        [PhoneError.Code.regionMonitoringFailure, .tooManyGeofences, .tooManyPendingIntents].map(\.rawValue)
    )

    func findings(in reading: CaseReading) -> [Finding] {
        let errors = reading.errors.filter { Self.codes.contains($0.code) }
        guard let first = errors.first else { return [] }
        var evidence = errors.prefix(3).map { Finding.Evidence($0.time, "\($0.code): \($0.message)") }
        if errors.count > 3 {
            evidence.append(Finding.Evidence(errors[3].time, "and \(errors.count - 3) more such errors"))
        }
        let watched = reading.registered(at: first.time.advanced(bySeconds: 600)).count
        evidence.append(
            Finding.Evidence(
                first.time,
                "the app counts \(watched) of the member's \(reading.places.count) places as registered afterwards"
            )
        )
        let phantoms = phantoms(in: reading)
        let isHandled = phantoms.isEmpty && watched > 0
        let limits = Finding(
            .someRegister,
            title: "Only some of the places are registered",
            cause:
                "the platform's limit: \(reading.history.platform.geofenceLimit) on \(reading.history.platform.rawValue), "
                + "other code of the app included",
            advice: "reduce the number of places that are watched, and look at the Error events for details",
            evidence: evidence
        )
        return [
            limits,
            Finding(
                .overLimit,
                isHandled ? .note : .problem,
                title: isHandled
                    ? "The platform's limit was met, and the farthest places were given up"
                    : "More places were registered than the platform takes",
                cause:
                    "slots are shared with other code, and a call over the limit is refused as a whole (Android) or for "
                    + "the places beyond it (iOS)",
                advice: isHandled
                    ? "nothing, unless a place that matters was given up"
                    : "count the slots that are there, give up the farthest on the error, and keep no refused place in the "
                        + "app's own list",
                evidence: evidence + phantoms
            ),
        ]
    }

    /// Places that the app counts as registered although they were refused.
    private func phantoms(in reading: CaseReading) -> [Finding.Evidence] {
        var refused: [FacilityID: Timestamp] = [:]
        for (time, note) in reading.notes {
            switch note {
            case .refused(let ids, _): for id in ids { if let id = try? FacilityID(id.text) { refused[id] = time } }
            case .added(let ids): for id in ids { if let id = try? FacilityID(id.text) { refused[id] = nil } }
            default: break
            }
        }
        let told = reading.registered(at: reading.history.span.upperBound)
        let both = refused.keys.filter(told.contains).sorted()
        guard let first = both.first, let time = refused[first] else { return [] }
        let names = both.prefix(3).map(\.text).joined(separator: ", ")
        return [Finding.Evidence(time, "\(both.count) refused places are in the app's own list: \(names)")]
    }
}
