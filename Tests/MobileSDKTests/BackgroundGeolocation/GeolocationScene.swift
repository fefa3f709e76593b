import MobileSDK
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import PhoneStore
import Synchronization
import TrackingEngine
import VisitModel

/// A phone that goes from its owner's home to a place and back, with an app that tracks, over several processes.
final class GeolocationScene: Sendable {
    let simulator: PhoneSimulator
    let records: RecordStore
    let server = ScriptedServer()
    private let content: Mutex<Content>

    private struct Content: Sendable {
        var app: BackgroundGeolocation?
        var subscriptions: Set<EventSubscription> = []
        var events: [(time: Timestamp, event: BackgroundGeolocation.Event)] = []
        var headless: [BackgroundGeolocation.Event] = []
        var notices: [Notice] = []
        var options: @Sendable (inout TrackingConfig) -> Void = { _ in }
        var process: UInt64 = 0
        var callsReadyAtEachLaunch = false
    }

    /// Monday, 06:00 UTC.
    static let start = Timestamp(milliseconds: 1_710_741_600_000)
    static let url = "https://example.com/locations"

    static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    /// The place `meters` east of home.
    static func place(east meters: Double) throws -> Coordinate {
        try Coordinate(latitude: 45, longitude: -93 + meters / 78_847)
    }

    /// A trip: leaves home after 20 minutes, is 3 km away from minute 25 to 80, and is home again at minute 85.
    static func movement() throws -> Movement {
        let (home, away) = (try place(east: 0), try place(east: 3000))
        return try Movement([
            Movement.Waypoint(time: start, coordinate: home),
            Movement.Waypoint(time: minute(20), coordinate: home),
            Movement.Waypoint(time: minute(25), coordinate: away),
            Movement.Waypoint(time: minute(80), coordinate: away),
            Movement.Waypoint(time: minute(85), coordinate: home),
        ])
    }

    /// Creates the scene; the app is open and `ready` was not called.
    init(
        _ platform: Platform,
        seed: UInt64 = 1,
        grants: Set<Permission> = Set(Permission.allCases),
        records: RecordStore? = nil,
        movement: Movement? = nil,
        options: @escaping @Sendable (inout TrackingConfig) -> Void = { _ in },
        profile change: (inout PhoneProfile) -> Void = { _ in }
    ) throws {
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
        self.records = try records ?? .inMemory()
        var first = Content()
        first.options = { config in
            config.http.url = Self.url
            options(&config)
        }
        first.process = seed
        content = Mutex(first)
        simulator.setLaunchHandler { [weak self] reason in self?.launch(reason) }
        makeApp()
    }

    /// Whether Android's app calls `ready` in every process, and not only when it is on the screen.
    var callsReadyAtEachLaunch: Bool {
        get { content.withLock(\.callsReadyAtEachLaunch) }
        set { content.withLock { $0.callsReadyAtEachLaunch = newValue } }
    }

    /// Starts a new process of the app: iOS's always calls `ready`.
    private func launch(_ reason: LaunchReason) {
        makeApp()
        app.resume(launch: reason)
        if simulator.system.platform == .ios || reason == .user || callsReadyAtEachLaunch { ready() }
    }

    private func makeApp() {
        let seed = content.withLock { content in
            content.process += 1
            content.subscriptions = []
            return content.process
        }
        let app = BackgroundGeolocation(
            phone: simulator.system,
            records: records,
            transport: server,
            seed: seed
        )
        app.setHeadlessHandler { [weak self] event in self?.content.withLock { $0.headless.append(event) } }
        content.withLock { $0.app = app }
        listen(app)
    }

    private func listen(_ app: BackgroundGeolocation) {
        let subscriptions = [
            app.onLocation(
                { [weak self] in self?.record(.location($0)) },
                failure: { [weak self] in self?.record(.locationFailed($0)) }
            ),
            app.onMotionChange { [weak self] in self?.record(.motionChange($0)) },
            app.onHttp { [weak self] in self?.record(.http($0)) },
            app.onHeartbeat { [weak self] in self?.record(.heartbeat($0)) },
            app.onGeofence { [weak self] in self?.record(.geofence($0)) },
            app.onGeofencesChange { [weak self] in self?.record(.geofencesChange($0)) },
            app.onActivityChange { [weak self] in self?.record(.activityChange($0)) },
            app.onProviderChange { [weak self] in self?.record(.providerChange($0)) },
            app.onConnectivityChange { [weak self] in self?.record(.connectivityChange($0)) },
            app.onPowerSaveChange { [weak self] in self?.record(.powerSaveChange($0)) },
            app.onEnabledChange { [weak self] in self?.record(.enabledChange($0)) },
            app.onSchedule { [weak self] in self?.record(.schedule($0)) },
            app.onAuthorization { [weak self] in self?.record(.authorization($0)) },
        ]
        content.withLock { $0.subscriptions = Set(subscriptions) }
    }

    private func record(_ event: BackgroundGeolocation.Event) {
        let time = simulator.system.now()
        content.withLock { $0.events.append((time, event)) }
    }

    /// The app of the running process, or of the last one.
    var app: BackgroundGeolocation {
        content.withLock { $0.app }
            ?? BackgroundGeolocation(phone: simulator.system, records: records, transport: server)
    }

    /// Calls `ready` with the scene's options.
    func ready() {
        let options = content.withLock(\.options)
        do {
            try app.ready { options(&$0) }
        } catch {
            record(.failure(MobileSDKError(.storage, "\(error)")))
        }
    }

    /// Advances the scene to a minute.
    func run(to minute: Double) {
        simulator.run(until: Self.minute(minute)) { occurrence in
            for case .showed(let notice) in occurrence.notes { content.withLock { $0.notices.append(notice) } }
        }
    }

    /// Changes the phone.
    func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    /// Ends the process without notice, as a crash does.
    func crash() {
        content.withLock { ($0.app, $0.subscriptions) = (nil, []) }
        simulator.system.setSignalHandlerToNone()
        act { $0.killApp() }
    }

    var events: [(time: Timestamp, event: BackgroundGeolocation.Event)] { content.withLock { $0.events } }
    var headless: [BackgroundGeolocation.Event] { content.withLock { $0.headless } }
    var notices: [Notice] { content.withLock { $0.notices } }
    var watched: [String] { simulator.withPhone { $0.watchedRegions.map(\.text) } }
    var names: [String] { events.map(\.event.name) }

    /// The times of the events of a name, in minutes.
    func minutes(of name: String) -> [Double] {
        events.filter { $0.event.name == name }.map { Self.start.seconds(to: $0.time) / 60 }
    }

    /// The emitted locations that are not samples.
    var locations: [TrackedLocation] {
        events.compactMap { if case .location(let location) = $0.event, !location.isSample { location } else { nil } }
    }
}

extension PhoneOS {
    func setSignalHandlerToNone() { setSignalHandler(nil) }
}

extension BackgroundGeolocation.Event {
    /// The event's name.
    var name: String {
        switch self {
        case .location(let location): location.isSample ? "sample" : "location"
        case .locationFailed: "no location"
        case .motionChange(let location): location.isMoving ? "moving" : "stationary"
        case .http(let event): "http \(event.statusCode)"
        case .heartbeat: "heartbeat"
        case .geofence(let event): "\(event.action.rawValue) \(event.identifier)"
        case .geofencesChange: "geofences"
        case .activityChange: "activity"
        case .providerChange: "provider"
        case .connectivityChange(let event): event.hasConnection ? "connected" : "disconnected"
        case .powerSaveChange(let event): event.isPowerSaveMode ? "power saving on" : "power saving off"
        case .enabledChange(let event): event.enabled ? "enabled" : "disabled"
        case .schedule(let event): event.enabled ? "schedule on" : "schedule off"
        case .authorization(let event): event.isSuccess ? "authorized" : "not authorized"
        case .warning: "warning"
        case .failure: "failure"
        }
    }
}
