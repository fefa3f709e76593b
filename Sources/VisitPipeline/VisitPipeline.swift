package import DeviceEngine
package import GeofenceEngine
package import VisitModel
package import VisitStore

/// The wiring of the flow from fixes to stored visits.
///
/// ```
/// track files ─▶ TrackReader ─▶ FixIngest ─▶ DeviceTimeline: FixHygiene ─▶ ProximitySelector ─▶ GeofenceRegistry
///  (Interchange)                    │                        ─▶ GeofenceEvaluator ─▶ VisitBuilder
///                                   ▼
///                             MemberVisits: VisitResolver ─▶ OutcomeWriter ─▶ VisitStore.commit (one transaction)
///                                                              │ outbox, written with the visits of its messages
///                                                              ▼
///                            WebhookWorker: DeliveryPlan ─▶ signed request ─▶ HTTPTransport ─▶ the partner's server
/// ```
///
/// `replay` reads fixes from a file, `DeviceTimeline` passes a fix through the engine, and `MessageComposer.standard`
/// makes the messages to other systems. Every decision is a pure function of `GeofenceEngine` or of the store.
package struct VisitPipeline: Sendable {
    /// The database of facilities, devices and visits.
    package let store: VisitStore
    /// The thresholds.
    package let policy: EvaluationPolicy
    /// The number of fences to register, and their priority.
    package let selection: SelectionOptions
    /// The default platform, for a device of unknown platform.
    package let defaultPlatform: Platform
    /// The current facilities.
    let directory: FacilityDirectory
    /// The cache of geofences sent to phones.
    let geofenceResponses = GeofenceResponseCache()

    /// Reads the facilities.
    ///
    /// - Parameters:
    ///   - store: the database of facilities, devices and visits.
    ///   - policy: the thresholds.
    ///   - selection: the number of fences to register, and their priority.
    ///   - defaultPlatform: the platform of a device of unknown platform; iOS, which has the smaller limit.
    /// - Throws: `StorageError`.
    package init(
        store: VisitStore,
        policy: EvaluationPolicy = .standard,
        selection: SelectionOptions = SelectionOptions(),
        defaultPlatform: Platform = .ios
    ) throws {
        self.store = store
        self.policy = policy
        self.selection = selection
        self.defaultPlatform = defaultPlatform
        self.directory = try FacilityDirectory(store, defaultTimeZone: store.settings.defaultTimeZone() ?? .utc)
    }

    /// The environment of the devices.
    var context: TimelineContext {
        TimelineContext(history: directory.history, policy: policy, selection: selection)
    }

    /// The intake of devices' inputs.
    var intake: DeviceIntake {
        DeviceIntake(context: context, directory: directory, defaultPlatform: defaultPlatform)
    }

    /// Makes an ingest with no device open.
    ///
    /// - Parameters:
    ///   - publishes: whether messages for other systems are written to the outbox.
    ///   - isLive: whether the fixes are received now, so that subscribers of the event stream are notified.
    /// - Returns: the ingest.
    func ingest(publishes: Bool = true, live isLive: Bool = false) -> FixIngest {
        FixIngest(
            store: store,
            intake: intake,
            publishing: publishes ? .standard : nil,
            live: isLive
        )
    }
}
