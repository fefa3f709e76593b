internal import PhoneOS
internal import VisitModel

/// A history indexed for the rules: the registrations over time, and the stays as they were emitted.
struct CaseReading: Sendable {
    let history: CaseHistory
    /// The member's places by id.
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

    /// The set registered at a time, by the app's events.
    func registered(at time: Timestamp) -> Set<FacilityID> {
        registered.last { $0.time <= time }?.ids ?? []
    }

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

    /// The first time in a period at which places were registered, by the app's events.
    func registeredAgain(after time: Timestamp, by limit: Timestamp) -> Timestamp? {
        history.events.first { event in
            guard case .registered = event.kind else { return false }
            return event.observedAt >= time && event.observedAt <= limit
        }?.observedAt
    }
}

extension Finding.Evidence {
    /// A duration in words: `40 s`, `12 min`, `3.5 h`.
    static func words(seconds: Double) -> String {
        switch abs(seconds) {
        case ..<90: "\(Int(seconds.rounded())) s"
        case ..<5400: "\(Int((seconds / 60).rounded())) min"
        default: "\((seconds / 360).rounded() / 10) h"
        }
    }

    /// A number of geofences in words: `1 geofence`, `20 geofences`.
    static func words(geofences number: Int) -> String { number == 1 ? "1 geofence" : "\(number) geofences" }
}
