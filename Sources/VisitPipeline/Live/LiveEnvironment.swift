internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// A snapshot of the configuration that fixes are evaluated with: facilities, policy and store.
struct LiveEnvironment: Sendable {
    /// The number of the snapshot; devices opened with another one are opened again.
    let generation: Int
    /// The store's revision of the facilities and lists.
    let revision: Int64
    /// The facilities, the policy and the store.
    let pipeline: VisitPipeline
    /// The intake of devices' inputs.
    let intake: DeviceIntake
    /// The serial queue into the store.
    ///
    /// Nothing is submitted through it: what a job reads is on disk before it begins.
    let lane: CommitLane

    init(generation: Int, revision: Int64, pipeline: VisitPipeline) {
        self.generation = generation
        self.revision = revision
        self.pipeline = pipeline
        self.intake = pipeline.intake
        self.lane = CommitLane(pipeline.store, telling: nil)
    }

    /// Makes a writer that turns outcomes into commits.
    func writer(observedAt time: Timestamp) -> OutcomeWriter {
        intake.writer(into: lane, ObservedTimes(time))
    }
}
