internal import PhoneOS
internal import VisitModel

/// The state machine of an app that trusts the OS's geofence transitions.
///
/// A value: signals go in, and actions come out. State that belongs to a process is cleared when a new one begins.
struct PlainAppState: Hashable, Sendable {
    let habits: PlainAppHabits
    let platform: Platform
    let places: [Facility]

    // Persistent state.

    var isActive = false
    /// The places that the app believes to be registered.
    var registered: Set<FacilityID> = []
    /// The visits found, newest last.
    var visits: [PlainVisit] = []
    private var made = 0

    // State of the current process.

    /// When each running dwell timer is due, by visit number.
    var timers: [Int: Timestamp] = [:]
    /// Whether the schedule has paused monitoring.
    var isOutOfHours = false

    enum Action: Hashable, Sendable {
        case emit(GeofenceEvent.Kind, Fix?)
        /// Registers these places, new or again; other registrations stay as they are.
        case register([FacilityID])
        case remove([FacilityID])
        case removeAll
        case requestFix
    }

    init(habits: PlainAppHabits, platform: Platform, places: [Facility]) {
        self.habits = habits
        self.platform = platform
        self.places = places
    }

    mutating func start() -> [Action] {
        isActive = true
        return habits.choice == .all ? [.register(places.map(\.id))] : [.requestFix]
    }

    mutating func stop() -> [Action] {
        isActive = false
        timers = [:]
        return forgetRegistered()
    }

    /// Clears the state of the previous process.
    mutating func begin() {
        timers = [:]
        isOutOfHours = false
    }

    mutating func handle(_ signal: PhoneSignal, at time: Timestamp) -> [Action] {
        guard isActive else { return [] }
        switch signal {
        case .fix(let fix, _): return choose(near: fix)
        case .regionTransition(let ids, let transition, let fix):
            return ids.compactMap(facility).flatMap { crossed($0, transition, fix, at: time) }
        case .regionState(let id, .inside):
            return facility(id).map { crossed($0, .enter, nil, at: time) } ?? []
        case .regionFailed(_, let error):
            // The refused place stays in the app's own list: the app ignores the error.
            return [.emit(.error(code: error.code.rawValue, message: error.message), nil)]
        case .launched(let reason): return launched(reason)
        case .backgroundFetch: return habits.registersAtLaunch ? registerAgain() : []
        case .locationServicesChanged(isOn: true), .playServicesChanged(.available):
            return habits.registersAfterLoss ? registerAgain() : []
        default: return []
        }
    }

    private func launched(_ reason: LaunchReason) -> [Action] {
        switch reason {
        case .bootCompleted, .packageReplaced: habits.hasBootReceiver ? registerAgain() : []
        case .user, .location, .backgroundFetch, .alarm: habits.registersAtLaunch ? registerAgain() : []
        }
    }

    private func registerAgain() -> [Action] {
        registered.isEmpty ? [.requestFix] : [.register(registered.sorted())]
    }

    /// Selects the places with the nearest centres to a fix, whatever the fix's accuracy.
    private mutating func choose(near fix: Fix) -> [Action] {
        guard !isOutOfHours, habits.choice != .all, registered.isEmpty || habits.choice == .nearestAlways else {
            return []
        }
        let nearest = places.map { (meters: $0.geofence.center.distance(to: fix.coordinate), id: $0.id) }
            .sorted { ($0.meters, $0.id) < ($1.meters, $1.id) }
            .prefix(platform.geofenceLimit).map(\.id)
        let gone = registered.subtracting(nearest).sorted()
        let new = nearest.filter { !registered.contains($0) }
        var actions: [Action] = []
        if !gone.isEmpty {
            registered.subtract(gone)
            actions += [.remove(gone), .emit(.unregistered(gone), fix)]
        }
        return new.isEmpty ? actions : actions + [.register(new)]
    }

    /// Handles an OS-reported enter, dwell or exit.
    private mutating func crossed(
        _ facility: Facility,
        _ transition: RegionTransition,
        _ fix: Fix?,
        at time: Timestamp
    ) -> [Action] {
        let last = visits.lastIndex { $0.facility == facility.id && $0.exitedAt == nil }
        switch transition {
        case .enter:
            made += 1
            visits.append(PlainVisit(number: made, facility: facility.id, enteredAt: time))
            if habits.dwell == .timer {
                timers[made] = time.advanced(bySeconds: Double(facility.dwellThreshold.seconds))
            }
            return [.emit(.entered(facility.id, visit: PlainVisit.id(made)), fix)]
        case .dwell:
            guard habits.dwell == .system, let last else { return [] }
            return dwelled(last, at: time)
        case .exit:
            guard let last else {
                made += 1
                return [.emit(.exited(facility.id, visit: PlainVisit.id(made)), fix)]
            }
            visits[last].exitedAt = time
            timers[visits[last].number] = nil
            return [.emit(.exited(facility.id, visit: PlainVisit.id(visits[last].number)), fix)]
        }
    }

    /// Advances the clock: fires dwell timers that are due, and starts or pauses monitoring at the schedule's edges.
    mutating func advance(to time: Timestamp) -> [Action] {
        guard isActive else { return [] }
        var actions: [Action] = []
        for (number, due) in timers.sorted(by: { $0.key < $1.key }) where due <= time {
            timers[number] = nil
            guard let index = visits.firstIndex(where: { $0.number == number }) else { continue }
            actions += dwelled(index, at: time)
        }
        guard let schedule = habits.schedule, schedule.contains(time) == isOutOfHours else { return actions }
        isOutOfHours.toggle()
        return actions + (isOutOfHours ? forgetRegistered() : start())
    }

    private mutating func dwelled(_ index: Int, at time: Timestamp) -> [Action] {
        visits[index].dwelledAt = time
        return [.emit(.dwell(visits[index].facility, visit: PlainVisit.id(visits[index].number)), nil)]
    }

    private mutating func forgetRegistered() -> [Action] {
        guard !registered.isEmpty else { return [] }
        registered = []
        return [.removeAll, .emit(.unregistered(nil), nil)]
    }

    private func facility(_ id: RegionID) -> Facility? { places.first { $0.id.text == id.text } }
}

struct PlainVisit: Hashable, Sendable {
    let number: Int
    let facility: FacilityID
    let enteredAt: Timestamp
    var dwelledAt: Timestamp?
    var exitedAt: Timestamp?

    static func id(_ number: Int) -> VisitID {
        do { return try VisitID("plain-\(number)") } catch { preconditionFailure("\(error)") }
    }
}
