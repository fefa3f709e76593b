internal import MobileSDK
internal import PhoneOS
internal import PhoneSimulator
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

/// An app on the SDK that tracks by Radar's options, which sends what it records to a service.
final class RadarApp: LabApp {
    /// For tests that look at the phone-side part itself.
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

    /// Hears the phone, once in each process.
    private func begin() {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        if isFirst { radar.resume() }
    }

    func pass(to time: Timestamp) {}
    var isMonitoring: Bool { radar.isTracking }
    func settle() throws { radar.settle() }
    /// The service finds them.
    func visits() throws -> [FoundVisit] { [] }
}
