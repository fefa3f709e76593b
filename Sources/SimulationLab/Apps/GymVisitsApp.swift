internal import MobileSDK
internal import PhoneOS
internal import VisitModel
internal import VisitStore

/// An app on Footfall that also uploads its fixes: the phone emits events at once, and the service counts visits.
final class GymVisitsApp: LabApp {
    private let app: FootfallApp

    init(
        _ scenario: Scenario,
        phone: any PhoneOS,
        store: VisitStore,
        link: ServerLink,
        outlet: LabAppOutlet
    ) throws {
        let uploader = FixUploader(
            phone: phone,
            records: link.records,
            transport: link.transport,
            options: FixUploader.Options(url: link.server.address + "/v1/fixes", token: link.server.token)
        )
        app = try FootfallApp(scenario, phone: phone, store: store, outlet: outlet, uploader: uploader)
    }

    /// The SDK client, exposed to tests.
    var facilities: Facilities { app.facilities }

    func startMonitoring() throws { try app.startMonitoring() }
    func stopMonitoring() throws { try app.stopMonitoring() }
    func resume(after reason: LaunchReason) { app.resume(after: reason) }
    func advance(to time: Timestamp) { app.advance(to: time) }
    var isMonitoring: Bool { app.isMonitoring }
    func flush() throws { try app.flush() }
    func visits() throws -> [FoundVisit] { try app.visits() }
}
