internal import PhoneOS
internal import VisitModel

/// A history indexed for the rules: the registrations over time, and the stays as they were emitted.
struct CaseReading: Sendable {
    /// How long an app may take to register its geofences again, in seconds.
    static let restorationSeconds = 900.0

    let history: CaseHistory
    let places: [FacilityID: Facility]
    /// The entries, dwells and exits of each place, in order of emission.
    let crossings: [FacilityID: [GeofenceEvent]]
    /// The registered set after each change, by the app's events.
    let registered: [(time: Timestamp, ids: Set<FacilityID>)]

    init(_ history: CaseHistory) {
        self.history = history
        places = Dictionary(history.places.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var crossings: [FacilityID: [GeofenceEvent]] = [:]
        var current: Set<FacilityID> = []
        var registered: [(time: Timestamp, ids: Set<FacilityID>)] = []
        for event in history.events {
            switch event.kind {
            case .registered(let ids): current.formUnion(ids)
            case .unregistered(let ids?): current.subtract(ids)
            case .unregistered(nil): current = []
            case .entered(let id, _), .dwell(let id, _), .exited(let id, _):
                crossings[id, default: []].append(event)
                continue
            case .heartbeat, .error: continue
            }
            if registered.last?.time == event.observedAt { registered.removeLast() }
            registered.append((event.observedAt, current))
        }
        self.crossings = crossings
        self.registered = registered
    }

    /// The places with crossings, sorted so that findings have a stable order.
    var visitedPlaces: [FacilityID] { crossings.keys.sorted() }

    func registered(at time: Timestamp) -> Set<FacilityID> { registered.last { $0.time <= time }?.ids ?? [] }

    /// The notes of the phone's log; empty without one.
    var notes: [(time: Timestamp, note: SystemNote)] { history.log?.notes ?? [] }

    /// The emitted errors, with their codes.
    var errors: [(time: Timestamp, code: String, message: String)] {
        history.events.compactMap { event in
            guard case .error(let code, let message) = event.kind else { return nil }
            return (event.observedAt, code, message)
        }
    }

    /// The times of the log's notes that satisfy a predicate.
    func times(_ isWanted: (SystemNote) -> Bool) -> [Timestamp] {
        notes.filter { isWanted($0.note) }.map(\.time)
    }

    /// The value of a setting at a time, by the log; `nil` before its first change.
    func setting(_ name: String, at time: Timestamp) -> String? {
        var value: String?
        for (when, note) in notes where when <= time {
            if case .changed(name, let new) = note { value = new }
        }
        return value
    }

    /// Whether a permission was granted at a time; `nil` without a log.
    func isGranted(_ permission: Permission, at time: Timestamp) -> Bool? {
        guard let log = history.log else { return nil }
        if let changed = setting(permission.rawValue, at: time) {
            return changed == PermissionStatus.granted.rawValue
        }
        return log.permissions[permission] == .granted
    }

    /// The signed distance of an event's location from its place's edge, in metres; negative is inside, `nil` is
    /// unknown.
    func edgeMeters(_ event: GeofenceEvent) -> Double? {
        guard let id = event.kind.facility, let place = places[id], let location = event.location else { return nil }
        return place.geofence.signedDistance(to: location.coordinate)
    }

    /// The first time up to a limit at which regions were added, by the log.
    func firstAdded(by limit: Timestamp, where isAfter: (Timestamp) -> Bool) -> Timestamp? {
        times { if case .added = $0 { true } else { false } }.first { isAfter($0) && $0 <= limit }
    }

    /// The first time in a period at which places were registered, by the app's events.
    func registeredAgain(after time: Timestamp, by limit: Timestamp) -> Timestamp? {
        history.events.first { event in
            guard case .registered = event.kind else { return false }
            return event.observedAt >= time && event.observedAt <= limit
        }?.observedAt
    }
}

extension GeofenceEvent.Kind {
    var isDwell: Bool { if case .dwell = self { true } else { false } }
}

extension [Evidence] {
    /// The first three, and how many more there are, dated by the one at an index.
    func firstThree(andMore what: String, datedBy index: Int) -> [Evidence] {
        guard count > 3 else { return self }
        return prefix(3) + [Evidence(self[index].time, "and \(count - 3) \(what)")]
    }
}

extension Evidence {
    /// A transition that was dropped because of an obstacle; `nil` for any other note.
    init?(dropped entry: (time: Timestamp, note: SystemNote), by obstacle: SystemNote.Obstacle, _ reason: String) {
        guard case .dropped(let delivery, obstacle) = entry.note else { return nil }
        let ids = delivery.ids.map(\.text).joined(separator: ", ")
        self.init(entry.time, "\(delivery.transition.rawValue) of \(ids) was not delivered: \(reason)")
    }

    /// A duration in words: `40 s`, `12 min`, `3.5 h`.
    static func words(seconds: Double) -> String {
        switch abs(seconds) {
        case ..<90: "\(Int(seconds.rounded())) s"
        case ..<5400: "\(Int((seconds / 60).rounded())) min"
        default: "\((seconds / 360).rounded() / 10) h"
        }
    }

    static func words(geofences number: Int) -> String { number == 1 ? "1 geofence" : "\(number) geofences" }
}

extension CaseReading {
    var slots: Int { history.log?.slots ?? history.platform.geofenceLimit }

    /// The largest radius that the phone can register, in metres; infinite where there is no limit.
    ///
    /// Without a log it is 1000 m on iOS, as docs/simulator.md assumes.
    private var maximumRadiusMeters: Double {
        guard let log = history.log else { return history.platform == .ios ? 1000 : .infinity }
        return log.maximumRadiusMeters ?? .infinity
    }

    private func isTooLarge(_ place: Facility) -> Bool {
        place.geofence.enclosingCircle.radiusMeters > maximumRadiusMeters
    }

    /// Why a place was refused; `nil` for an error after which it is registered without further action.
    func kind(of refusal: Refusal) -> DeliveryObstacle.Kind? {
        if refusal.error.code == .insufficientLocationPermission,
            setting("location precision", at: refusal.time) == LocationPrecision.reduced.rawValue
        {
            return .precision
        }
        guard refusal.error.code == .regionMonitoringFailure else { return DeliveryObstacle.Kind(refusal.error.code) }
        if setting("region monitoring", at: refusal.time) == "unavailable" { return .regionMonitoring }
        return places[refusal.place].map(isTooLarge) == true ? .radius : .limit
    }

    /// The errors that report more places than the phone can register.
    ///
    /// iOS uses one code, 5, for that, for a phone that can't monitor regions at all and for a region that is too
    /// large.
    var limitErrors: [(time: Timestamp, code: String, message: String)] {
        let refused = refusals()
        return errors.filter { error in
            // A selection of the nearest is no symptom.
            if MonitoredShare.isReported(by: error.message) { return false }
            switch PhoneError.Code(rawValue: error.code) {
            case .tooManyGeofences: return true
            case .regionMonitoringFailure:
                guard history.platform == .ios, setting("region monitoring", at: error.time) != "unavailable" else {
                    return false
                }
                if let refusal = refused.first(where: { $0.error.message == error.message }) {
                    return kind(of: refusal) == .limit
                }
                if places.count >= slots { return true }
                guard !places.values.contains(where: isTooLarge) else { return false }
                return history.log != nil || !registered(at: error.time.advanced(bySeconds: 600)).isEmpty
            default: return false
            }
        }
    }
}

extension CaseReading {
    /// The periods in which a setting kept the phone from reporting transitions, by its log; empty without one.
    func deliveryObstacles() -> [DeliveryObstacle] {
        guard let log = history.log else { return [] }
        let isIOS = history.platform == .ios
        var found: [DeliveryObstacle] = []
        for permission in [Permission.fineLocation, .backgroundLocation] {
            found += times(
                of: permission.rawValue,
                .permission,
                in: log.permissions[permission] == .granted ? nil : "\(permission.rawValue) is not granted"
            ) { $0 == PermissionStatus.granted.rawValue ? nil : "\(permission.rawValue) was set to \($0)" }
        }
        found += times(of: "location precision", .precision) {
            $0 == LocationPrecision.full.rawValue ? nil : "only the approximate location was allowed"
        }
        found += times(of: "location services", .location) { $0 == "on" ? nil : "location was switched off" }
        found += times(of: "Google Play services", .playServices) {
            isIOS || $0 == PlayServices.available.rawValue ? nil : "Google Play services were \($0)"
        }
        found += times(of: "region monitoring", .regionMonitoring) {
            $0 == "available" ? nil : "region monitoring became unavailable"
        }
        return found
    }

    /// The periods in which the phone had no position, by its log; empty without one.
    func outages() -> [DeliveryObstacle] {
        times(of: "location services", .location) { $0 == "on" ? nil : "location was switched off" }
            + times(of: "positions", .location) { $0 == "none" ? "there were no fixes" : nil }
    }

    /// The periods in which a setting had a value that is an obstacle.
    private func times(
        of name: String,
        _ kind: DeliveryObstacle.Kind,
        in beginning: String? = nil,
        _ obstacle: (String) -> String?
    ) -> [DeliveryObstacle] {
        var found: [DeliveryObstacle] = []
        var open = beginning.map { (start: history.span.lowerBound, text: $0) }
        for case (let time, .changed(name, let value)) in notes {
            let text = obstacle(value)
            // A further blocking value extends the open period, under the text it began with.
            if let text, open == nil { open = (time, text) }
            guard text == nil, let begun = open else { continue }
            found.append(DeliveryObstacle(kind: kind, start: begun.start, end: time, text: begun.text))
            open = nil
        }
        if let open { found.append(DeliveryObstacle(kind: kind, start: open.start, end: nil, text: open.text)) }
        return found
    }

    /// The places that the OS refused and never registered later, by its log, with the first error of each.
    func refusals() -> [Refusal] {
        var refused: [Refusal] = []
        for (time, note) in notes {
            switch note {
            case .refused(let ids, let error):
                for id in ids.compactMap({ try? FacilityID($0.text) })
                where places[id] != nil && !refused.contains(where: { $0.place == id }) {
                    refused.append(Refusal(place: id, time: time, error: error))
                }
            case .added(let ids):
                let texts = Set(ids.map(\.text))
                refused.removeAll { texts.contains($0.place.text) }
            default: break
            }
        }
        return refused
    }

    struct Refusal: Sendable {
        let place: FacilityID
        let time: Timestamp
        let error: PhoneError

        var text: String { "\(place) was refused: \(error.code.rawValue), \(error.message)" }
    }

    /// Whether places were registered at or after a time, by the log, or after it by the events where there is no log.
    func isRegistered(from time: Timestamp) -> Bool {
        guard history.log == nil else {
            return notes.contains { entry in
                guard entry.time >= time, case .added(let ids) = entry.note else { return false }
                return ids.contains { id in (try? FacilityID(id.text)).map { places[$0] != nil } ?? false }
            }
        }
        return history.events.contains { event in
            guard case .registered = event.kind else { return false }
            return event.observedAt > time
        }
    }
}
