internal import DeviceEngine
internal import MobileSDK
internal import MobileSDKCore
internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel
internal import VisitPipeline
internal import VisitRecording
internal import VisitStore

/// An app on Footfall: the mobile SDK on the phone, and a visit pipeline over the phone's store.
///
/// With a link it also uploads its fixes: the phone emits events at once, and the service counts visits.
final class FootfallApp: LabApp {
    /// The SDK client, exposed to tests.
    let facilities: Facilities
    private let recorder: PipelineRecorder
    private let store: VisitStore
    private let member: MemberID
    /// Retained because events end when the subscription is released.
    private let subscription: EventSubscription

    init(
        _ scenario: Scenario,
        phone: any PhoneOS,
        store: VisitStore,
        link: ServerLink?,
        outlet: LabAppOutlet
    ) throws {
        self.store = store
        self.member = scenario.member
        self.recorder = try PipelineRecorder(
            store: store,
            device: scenario.phoneOfMember,
            // An app without location updates needs one slot for its movement trigger.
            selection: SelectionOptions(
                preferVisited: scenario.app.preferVisited,
                reservedSlots: scenario.app.updates == nil ? 1 : 0,
                earlierVisits: scenario.app.earlierVisits
            ),
            groupSize: Self.groupSize
        )
        self.facilities = Facilities(
            phone: phone,
            catalog: store,
            member: scenario.member,
            recorder: recorder,
            options: MonitoringOptions(
                updates: scenario.app.updates,
                usesForegroundService: scenario.app.usesForegroundService
            ),
            uploader: link.map { link in
                FixUploader(
                    phone: phone,
                    records: link.records,
                    transport: link.transport,
                    options: FixUploader.Options(url: link.server.address + "/v1/fixes", token: link.server.token)
                )
            }
        )
        self.subscription = facilities.subscribeToEvents(onEvent: outlet.emit, onError: outlet.fail)
    }

    func startMonitoring() throws { try facilities.beginMonitoring() }
    func stopMonitoring() throws { try facilities.endMonitoring() }
    func resume(after reason: LaunchReason) { facilities.resume() }
    var isMonitoring: Bool { facilities.isMonitoringActive() }

    /// Reports grouped into one commit; committing each would sync to the disk some forty thousand times in a month.
    private static let groupSize = 200

    func flush() throws { try recorder.flush() }

    func visits() throws -> [FoundVisit] {
        try flush()
        return try FoundVisit.all(of: member, in: store)
    }
}
