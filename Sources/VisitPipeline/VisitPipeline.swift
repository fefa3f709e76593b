package import GeofenceEngine
package import VisitModel
package import VisitStore

/// The flow, wired once: from fixes to stored visits.
///
/// ```
/// track files ─▶ TrackReader ─▶ FixIngest ─▶ DeviceTimeline: FixHygiene ─▶ ProximitySelector ─▶ GeofenceRegistry
///  (Interchange)                    │                        ─▶ GeofenceEvaluator ─▶ VisitBuilder
///                                   ▼
///                             MemberVisits: VisitResolver ─▶ OutcomeWriter ─▶ VisitStore.commit (one transaction)
///                                                              │ outbox, written with the visits it tells of
///                                                              ▼
///                             WebhookWorker: DeliveryPlan ─▶ signed request ─▶ HTTPTransport ─▶ the partner's server
/// ```
///
/// `replay` follows a fix from a file; `DeviceTimeline` is the fix's way through the engine; `MessageComposer.standard` is
/// what other systems are told. Everything either is a pure decision of `GeofenceEngine` or the store.
package struct VisitPipeline: Sendable {
    /// Where everything is kept.
    package let store: VisitStore
    /// The thresholds.
    package let policy: EvaluationPolicy
    /// How many fences are registered, and which first.
    package let selection: SelectionOptions
    /// The platform of a device that nothing says it of.
    package let defaultPlatform: Platform
    /// The facilities as they are now.
    let directory: FacilityDirectory
    /// What phones are told of them.
    let shelf = FenceShelf()

    /// Reads the facilities and is ready.
    ///
    /// - Parameters:
    ///   - store: where everything is kept.
    ///   - policy: the thresholds.
    ///   - selection: how many fences are registered, and which first.
    ///   - defaultPlatform: the platform of a device that nothing says it of; iOS, whose limit is the smaller one.
    /// - Throws: `VisitStoreError`.
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
        self.directory = try FacilityDirectory(store, defaultTimeZone: store.defaultTimeZone() ?? .utc)
    }

    /// The world outside the devices.
    var context: TimelineContext {
        TimelineContext(history: directory.history, policy: policy, selection: selection)
    }

    /// The intake of devices' inputs.
    var intake: DeviceIntake {
        DeviceIntake(context: context, directory: directory, defaultPlatform: defaultPlatform)
    }

    /// A fresh intake, with no device open.
    ///
    /// - Parameters:
    ///   - tells: whether other systems are told of what is found.
    ///   - isLive: whether it happens now, so that listeners are told of it.
    /// - Returns: the intake.
    func ingest(tells: Bool = true, live isLive: Bool = false) -> FixIngest {
        FixIngest(
            store: store,
            intake: intake,
            telling: tells ? .standard : nil,
            live: isLive
        )
    }
}
