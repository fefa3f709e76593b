public import MobileSDK
public import MobileSDKCore
public import PhoneOS
public import PhoneStore
public import TrackingEngine

/// Background location tracking under the names of the BGGeo document: one shared instance, over the phone that the app
/// gives once.
///
/// ```swift
/// try BGGeo.use(phone)
/// let bgGeo = BGGeo.shared
/// bgGeo.ready { config in config.http.url = "https://example.com/locations" }
/// ```
///
/// Each call is one of `BackgroundGeolocation`, whose comments describe it. Before `use` a call that throws throws
/// `MobileSDKError` with code `configuration`, and any other ends the program with the same message.
public final class BGGeo: Sendable {
    /// The instance of the app.
    public static let shared = BGGeo()

    private let slot = PhoneSlot<BackgroundGeolocation>(filledBy: "try BGGeo.use(phone)")
    let failures = FailureReport<MobileSDKError>(of: "BGGeo.ready")

    /// Creates an instance without a phone; the app has the shared one.
    package init() {}

    /// Gives the shared instance its phone, and restores the state of the last process; to be called at each start of
    /// the app.
    ///
    /// `records` is the file of records, state and log; without one everything is in memory and ends with the process.
    /// Without a `transport` nothing is uploaded. `explainer` shows `AppConfig.backgroundPermissionRationale`. `launch`
    /// is the reason of the start as far as the app knows it. `headless` receives Android's events while the app is
    /// terminated (`AppConfig.enableHeadless`). A phone has one signal handler: an app uses either this, `AFCore` or
    /// `Radar` on it. A second call replaces the phone and ends all subscriptions. Throws `StorageError` if there is no
    /// memory for records.
    public static func use(
        _ phone: any PhoneOS,
        records: RecordStore? = nil,
        transport: (any UploadTransport)? = nil,
        explainer: (any PermissionExplainer)? = nil,
        launch: LaunchReason = .user,
        headless: (@Sendable (BackgroundGeolocation.Event) -> Void)? = nil
    ) throws {
        let geolocation = BackgroundGeolocation(
            phone: phone,
            records: try records ?? .inMemory(),
            transport: transport ?? NoTransport(call: "BGGeo.use(phone, transport: …)"),
            explainer: explainer
        )
        geolocation.setHeadlessHandler(headless)
        shared.slot.fill(geolocation)
        shared.failures.removeListeners()
        geolocation.resume(launch: launch)
    }

    /// The object behind the shared instance.
    var geolocation: BackgroundGeolocation { slot.filled }

    func checkedGeolocation() throws(MobileSDKError) -> BackgroundGeolocation { try slot.get() }

    /// Configures the SDK; to be called once in each process, from the app's root.
    ///
    /// The document's form of `BackgroundGeolocation.ready`: it waits for nothing and throws nothing. A failure, such
    /// as a file of records that cannot be read, reaches `onFailure`. Transistor, BGGeo.ready.
    public func ready(
        reset: Bool = true,
        transistorAuthorizationToken token: TransistorToken? = nil,
        _ configure: (inout TrackingConfig) -> Void
    ) {
        let geolocation = geolocation
        do {
            try geolocation.ready(reset: reset, transistorAuthorizationToken: token, configure)
        } catch let error as MobileSDKError {
            failures.report(error)
        } catch {
            failures.report(MobileSDKError(.storage, "\(error)", cause: error))
        }
    }

    /// As `BackgroundGeolocation.onFailure(_:)`, with the failures of `ready`.
    ///
    /// Without a subscription those are written to standard error.
    public func onFailure(_ callback: @escaping @Sendable (MobileSDKError) -> Void) -> EventSubscription {
        failures.subscribe(callback, with: geolocation.onFailure(callback))
    }
}

/// The access token of uploads that `BGGeo.ready` takes.
public typealias TransistorToken = String
