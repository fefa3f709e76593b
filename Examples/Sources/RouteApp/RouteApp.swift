import MobileSDK
import PhoneOS
import PhoneStore
import VisitModel

/// A small app that records its member's route, by background location tracking.
///
/// It is created at each start of the app's process, over the phone and the file of records.
public final class RouteApp: Sendable {
    private let geolocation: BackgroundGeolocation

    /// Creates the app and continues tracking, where the member has started it before.
    ///
    /// Nothing waits in here: `ready` returns once the options apply.
    ///
    /// - Parameters:
    ///   - phone: the phone's operating system, or a simulated one.
    ///   - records: the file that keeps records and state between the processes.
    ///   - transport: sends the uploads.
    ///   - launch: why the system started the process.
    /// - Throws: `MobileSDKError` if the file of records cannot be read.
    public init(
        phone: any PhoneOS,
        records: RecordStore,
        transport: any UploadTransport,
        launch: LaunchReason = .user
    ) throws {
        geolocation = BackgroundGeolocation(phone: phone, records: records, transport: transport)
        geolocation.resume(launch: launch)
        try geolocation.ready { config in
            config.http.url = "https://example.com/locations"
            config.app.stopOnTerminate = false
            config.app.startOnBoot = true
        }
    }

    /// Starts tracking; the member may be asked for permissions.
    public func start() async throws { try await geolocation.start() }

    /// Whether tracking is on.
    public var isTracking: Bool { geolocation.enabled }

    /// The length of the route so far, in metres.
    public var meters: Double { geolocation.odometer }
}
