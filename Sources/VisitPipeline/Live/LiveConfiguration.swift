internal import DeviceEngine
internal import GeofenceEngine
internal import Interchange
internal import MemberEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// What the live service evaluates and answers with: facilities, lists, policy and tracking options, as last read.
///
/// Invariant: each is a whole snapshot, and a later one replaces an earlier one.
final class LiveConfiguration: Sendable {
    private struct State {
        var environment: LiveEnvironment
        var trackingOptions: TrackingOptionsResolver
    }

    private let store: VisitStore
    private let state: Mutex<State>

    init(_ store: VisitStore, _ policy: EvaluationPolicy, _ selection: SelectionOptions) throws {
        self.store = store
        // The revision is read first: a concurrent change is then detected later.
        let revision = try store.placesRevision()
        let pipeline = try VisitPipeline(store: store, policy: policy, selection: selection)
        pipeline.directory.history.prepare(replacing: nil)
        state = Mutex(
            State(
                environment: LiveEnvironment(generation: 0, revision: revision, pipeline: pipeline),
                trackingOptions: try TrackingOptionsRegistry(store: store).resolver()
            )
        )
    }

    var environment: LiveEnvironment { state.withLock { $0.environment } }

    /// The stored tracking options that can't be used.
    var damagedTrackingOptions: [TrackingOptionsSlot] { state.withLock { $0.trackingOptions.damaged } }

    /// Reads facilities and lists again where they have changed, and returns whether they had.
    ///
    /// After an error the previous ones stay in use.
    func refreshPlaces() throws -> Bool {
        let current = environment
        let revision = try store.placesRevision()
        guard revision != current.revision else { return false }
        let old = current.pipeline
        let pipeline = try VisitPipeline(
            store: store,
            policy: old.policy,
            selection: old.selection,
            defaultPlatform: old.defaultPlatform
        )
        // Here and not with the next fix, for which all phones would wait.
        pipeline.directory.history.prepare(replacing: old.directory.history)
        // Released here and not under the lock: it can hold a million facilities.
        let replaced: LiveEnvironment? = state.withLock { state in
            // Another thread may have read later and finished first.
            guard revision > state.environment.revision else { return nil }
            let replaced = state.environment
            state.environment = LiveEnvironment(
                generation: replaced.generation + 1,
                revision: revision,
                pipeline: pipeline
            )
            return replaced
        }
        return replaced != nil
    }

    /// Reads the tracking options again where they have changed, and returns whether they had.
    ///
    /// After an error the previous ones stay in use.
    func refreshTrackingOptions() throws -> Bool {
        let known = state.withLock { $0.trackingOptions.revision }
        guard try store.trackingOptions.revision() != known else { return false }
        let new = try TrackingOptionsRegistry(store: store).resolver()
        return state.withLock { state in
            // Another thread may have read later and finished first.
            guard new.revision > state.trackingOptions.revision else { return false }
            state.trackingOptions = new
            return true
        }
    }

    /// The tracking options for the phone that sent a request; `nil` to leave them to the app.
    func trackingOptions(
        for report: PhoneReport,
        of app: PhoneApp,
        in environment: ProjectEnvironment
    ) -> [UInt8]? {
        state.withLock { $0.trackingOptions.document(for: report, of: app, in: environment) }
    }
}

/// A snapshot of the configuration that fixes are evaluated with: facilities, policy and store.
struct LiveEnvironment: Sendable {
    /// The number of the snapshot; devices opened with another one are opened again.
    let generation: Int
    /// The store's revision of the facilities and lists.
    let revision: Int64
    let pipeline: VisitPipeline

    init(generation: Int, revision: Int64, pipeline: VisitPipeline) {
        self.generation = generation
        self.revision = revision
        self.pipeline = pipeline
    }

    func context(observedAt time: Timestamp) -> EvaluationContext {
        pipeline.evaluationContext(ObservedTimes(time))
    }
}
