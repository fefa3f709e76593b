internal import MobileSDK
internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

/// An app on the SDK that tracks by motion, which sends what it records to a service.
///
/// It calls `ready` from its root, as the SDK's documents want: whenever iOS starts it, and when its member opens it on
/// Android, where the SDK goes on without it. Its geofences are those that the service tells it to keep.
final class TransistorApp: LabApp {
    /// For tests that look at the phone-side part itself.
    let geolocation: BackgroundGeolocation
    private let phone: any PhoneOS
    private let config: ConfigPatch
    private let link: ServerLink
    /// Kept, because what is told ends with it.
    private let subscription: EventSubscription

    init(_ scenario: Scenario, phone: any PhoneOS, link: ServerLink, outlet: LabAppOutlet) throws {
        (self.phone, self.link) = (phone, link)
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

    func resume(after reason: LaunchReason) {
        geolocation.resume(launch: reason)
        guard phone.platform == .ios || reason == .user else { return }
        try? ready()
    }

    /// Calls `ready`, once in a process and after Android's service went on alone.
    private func ready() throws {
        guard !geolocation.isReady else { return }
        let (server, config) = (link.server, config)
        try geolocation.readyNow { current in
            current.http.url = server.address + "/v1/phones/transistor"
            current.authorization.accessToken = server.token
            current = current.applying(config)
        }
    }

    func pass(to time: Timestamp) {}
    var isMonitoring: Bool { geolocation.enabled || geolocation.state.schedulerEnabled }
    func settle() throws { geolocation.settle() }
    /// The service finds them.
    func visits() throws -> [FoundVisit] { [] }
}
