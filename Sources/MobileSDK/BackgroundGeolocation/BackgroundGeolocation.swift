internal import Foundation
public import MobileSDKCore
public import PhoneOS
public import PhoneStore
internal import Synchronization
internal import TrackingEngine
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
    let phone: any PhoneOS
    let records: RecordStore
    let transport: any UploadTransport
    let explainer: (any PermissionExplainer)?
    let writing: Writing
    let seed: UInt64
    let hub = EventHub<Event>()
    let session: Mutex<GeolocationSession>
    /// Serializes the signals of the phone, the results of the connection, both on their threads, and the app's calls.
    ///
    /// Recursive, since a phone may answer during a request and a listener may make a request.
    let lane = NSRecursiveLock()

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
    /// - Parameters:
    ///   - phone: the phone's operating system.
    ///   - records: the file of records, state and log; no other process of the app may use it at the same time.
    ///   - transport: makes the requests to the server.
    ///   - explainer: shows `AppConfig.backgroundPermissionRationale` before Android 11 and later open the page for
    ///     background location; `nil` shows it as a notification.
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

    /// Creates a tracker for a simulation.
    ///
    /// - Parameters:
    ///   - phone: the phone's operating system.
    ///   - records: the file of records, state and log.
    ///   - transport: makes the requests to the server.
    ///   - explainer: shows the rationale; `nil` shows it as a notification.
    ///   - seed: the seed of the names of records after the installation.
    ///   - writing: when state that outlives the process is written.
    package init(
        phone: any PhoneOS,
        records: RecordStore,
        transport: any UploadTransport,
        explainer: (any PermissionExplainer)? = nil,
        seed: UInt64,
        writing: Writing = .atOnce
    ) {
        self.phone = phone
        self.records = records
        self.transport = transport
        self.explainer = explainer
        self.writing = writing
        self.seed = seed
        let tracking = BackgroundTracking(platform: phone.platform, facts: PhoneFacts(of: phone), seed: seed)
        session = Mutex(GeolocationSession(tracking))
    }

    /// Closes the event sequences: no event will follow.
    deinit { hub.finish() }

    /// The current state; may be read before `ready`.
    public var state: State {
        lane.withLock {
            begin(.user)
            return session.withLock { State($0.tracking) }
        }
    }

    /// Whether the app has called `ready` in this process and its task was not removed since (Android).
    package var isReady: Bool { session.withLock { $0.tracking.isReady } }

    /// Whether tracking is on: from `start` or `startGeofences` until `stop`, across restarts of the app.
    public var enabled: Bool { state.enabled }

    /// The odometer, in metres.
    public var odometer: Double { state.odometer }
}
