import MobileSDK
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Synchronization
import VisitModel
import VisitPipeline
import VisitRecording
import VisitStore

@testable import DeviceEngine
@testable import SimulationLab

/// A simulated phone with an app that monitors a network of places, and an owner who visits one of them.
final class LabScene: Sendable {
    let simulator: PhoneSimulator
    let store: VisitStore
    let device: Device
    /// Creates the app's object for a new process.
    private let begin: @Sendable () throws -> Facilities
    private let app: Mutex<Facilities>
    private let subscription = Mutex<EventSubscription?>(nil)
    private let emitted = Mutex<[GeofenceEvent]>([])
    private let failures = Mutex<[String]>([])
    private let seen = Mutex<[Sight]>([])
    private let reports = Mutex<[Report]>([])

    /// A fix that was delivered to the app.
    struct Sight: Sendable {
        let fix: Fix
        /// Whether the gym was registered at the time.
        let isGymWatched: Bool
    }

    /// A transition at the gym that the phone's system reported to the app.
    struct Report: Sendable {
        let transition: RegionTransition
        let time: Timestamp
    }

    /// The largest number of regions registered at once.
    private let most = Mutex(0)

    /// Six in the morning UTC of a Monday.
    static let start = Timestamp(milliseconds: 1_710_741_600_000)
    static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    static func place(east: Double, north: Double = 0) throws -> Coordinate {
        try Coordinate(latitude: 45 + north / 111_132, longitude: -93 + east / 78_847)
    }

    /// The place that is visited, 3 km east of home.
    static func gym() throws -> FacilityID { try FacilityID("gym") }

    /// An hour at home, 55 minutes at the gym, and back home.
    static func movement() throws -> Movement {
        let (home, gym) = (try place(east: 0), try place(east: 3000))
        return try Movement([
            Movement.Waypoint(time: start, coordinate: home),
            Movement.Waypoint(time: minute(60), coordinate: home),
            Movement.Waypoint(time: minute(65), coordinate: gym),
            Movement.Waypoint(time: minute(120), coordinate: gym),
            Movement.Waypoint(time: minute(125), coordinate: home),
        ])
    }

    /// Creates the scene: a network of places, with all permissions granted by default, before monitoring starts.
    ///
    /// By default one slot is reserved for the phone's own region where it requests no updates, and none for the most
    /// visited places.
    init(
        _ platform: Platform,
        places: Int = 150,
        seed: UInt64 = 1,
        grants: Set<Permission> = Set(Permission.allCases),
        options: MonitoringOptions = MonitoringOptions(updates: LocationRequest(interval: .seconds(60))),
        reservedSlots: Int? = nil,
        preferVisited: Int = 0,
        earlierVisits: [FacilityID: Int] = [:],
        farPlaces: [Facility] = [],
        movement: Movement? = nil,
        change: (inout PhoneProfile) -> Void = { _ in }
    ) throws {
        store = try VisitStore.temporary()
        _ = try store.facilities.importRows(replace: false, effectiveFrom: Self.start) { importer in
            let gym = Facility(
                id: try Self.gym(),
                name: "Gym",
                geofence: .circle(center: try Self.place(east: 3000), radius: .standard)
            )
            _ = try importer.upsert(gym)
            // A grid of 700 m around home, without places that would overlap the gym or home.
            var (number, cell) = (0, 0)
            while number < places - 1 {
                let (east, north) = (Double(cell % 15 - 7) * 700 + 233, Double(cell / 15 - 6) * 700 + 317)
                cell += 1
                let center = try Self.place(east: east, north: north)
                guard center.distance(to: try Self.place(east: 3000)) > 400,
                    center.distance(to: try Self.place(east: 0)) > 400
                else { continue }
                let place = Facility(
                    id: try FacilityID("p\(number)"),
                    name: "Place \(number)",
                    geofence: .circle(center: center, radius: try Radius(meters: 100))
                )
                _ = try importer.upsert(place)
                number += 1
            }
        }
        _ = try store.facilities.importRows(replace: false, effectiveFrom: Self.start) { importer in
            for place in farPlaces { _ = try importer.upsert(place) }
        }
        device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform)
        var profile = PhoneProfile(platform: platform)
        change(&profile)
        var phone = try SimulatedPhone(
            profile,
            movement: try movement ?? Self.movement(),
            start: Self.start,
            seed: seed
        )
        for permission in Permission.allCases where grants.contains(permission) {
            phone.setPermission(permission, .granted)
        }
        simulator = PhoneSimulator(phone)
        let (store, device, simulator) = (store, device, simulator)
        let selection = SelectionOptions(
            preferVisited: preferVisited,
            reservedSlots: reservedSlots ?? (options.updates == nil ? 1 : 0),
            earlierVisits: earlierVisits
        )
        // Retained here and not by the phone, because the closure retains the phone.
        begin = {
            Facilities(
                phone: simulator.system,
                catalog: store,
                member: device.member,
                recorder: try PipelineRecorder(store: store, device: device, selection: selection),
                options: options
            )
        }
        app = Mutex(try begin())
        subscribe()
        simulator.setLaunchHandler { [weak self] _ in
            // A new process: everything is recreated over the same store and the same phone.
            guard let self, let facilities = try? self.begin() else { return }
            self.app.withLock { $0 = facilities }
            self.subscribe()
            facilities.resume()
        }
    }

    private func subscribe() {
        let facilities = app.withLock { $0 }
        let subscription = facilities.subscribeToEvents(
            onEvent: { [weak self] event in self?.emitted.withLock { $0.append(event) } },
            onError: { [weak self] error in self?.failures.withLock { $0.append("\(error)") } }
        )
        self.subscription.withLock { $0 = subscription }
    }

    var facilities: Facilities { app.withLock { $0 } }

    /// Runs until a minute of the scene.
    func run(to minute: Double) {
        simulator.run(until: Self.minute(minute)) { [self] occurrence in
            let regions = simulator.withPhone { $0.watchedRegions.map(\.text) }
            most.withLock { $0 = max($0, regions.count) }
            for signal in occurrence.signals {
                if case .regionTransition(let ids, let transition, _) = signal, ids.map(\.text).contains("gym") {
                    reports.withLock { $0.append(Report(transition: transition, time: occurrence.time)) }
                }
                guard let fix = signal.fix else { continue }
                seen.withLock { $0.append(Sight(fix: fix, isGymWatched: regions.contains("gym"))) }
            }
        }
    }

    func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    var events: [GeofenceEvent] { emitted.withLock { $0 } }
    var sights: [Sight] { seen.withLock { $0 } }
    var transitionReports: [Report] { reports.withLock { $0 } }
    var errors: [String] { failures.withLock { $0 } }
    var mostWatched: Int { most.withLock { $0 } }
    /// The registered set by the emitted events.
    var emittedRegistered: Set<String> {
        events.reduce(into: Set<String>()) { registered, event in
            switch event.kind {
            case .registered(let ids): registered.formUnion(ids.map(\.text))
            case .unregistered(let ids?): registered.subtract(ids.map(\.text))
            case .unregistered(nil): registered = []
            default: break
            }
        }
    }
    var names: [String] { events.map(\.kind.name) }
    /// The emitted errors in order, without the reports that not all places are monitored.
    var troubles: [(code: String, message: String)] {
        events.compactMap { event in
            guard case .error(let code, let message) = event.kind, !MonitoredShare.isReported(by: message) else {
                return nil
            }
            return (code, message)
        }
    }
    /// The reports that not all places are monitored.
    var shares: [String] {
        events.compactMap { event in
            guard case .error(_, let message) = event.kind, MonitoredShare.isReported(by: message) else { return nil }
            return message
        }
    }
    var watched: Set<String> { Set(simulator.withPhone { $0.watchedRegions.map(\.text) }) }
    func registered() throws -> Set<String> {
        Set(try VisitPipeline(store: store).registrations(of: device.id).map(\.text))
    }
    func visits() throws -> [Visit] { try store.visits.all() }
}

extension PhoneSignal {
    /// The signal's fix; `nil` for a signal without one.
    var fix: Fix? {
        switch self {
        case .fix(let fix, _): fix
        case .regionTransition(_, _, let fix): fix
        default: nil
        }
    }
}
