internal import Foundation
public import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel
public import VisitStore

/// Background location tracking on one phone (the BGGeo document): motion turns location services on and off, what is
/// recorded is kept in a file on the phone and uploaded to the app's server.
///
/// The app makes it once for each start of its process, over its phone, its file of records and its way to the internet; there
/// is no shared one. Then it registers its listeners, calls `resume(launch:)` where the system may have started it, and
/// `ready` from its root. What outlives the process is in the file.
///
/// A phone has one handler of signals: an app uses either this or `Facilities` on it.
public final class BackgroundGeolocation: Sendable {
    let phone: any PhoneOS
    let records: RecordStore
    let transport: any UploadTransport
    let explainer: (any PermissionExplainer)?
    let writing: Writing
    let seed: UInt64
    let hub = EventHub<Event>()
    let session: Mutex<GeolocationSession>
    /// One thing after the other: what the phone and the connection tell on their threads, what the app asks for on its own.
    ///
    /// Recursive, for a phone may answer while it is asked, and a listener may ask for something.
    let lane = NSRecursiveLock()

    /// When what outlives the process is written.
    package enum Writing: Hashable, Sendable {
        /// After whatever changed it, before the app is told: as on a phone.
        case atOnce
        /// When `settle()` is called and before the process ends, records apart: for simulations of many phones.
        case whenSettled
    }

    /// Makes it; nothing is read and nothing is asked of the phone yet.
    ///
    /// - Parameters:
    ///   - phone: the phone.
    ///   - records: where records, state and log are kept; no other process of the app may use it at the same time.
    ///   - transport: how requests reach the server.
    ///   - explainer: shows `AppConfig.backgroundPermissionRationale` before Android 11 and later open the page for location in
    ///     the background; `nil` shows it as a notification.
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

    /// The same for a simulation.
    ///
    /// - Parameters:
    ///   - phone: the phone.
    ///   - records: where records, state and log are kept.
    ///   - transport: how requests reach the server.
    ///   - explainer: shows the rationale; `nil` shows it as a notification.
    ///   - seed: where the names of records come from after the installation.
    ///   - writing: when what outlives the process is written.
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

    /// Ends the sequences of events: nobody is there to tell anything more.
    deinit { hub.finish() }

    /// How things are now; safe before `ready`.
    public var state: State {
        lane.withLock {
            begin(.user)
            return session.withLock { State($0.tracking) }
        }
    }

    /// Whether the app has called `ready` in this process, and its screens were not swiped away since (Android).
    package var isReady: Bool { session.withLock { $0.tracking.isReady } }

    /// Whether tracking is on, over restarts of the app: from `start` or `startGeofences` until `stop`.
    public var enabled: Bool { state.enabled }

    /// The odometer, in metres.
    public var odometer: Double { state.odometer }
}
