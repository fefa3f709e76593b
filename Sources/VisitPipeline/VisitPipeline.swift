package import DeviceEngine
package import GeofenceEngine
internal import MemberEngine
package import VisitModel
package import VisitStore
internal import WebhookDelivery

/// The wiring of the flow from fixes to stored visits.
///
/// ```
/// track files ─▶ TrackReader ─▶ FixIngest ─▶ DeviceTimeline: FixHygiene ─▶ ProximitySelector ─▶ GeofenceRegistry
///  (Interchange)                    │                        ─▶ GeofenceEvaluator ─▶ VisitBuilder
///                                   ▼
///                     MemberEvaluation: VisitResolver ─▶ commits ─▶ VisitStore.commit (one transaction)
///                                                              │ outbox, written with the visits of its messages
///                                                              ▼
///                            WebhookWorker: DeliveryPlan ─▶ signed request ─▶ HTTPTransport ─▶ the partner's server
/// ```
///
/// `replay` reads fixes from a file, `DeviceTimeline` passes a fix through the engine, and `MessageComposer.standard`
/// makes the messages to other systems. Every decision is a pure function of `GeofenceEngine` or of the store.
package struct VisitPipeline: Sendable {
    package let store: VisitStore
    package let policy: EvaluationPolicy
    package let selection: SelectionOptions
    /// For a device of unknown platform; iOS by default, which has the smaller limit.
    package let defaultPlatform: Platform
    let directory: FacilityDirectory
    let context: TimelineContext
    /// For reading what is on disk: nothing is submitted through it.
    let lane: CommitLane
    let geofenceResponses = GeofenceResponseCache()

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
        self.lane = CommitLane(store, publishing: nil)
        self.context = TimelineContext(history: directory.history, policy: policy, selection: selection)
    }

    /// What evaluations of inputs that became known at some times need.
    func evaluationContext(_ observed: ObservedTimes) -> EvaluationContext {
        EvaluationContext(context, directory, observed: observed)
    }

    /// Makes the validation of inputs; those without a receive time get `now`.
    func screening(at now: Timestamp) -> InputScreening { InputScreening(policy: policy.hygiene, now: now) }

    /// Makes an ingest with no device open.
    ///
    /// With `publishes`, messages for other systems are written to the outbox, and with `collects`, changes that
    /// further input may change are collected before. With `isLive`, the fixes are received now, so that subscribers of
    /// the event stream are notified.
    func ingest(publishes: Bool = true, collects: Bool = true, live isLive: Bool = false) -> FixIngest {
        FixIngest(self, publishing: publishes ? .standard : nil, collects: collects, live: isLive)
    }
}

extension MessageComposer {
    /// The messages to other systems that every part of Footfall queues: steps of visits, corrections, and failures.
    package static let standard = MessageComposer(
        changes: VisitChange.between,
        areProvisional: VisitChange.areProvisional,
        body: { message, includesLocation in
            try MessageBody(message, includesLocation: includesLocation).encoded()
        }
    )
}
