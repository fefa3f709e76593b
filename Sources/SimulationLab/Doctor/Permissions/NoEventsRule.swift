internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

/// Nothing was fired at all, or nothing any more, and something stood in the way of it.
struct NoEventsRule: DoctorRule {
    /// A hindrance that goes away sooner is none, in seconds: what is missed by it is not why nothing was fired.
    private static let patienceSeconds = 1800.0

    func findings(in reading: CaseReading) -> [Finding] {
        let lasting = lasting(in: reading)
        let found: [Hindrance]
        let isAtAll = reading.crossings.isEmpty
        if isAtAll {
            let known = lasting + refusals(in: reading) + errors(in: reading) + suspension(in: reading)
            found = known + silence(in: reading, after: known)
        } else {
            found = after(reading, lasting)
        }
        guard !found.isEmpty else { return [] }
        let known = Hindrance.Kind.allCases.filter { kind in found.contains { $0.kind == kind } }
        let named = known.filter { $0 != .unknown }
        let kinds = named.isEmpty ? known : named
        return [
            Finding(
                .noEvents,
                title: isAtAll ? "No events were fired" : "No events were fired any more",
                cause: kinds.map(\.cause).joined(separator: "; "),
                advice: kinds.map(\.advice).joined(separator: "; "),
                evidence: found.map { Finding.Evidence($0.start, $0.text) }
            )
        ]
    }

    /// The settings that were in the way for long enough to be why.
    private func lasting(in reading: CaseReading) -> [Hindrance] {
        let start = reading.history.span.lowerBound
        return Self.long(in: reading).filter { hindrance in
            // Without "Always" iOS tells while the app is in front: when it was taken away later is a symptom of its own.
            reading.history.platform != .ios || hindrance.kind != .permission || hindrance.start <= start
                || reading.isGranted(.fineLocation, at: hindrance.start) != true
        }
    }

    /// Those that lasted for long enough.
    private static func long(in reading: CaseReading) -> [Hindrance] {
        let end = reading.history.span.upperBound
        return reading.hindrances().filter { $0.start.seconds(to: $0.end ?? end) >= patienceSeconds }
    }

    /// Those that last to the end, with no crossing told since they began.
    private func after(_ reading: CaseReading, _ hindrances: [Hindrance]) -> [Hindrance] {
        let last = reading.crossings.values.joined().map(\.observedAt).max()
        return hindrances.filter { $0.end == nil && $0.start > last ?? $0.start }
    }

    /// What the system refused to watch for good, by its log; a limit is told of on its own.
    private func refusals(in reading: CaseReading) -> [Hindrance] {
        let refused = reading.refusals()
        return refused.prefix(3).compactMap { refusal in
            guard let kind = reading.kind(of: refusal), kind != .limit else { return nil }
            let text = "\(refusal.place) was refused: \(refusal.error.code.rawValue), \(refusal.error.message)"
            return Hindrance(kind: kind, start: refusal.time, end: nil, text: text)
        }
    }

    /// What the app told of that was never made good.
    private func errors(in reading: CaseReading) -> [Hindrance] {
        let hasLog = reading.history.log != nil
        let refused = Set(reading.refusals().map(\.error.message))
        let hasHindrances = !Self.long(in: reading).isEmpty
        let failures = (reading.history.log?.failures ?? []).filter { !reading.isRegistered(from: $0.time) }
            .map {
                Hindrance(kind: reading.places.isEmpty ? .places : .unknown, start: $0.time, end: nil, text: $0.text)
            }
        return failures
            + reading.errors.compactMap { error in
                guard let code = PhoneError.Code(rawValue: error.code), var kind = Hindrance.Kind(code), kind != .limit,
                    // A region that was refused stands in the log by its name.
                    !hasLog || !refused.contains(error.message)
                else { return nil }
                switch code {
                case .regionMonitoringFailure: return nil
                // Regions stay on iOS, and nothing tells of their coming back: the settings do, where there is a log.
                case .locationDenied where hasLog, .regionMonitoringDenied where hasLog:
                    if !hasHindrances { return nil }
                default: if reading.isRegistered(from: error.time) { return nil }
                }
                if code == .invalidRequest, reading.places.isEmpty { kind = .places }
                return Hindrance(kind: kind, start: error.time, end: nil, text: "\(error.code): \(error.message)")
            }
    }

    /// iOS suspends an app that asks for positions without the background mode for it.
    private func suspension(in reading: CaseReading) -> [Hindrance] {
        guard let log = reading.history.log, log.lacksLocationMode, !reading.isAlwaysInFront else { return [] }
        let text = "the app asks for positions all the time, and has no background mode `location`: iOS suspends it"
        return [Hindrance(kind: .manifest, start: reading.history.span.lowerBound, end: nil, text: text)]
    }

    /// Nothing was ever registered; what stood in the way of it, if nothing else is known to have.
    private func silence(in reading: CaseReading, after known: [Hindrance]) -> [Hindrance] {
        guard reading.registered.allSatisfy({ $0.ids.isEmpty }), !reading.history.places.isEmpty else { return [] }
        let kind: Hindrance.Kind = reading.limitErrors.isEmpty ? .unknown : .limit
        let end = reading.history.span.upperBound
        return [Hindrance(kind: kind, start: end, end: nil, text: "no geofence was ever registered")]
    }
}

extension CaseReading {
    /// Whether the app was never left.
    fileprivate var isAlwaysInFront: Bool { !notes.contains { $0.note == .app(.background) } }
}
