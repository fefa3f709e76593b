internal import PhoneOS
internal import Synchronization
internal import PhoneSimulator
internal import VisitModel

/// An app that trusts the OS's geofence transitions, as most apps do; the baseline that Footfall is compared with.
final class PlainApp: LabApp {
    private let phone: any PhoneOS
    private let device: DeviceID
    private let updates: AppSetup
    private let outlet: LabAppOutlet
    private let memory: Memory
    /// Whether timers run: `false` while the app is suspended or not running.
    private let isAwake: @Sendable () -> Bool

    /// The state that outlives a process.
    final class Memory: Sendable {
        fileprivate let state: Mutex<PlainAppState>
        fileprivate let emittedCount = Mutex(0)

        init(_ scenario: Scenario, places: [Facility]) {
            state = Mutex(
                PlainAppState(habits: scenario.app.habits, platform: scenario.phone.platform, places: places)
            )
        }
    }

    init(
        _ scenario: Scenario,
        phone: any PhoneOS,
        memory: Memory,
        outlet: LabAppOutlet,
        isAwake: @escaping @Sendable () -> Bool
    ) {
        self.phone = phone
        self.device = scenario.device
        self.updates = scenario.app
        self.outlet = outlet
        self.memory = memory
        self.isAwake = isAwake
    }

    var isMonitoring: Bool { memory.state.withLock(\.isActive) }

    func startMonitoring() throws {
        listen()
        perform(memory.state.withLock { $0.start() })
    }

    func stopMonitoring() throws {
        perform(memory.state.withLock { $0.stop() })
        phone.stopLocationUpdates()
    }

    func resume(after reason: LaunchReason) {
        guard
            memory.state.withLock({
                $0.begin(); return $0.isActive
            })
        else { return }
        listen()
    }

    func advance(to time: Timestamp) {
        guard isAwake() else { return }
        perform(memory.state.withLock { $0.advance(to: time) })
    }

    func flush() {}

    func visits() -> [FoundVisit] {
        memory.state.withLock(\.visits).map { visit in
            FoundVisit(
                facility: visit.facility,
                enteredAt: visit.enteredAt,
                exitedAt: visit.exitedAt,
                isCounted: visit.dwelledAt != nil,
                note: visit.dwelledAt == nil ? "no Dwell" : "as the system says",
                reportedAt: visit.enteredAt
            )
        }
    }

    private func listen() {
        phone.setSignalHandler { [weak self] signal, time in
            guard let self else { return }
            perform(memory.state.withLock { $0.handle(signal, at: time) })
        }
        if updates.usesForegroundService {
            phone.createNotificationChannel(id: "service", name: "Service")
            phone.startForegroundService(ServiceNotification(title: nil, text: "Running", channel: "service"))
        }
        if let request = updates.updates { phone.startLocationUpdates(request) }
    }

    private func perform(_ actions: [PlainAppState.Action]) {
        for action in actions {
            switch action {
            case .emit(let kind, let fix): emit(kind, fix)
            case .register(let ids): register(ids)
            case .remove(let ids): phone.removeRegions(ids.compactMap { try? RegionID($0.text) })
            case .removeAll: phone.removeAllRegions()
            case .requestFix: phone.requestSingleFix(.high)
            }
        }
    }

    /// Registers places; one that iOS refuses later stays in the app's own list.
    private func register(_ ids: [FacilityID]) {
        let (places, asksForInside) = memory.state.withLock { ($0.places, $0.habits.asksForInside) }
        let wanted = Set(ids)
        let requests = places.filter { wanted.contains($0.id) }.compactMap { place -> RegionRequest? in
            guard let id = try? RegionID(place.id.text) else { return nil }
            return RegionRequest(
                id: id,
                shape: place.geofence.enclosingRegion,
                notifies: phone.platform == .android ? [.enter, .exit, .dwell] : [.enter, .exit],
                initialTrigger: asksForInside ? [.enter, .dwell] : [],
                loiteringDelay: .seconds(place.dwellThreshold.seconds)
            )
        }
        do {
            try phone.addRegions(requests)
        } catch {
            emit(.error(code: error.code.rawValue, message: error.message), nil)
            return
        }
        memory.state.withLock { $0.registered.formUnion(wanted) }
        emit(.registered(ids), nil)
        guard phone.platform == .ios, asksForInside else { return }
        for request in requests { phone.requestState(of: request.id) }
    }

    private func emit(_ kind: GeofenceEvent.Kind, _ fix: Fix?) {
        let number = memory.emittedCount.withLock { number in
            number += 1
            return number
        }
        guard let id = try? EventID("plain-\(number)") else { return }
        let now = phone.now()
        outlet.emit(
            GeofenceEvent(
                id: id,
                device: device,
                kind: kind,
                occurredAt: now,
                observedAt: now,
                location: fix.map(GeofenceEvent.Location.init)
            )
        )
    }
}

extension Geofence {
    fileprivate var enclosingRegion: RegionRequest.Shape {
        let circle = enclosingCircle
        return .circle(center: circle.center, radiusMeters: circle.radiusMeters)
    }
}
