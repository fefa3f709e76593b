internal import MobileSDK
internal import MobileSDKCore
internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

/// An app on the SDK that tracks by motion and uploads its records to a service.
///
/// It calls `ready` from its root, as the SDK's documents require: whenever iOS launches it, and when the member opens
/// it on Android, where the SDK keeps running without the app. Its geofences are those that the service sends it.
final class TransistorApp: LabApp {
    /// The SDK client, exposed to tests.
    let geolocation: BackgroundGeolocation
    private let phone: any PhoneOS
    private let config: ConfigPatch
    private let link: ServerLink
    private let outlet: LabAppOutlet
    /// Retained because callbacks end when the subscription is released.
    private let subscription: EventSubscription

    init(_ scenario: Scenario, phone: any PhoneOS, link: ServerLink, outlet: LabAppOutlet) throws {
        (self.phone, self.link, self.outlet) = (phone, link, outlet)
        config = scenario.app.tracking.config
        geolocation = BackgroundGeolocation(
            phone: phone,
            records: link.records,
            transport: link.transport,
            seed: scenario.seed,
            writing: .whenSettled
        )
        subscription = geolocation.onLocation({ _ in }, failure: outlet.fail)
    }

    func startMonitoring() throws {
        try ready()
        try geolocation.startNow()
    }

    func stopMonitoring() throws { geolocation.stop() }

    func startSchedule() throws {
        try ready()
        geolocation.startSchedule()
    }

    func stopSchedule() throws { geolocation.stopSchedule() }
    func opened() throws { try ready() }

    func change(_ options: ConfigPatch) throws {
        try ready()
        geolocation.setConfig { $0 = $0.applying(options) }
    }

    func resume(after reason: LaunchReason) {
        geolocation.resume(launch: reason)
        guard phone.platform == .ios || reason == .user else { return }
        do {
            try ready()
        } catch {
            outlet.fail(error)
        }
    }

    /// Calls `ready` once per process, also after Android's service ran without the app.
    private func ready() throws {
        guard !geolocation.isReady else { return }
        let (server, config) = (link.server, config)
        try geolocation.ready { current in
            current.http.url = server.address + "/v1/phones/transistor"
            current.authorization.accessToken = server.token
            current = current.applying(config)
        }
    }

    var isMonitoring: Bool { geolocation.enabled || geolocation.state.schedulerEnabled }
    func flush() throws { geolocation.flush() }
    /// Always empty: the service finds the visits.
    func visits() throws -> [FoundVisit] { [] }
}
