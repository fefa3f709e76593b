import MobileSDKCore
import RadarEngine
import PhoneOS
import Synchronization
import Testing
import VisitModel

@testable import RadarSDK
@testable import PhoneSimulator

/// A phone with an app that tracks; its owner goes from home to a gym and back.
final class RadarScene {
    let simulator: PhoneSimulator
    let server = RadarServerDouble()
    private let app: App
    /// Starts and stops of the foreground service, and other system notes, with their minutes.
    private(set) var notes: [(minute: Double, note: SystemNote)] = []
    /// The signals that the system sent to the app, with their minutes.
    private(set) var signals: [(minute: Double, signal: PhoneSignal)] = []

    /// Monday, 06:00 UTC.
    static let start = Timestamp(milliseconds: 1_710_741_600_000)

    static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }

    /// The place `meters` east of home.
    static func place(east meters: Double) throws -> Coordinate {
        try Coordinate(latitude: 45, longitude: -93 + meters / 78_847)
    }

    /// The app: a client for each of its processes, and the events of all of them.
    final class App: Sendable {
        private struct Process: Sendable {
            var client: RadarClient?
            var subscription: EventSubscription?
            var messages: [RadarMessage] = []
        }
        let simulator: PhoneSimulator
        let setup: RadarSetup
        let server: RadarServerDouble
        private let process = Mutex(Process())

        init(_ simulator: PhoneSimulator, _ setup: RadarSetup, _ server: RadarServerDouble) {
            self.simulator = simulator
            self.setup = setup
            self.server = server
        }

        /// Starts a process; the last one is gone.
        func launch() {
            process.withLock(\.client)?.end()
            let client = RadarClient(phone: simulator.system, setup: setup, transport: server)
            let subscription = client.subscribe { [weak self] messages in
                self?.process.withLock { $0.messages.append(messages) }
            }
            process.withLock { process in
                process.client = client
                process.subscription = subscription
            }
            client.resume()
        }

        var client: RadarClient {
            guard let client = process.withLock(\.client) else { preconditionFailure("the app was not started") }
            return client
        }
        var messages: [RadarMessage] { process.withLock(\.messages) }
    }

    /// A trip: leaves home after an hour, is at the gym, 3 km away, for 55 minutes, and returns home.
    static func movement(changes: [(minute: Double, east: Double)]? = nil) throws -> Movement {
        let changes = changes ?? [(0, 0), (60, 0), (65, 3000), (120, 3000), (125, 0)]
        return try Movement(
            changes.map { Movement.Waypoint(time: minute($0.minute), coordinate: try place(east: $0.east)) }
        )
    }

    /// Creates the scene, with every permission granted, and starts the app.
    init(
        _ platform: Platform,
        seed: UInt64 = 1,
        moves: [(minute: Double, east: Double)]? = nil,
        setup change: (inout RadarSetup) throws -> Void = { _ in },
        profile changeProfile: (inout PhoneProfile) -> Void = { _ in }
    ) throws {
        var profile = PhoneProfile(platform: platform)
        changeProfile(&profile)
        let movement = try Self.movement(changes: moves)
        var phone = try SimulatedPhone(profile, movement: movement, start: Self.start, seed: seed)
        for permission in Permission.allCases { phone.setPermission(permission, .granted) }
        simulator = PhoneSimulator(phone)
        var setup = try RadarSetup(publishableKey: "prj_test_pk", server: "https://footfall.example.com/")
        setup.deviceID = "phone-1"
        try change(&setup)
        app = App(simulator, setup, server)
        app.launch()
        let app = app
        simulator.setLaunchHandler { _ in app.launch() }
    }

    var client: RadarClient { app.client }
    var messages: [RadarMessage] { app.messages }

    /// Advances the scene to a minute.
    func run(to minute: Double) {
        simulator.run(until: Self.minute(minute)) { occurrence in
            let minute = Self.start.seconds(to: occurrence.time) / 60
            notes += occurrence.notes.map { (minute, $0) }
            signals += occurrence.signals.map { (minute, $0) }
        }
    }

    /// Changes the phone.
    func act(_ body: (inout SimulatedPhone) -> Void) { simulator.withPhone { body(&$0) } }

    /// Sends the app to the background.
    func leave() { act { $0.leaveApp() } }

    /// The regions that the phone monitors, sorted.
    var watched: [String] { simulator.withPhone { $0.watchedRegions.map(\.text) }.sorted() }
    /// The location updates that the app requests at the moment.
    var updates: LocationRequest? { simulator.withPhone(\.app.updates) }
    /// Whether iOS has suspended the app.
    var isSuspended: Bool { simulator.withPhone(\.isAppSuspended) }
    var isForegroundServiceRunning: Bool { simulator.system.isForegroundServiceRunning }
    /// The foreground service's notification that the member sees.
    var shown: ServiceNotification? { simulator.withPhone(\.foregroundNotification) }

    /// The sources of the updates that the server received in a range of minutes.
    func sources(_ minutes: ClosedRange<Double>) -> [String] {
        server.records.filter { record in
            minutes.contains(Self.start.seconds(to: Timestamp(milliseconds: record.locationMs)) / 60)
        }.map(\.source)
    }

    /// The minutes of the updates that the server received, by the time of the fix.
    func minutes(_ isIncluded: (RadarServerDouble.Record) -> Bool = { _ in true }) -> [Double] {
        server.records.filter(isIncluded).map {
            Self.start.seconds(to: Timestamp(milliseconds: $0.locationMs)) / 60
        }
    }
}
