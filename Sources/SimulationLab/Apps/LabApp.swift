internal import MobileSDK
internal import PhoneOS
internal import PhoneSimulator
internal import RadarEngine
internal import RadarSDK
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

/// An app on a simulated phone that monitors places, for the lifetime of one process.
///
/// Signals arrive through `PhoneOS`; events and errors go to the `LabAppOutlet` passed to the initializer. When the
/// process ends, a new instance is created over the same phone and memory, and `resume(after:)` is called.
protocol LabApp: Sendable {
    /// Starts monitoring, as after the member's consent.
    func startMonitoring() throws
    func stopMonitoring() throws
    /// Starts following the schedule in the app's options.
    func startSchedule() throws
    func stopSchedule() throws
    /// Handles the member opening the app, in a new process or in one that was running in the background.
    func opened() throws
    /// Changes some of the SDK's options, until the process ends.
    func change(_ options: ConfigPatch) throws
    func resume(after reason: LaunchReason)
    /// Advances the clock, running the timers of the process that are due.
    func advance(to time: Timestamp)
    /// Whether monitoring is active or intended to be.
    var isMonitoring: Bool { get }
    /// Commits what a real app would have written at once, so that nothing is lost when the process ends.
    func flush() throws
    /// The visits found so far, ordered by entry.
    func visits() throws -> [FoundVisit]
}

extension LabApp {
    func startSchedule() throws { throw Self.noSchedule }
    func stopSchedule() throws { throw Self.noSchedule }
    func opened() throws {}

    func change(_ options: ConfigPatch) throws {
        throw SimulationLabError(.scenario, "the app has none of these options, expected sdk: transistor")
    }

    func advance(to time: Timestamp) {}

    private static var noSchedule: SimulationLabError {
        SimulationLabError(.scenario, "the app has no schedule, expected sdk: transistor")
    }
}

struct LabAppOutlet: Sendable {
    let emit: @Sendable (GeofenceEvent) -> Void
    let fail: @Sendable (any Error) -> Void
}

/// An app on the SDK that tracks by Radar's options and uploads its records to a service.
final class RadarApp: LabApp {
    /// The SDK client, exposed to tests.
    let radar: RadarClient
    private let options: RadarTrackingOptions
    private let hasBegun = Mutex(false)

    init(_ scenario: Scenario, phone: any PhoneOS, link: ServerLink, outlet: LabAppOutlet) throws {
        options = scenario.app.tracking.options ?? .presetResponsive(on: scenario.phone.platform)
        var setup = try RadarSetup(publishableKey: link.server.token, server: link.server.address)
        setup.deviceID = scenario.device.text
        setup.keepsOnlyWhenSettled = true
        radar = RadarClient(phone: phone, setup: setup, transport: link.transport)
    }

    func startMonitoring() throws {
        begin()
        try radar.startTracking(trackingOptions: options)
    }

    func stopMonitoring() throws { radar.stopTracking() }
    func resume(after reason: LaunchReason) { begin() }

    /// Starts handling the phone's signals, once per process.
    private func begin() {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        if isFirst { radar.resume() }
    }

    var isMonitoring: Bool { radar.isTracking }
    func flush() throws { radar.flush() }
    /// Always empty: the service finds the visits.
    func visits() throws -> [FoundVisit] { [] }
}
