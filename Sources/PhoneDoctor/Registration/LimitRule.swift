internal import PhoneOS
internal import VisitModel

/// Finds phones that can register fewer places than the app requests.
struct LimitRule: DoctorRule {
    func findings(in reading: CaseReading) -> [Finding] {
        let errors = reading.limitErrors
        guard let first = errors.first else { return refused(in: reading) }
        var evidence = errors.map { Evidence($0.time, "\($0.code): \($0.message)") }
            .firstThree(andMore: "more such errors", datedBy: 3)
        let watched = reading.registered(at: first.time.advanced(bySeconds: 600)).count
        let places = reading.places.count == 1 ? "1 place" : "\(reading.places.count) places"
        let text = "the app counts \(watched) of the member's \(places) as registered afterwards"
        evidence.append(Evidence(first.time, text))
        let phantoms = phantoms(in: reading)
        let isHandled = phantoms.isEmpty && watched > 0
        let limits = Finding(
            .someRegister,
            title: "Only some of the geofences are registered",
            cause: "\(Self.words(for: reading)), other code of the app included",
            advice: "reduce the number of monitored geofences, and see the Error events for details",
            evidence: evidence
        )
        return [
            limits,
            Finding(
                .overLimit,
                isHandled ? .note : .problem,
                title: isHandled
                    ? "The platform's limit was reached, and the farthest geofences were removed"
                    : "More geofences were registered than the platform allows",
                cause:
                    "slots are shared with other code, and a call over the limit is rejected as a whole (Android) or "
                    + "for the geofences beyond it (iOS)",
                advice: isHandled
                    ? "nothing, unless an important geofence was removed"
                    : "check the number of available slots, remove the farthest on the error, and keep no "
                        + "rejected geofence in the app's own list",
                evidence: evidence + phantoms
            ),
        ]
    }

    /// The limit in words: the platform's, or the phone's own where that differs.
    private static func words(for reading: CaseReading) -> String {
        let platform = reading.history.platform
        return reading.slots == platform.geofenceLimit
            ? "the platform's limit: \(reading.slots) on \(platform.rawValue)" : "the phone's limit: \(reading.slots)"
    }

    /// Places refused for good below the limit; without any crossing `NoEventsRule` reports them instead.
    private func refused(in reading: CaseReading) -> [Finding] {
        // A refusal that results from a setting is reported for the setting.
        let refused = reading.refusals().filter { refusal in
            reading.kind(of: refusal).map { [.radius, .request, .frequency, .intents].contains($0) } ?? false
        }
        guard let first = refused.first, !reading.crossings.isEmpty,
            let kind = reading.kind(of: first)
        else { return [] }
        return [
            Finding(
                .someRegister,
                title: refused.count < reading.places.count
                    ? "Only some of the geofences are registered" : "None of the geofences are registered",
                cause: kind.cause,
                advice: kind.advice,
                evidence: refused.map { Evidence($0.time, $0.text) }.firstThree(andMore: "more", datedBy: 3)
            )
        ]
    }

    /// Places that the app counts as registered although they were refused.
    private func phantoms(in reading: CaseReading) -> [Evidence] {
        var refused: [FacilityID: Timestamp] = [:]
        for (time, note) in reading.notes {
            switch note {
            case .refused(let ids, _): for id in ids { if let id = try? FacilityID(id.text) { refused[id] = time } }
            case .added(let ids): for id in ids { if let id = try? FacilityID(id.text) { refused[id] = nil } }
            default: break
            }
        }
        let registered = reading.registered(at: reading.history.span.upperBound)
        let both = refused.keys.filter(registered.contains).sorted()
        guard let first = both.first, let time = refused[first] else { return [] }
        let names = both.prefix(3).map(\.text).joined(separator: ", ")
        let what = both.count == 1 ? "1 refused place is" : "\(both.count) refused places are"
        return [Evidence(time, "\(what) in the app's own list: \(names)")]
    }
}
