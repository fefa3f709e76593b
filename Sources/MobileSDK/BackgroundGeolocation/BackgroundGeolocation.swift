public import MobileSDKCore
public import PhoneOS
public import PhoneStore
public import TrackingEngine
internal import VisitModel

/// Background location tracking on one phone (the BGGeo document): motion turns location services on and off, and
/// records are stored in a file on the phone and uploaded to the app's server.
///
/// The app creates one at each start of its process, over its phone, its file of records and its transport; there is no
/// shared instance. Then it registers its listeners, calls `resume(launch:)` if the system may have started it, and
/// `ready` from its root. State that outlives the process is in the file.
///
/// A phone has one signal handler: an app uses either this or `Facilities` on it.
public final class BackgroundGeolocation: Sendable {
    let runtime: TrackingRuntime
    let permissions: PermissionPrompts

    var session: SharedSession { runtime.session }
    var hub: EventHub<Event> { runtime.hub }

    /// When state that outlives the process is written.
    package enum Writing: Hashable, Sendable {
        /// After each change, before the app is notified: as on a phone.
        case atOnce
        /// Records at once, all else when `flush()` is called and before the process ends: for simulations of many
        /// phones.
        case whenSettled
    }

    /// Creates a tracker; nothing is read and nothing is requested from the phone yet.
    ///
    /// `records` is the file of records, state and log; no other process of the app may use it at the same time.
    /// `explainer` shows `AppConfig.backgroundPermissionRationale` before Android 11 and later open the page for
    /// background location; `nil` shows it as a notification.
    public convenience init(
        phone: any PhoneOS,
        records: RecordStore,
        transport: any UploadTransport,
        explainer: (any PermissionExplainer)? = nil
    ) {
        self.init(
            phone: phone,
            records: records,
            transport: transport,
            explainer: explainer,
            seed: .random(in: .min ... .max),
            writing: .atOnce
        )
    }

    /// Creates a tracker for a simulation; `seed` is that of the names of records after the installation.
    package init(
        phone: any PhoneOS,
        records: RecordStore,
        transport: any UploadTransport,
        explainer: (any PermissionExplainer)? = nil,
        seed: UInt64,
        writing: Writing = .atOnce
    ) {
        runtime = TrackingRuntime(phone: phone, records: records, transport: transport, seed: seed, writing: writing)
        permissions = PermissionPrompts(runtime: runtime, explainer: explainer)
    }

    /// Configures the SDK: to be called once in each process, from the app's root, before anything that requires a
    /// location or a permission.
    ///
    /// Tracking that was on continues. Events since the start of the app are emitted to the listeners now. A second
    /// call changes nothing and emits a warning. `configure` sets options on those of an earlier launch, or on the
    /// documented defaults. With `reset` false it applies only at the first launch after the installation. The token is
    /// the access token of uploads, if `configure` sets none. Throws `MobileSDKError` with code `storage` if the
    /// phone's file cannot be read. Transistor, BGGeo.ready.
    @discardableResult
    public func ready(
        reset: Bool = true,
        transistorAuthorizationToken: String? = nil,
        _ configure: (inout TrackingConfig) -> Void
    ) throws -> State {
        try runtime.ready(reset: reset, token: transistorAuthorizationToken, configure)
    }

    /// Restores the state of the last process; to be called when the app starts, after its listeners are registered.
    ///
    /// Nothing else happens until `ready`, except on Android where tracking continues without the app: after a reboot
    /// with `startOnBoot`, otherwise with `stopOnTerminate` false. Without this call `ready`, or any other first call,
    /// acts as if the member had opened the app. A second call changes nothing. `launch` is the reason as far as the
    /// app knows it; the phone's signal takes precedence. Transistor, BGGeo, "Lifecycle".
    public func resume(launch: LaunchReason = .user) { runtime.resume(launch) }

    /// Writes everything that is not in the file yet (`Writing.whenSettled`), at a moment after which nothing may be
    /// lost.
    package func flush() { runtime.serialized { runtime.persistence.write(all: true) } }

    /// The current state; may be read before `ready`.
    public var state: State { runtime.call { session.withLock { State($0.tracking) } } }

    /// Whether the app has called `ready` in this process and its task was not removed since (Android).
    package var isReady: Bool { session.withLock { $0.tracking.isReady } }

    /// Whether tracking is on: from `start` or `startGeofences` until `stop`, across restarts of the app.
    public var enabled: Bool { state.enabled }

    /// The odometer, in metres.
    public var odometer: Double { state.odometer }
}
