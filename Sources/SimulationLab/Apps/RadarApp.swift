internal import RadarEngine
internal import MobileSDK
internal import PhoneOS
internal import PhoneSimulator
internal import RadarSDK
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

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

    func advance(to time: Timestamp) {}
    var isMonitoring: Bool { radar.isTracking }
    func flush() throws { radar.flush() }
    /// Always empty: the service finds the visits.
    func visits() throws -> [FoundVisit] { [] }
}
