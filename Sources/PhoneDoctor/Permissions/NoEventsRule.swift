internal import PhoneOS
internal import VisitModel

/// Finds obstacles because of which no event was emitted, or none any more.
struct NoEventsRule: DoctorRule {
    /// The shortest obstacle that explains missing events, in seconds.
    private static let patienceSeconds = 1800.0

    func findings(in reading: CaseReading) -> [Finding] {
        let lasting = lasting(in: reading)
        let found: [DeliveryObstacle]
        let isAtAll = reading.crossings.isEmpty
        if isAtAll {
            let known = lasting + refusals(in: reading) + errors(in: reading) + suspension(in: reading)
            found = known + missingRegistration(in: reading)
        } else {
            found = after(reading, lasting)
        }
        guard !found.isEmpty else { return [] }
        let known = DeliveryObstacle.Kind.allCases.filter { kind in found.contains { $0.kind == kind } }
        let named = known.filter { $0 != .unknown }
        let kinds = named.isEmpty ? known : named
        return [
            Finding(
                .noEvents,
                title: isAtAll ? "No events were fired" : "No events were fired any more",
                cause: kinds.map(\.cause).joined(separator: "; "),
                advice: kinds.map(\.advice).joined(separator: "; "),
                evidence: found.map { Evidence($0.start, $0.text) }
            )
        ]
    }

    /// The settings that were an obstacle for long enough to explain missing events.
    private func lasting(in reading: CaseReading) -> [DeliveryObstacle] {
        let start = reading.history.span.lowerBound
        return Self.long(in: reading).filter { obstacle in
            // Without "Always" iOS reports transitions while the app is in front; its later removal is a symptom of
            // its own.
            reading.history.platform != .ios || obstacle.kind != .permission || obstacle.start <= start
                || reading.isGranted(.fineLocation, at: obstacle.start) != true
        }
    }

    private static func long(in reading: CaseReading) -> [DeliveryObstacle] {
        let end = reading.history.span.upperBound
        return reading.deliveryObstacles().filter { $0.start.seconds(to: $0.end ?? end) >= patienceSeconds }
    }

    /// The obstacles that last to the end of the history, with no crossing reported since they began.
    private func after(_ reading: CaseReading, _ obstacles: [DeliveryObstacle]) -> [DeliveryObstacle] {
        let last = reading.crossings.values.joined().map(\.observedAt).max()
        return obstacles.filter { $0.end == nil && $0.start > last ?? $0.start }
    }

    /// The places that the OS refused for good, by its log; a limit is found by `LimitRule`.
    private func refusals(in reading: CaseReading) -> [DeliveryObstacle] {
        let refused = reading.refusals()
        return refused.prefix(3).compactMap { refusal in
            guard let kind = reading.kind(of: refusal), kind != .limit else { return nil }
            return DeliveryObstacle(kind: kind, start: refusal.time, end: nil, text: refusal.text)
        }
    }

    /// The emitted errors and failures without a later recovery.
    private func errors(in reading: CaseReading) -> [DeliveryObstacle] {
        let hasLog = reading.history.log != nil
        let refused = Set(reading.refusals().map(\.error.message))
        let hasObstacles = !Self.long(in: reading).isEmpty
        let failures = (reading.history.log?.failures ?? []).filter { !reading.isRegistered(from: $0.time) }
            .map {
                DeliveryObstacle(
                    kind: reading.places.isEmpty ? .places : .unknown,
                    start: $0.time,
                    end: nil,
                    text: $0.text
                )
            }
        return failures
            + reading.errors.compactMap { error in
                guard let code = PhoneError.Code(rawValue: error.code), var kind = DeliveryObstacle.Kind(code),
                    kind != .limit, !MonitoredShare.isReported(by: error.message),
                    // A refused region is in the log by its name.
                    !hasLog || !refused.contains(error.message)
                else { return nil }
                switch code {
                case .regionMonitoringFailure: return nil
                // Regions persist on iOS and no event reports their recovery; where there is a log, the settings show
                // it.
                case .locationDenied where hasLog, .regionMonitoringDenied where hasLog:
                    if !hasObstacles { return nil }
                default: if reading.isRegistered(from: error.time) { return nil }
                }
                if code == .invalidRequest, reading.places.isEmpty { kind = .places }
                return DeliveryObstacle(
                    kind: kind,
                    start: error.time,
                    end: nil,
                    text: "\(error.code): \(error.message)"
                )
            }
    }

    /// An iOS app that requests continuous updates without the background mode for them, and so is suspended.
    private func suspension(in reading: CaseReading) -> [DeliveryObstacle] {
        guard let log = reading.history.log, log.lacksLocationMode, log.requestsUpdates,
            log.notes.contains(where: { $0.note == .app(.background) })
        else { return [] }
        let text =
            "the app requests continuous location updates without the background mode `location`: iOS suspends it"
        return [DeliveryObstacle(kind: .manifest, start: reading.history.span.lowerBound, end: nil, text: text)]
    }

    /// The obstacle where nothing was ever registered: the limit where an error reports it, otherwise unknown.
    private func missingRegistration(in reading: CaseReading) -> [DeliveryObstacle] {
        guard reading.registered.allSatisfy({ $0.ids.isEmpty }), !reading.history.places.isEmpty else { return [] }
        let kind: DeliveryObstacle.Kind = reading.limitErrors.isEmpty ? .unknown : .limit
        let end = reading.history.span.upperBound
        return [DeliveryObstacle(kind: kind, start: end, end: nil, text: "no geofence was ever registered")]
    }
}
