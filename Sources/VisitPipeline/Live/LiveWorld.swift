internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// The facilities and rules that fixes are judged by until one of them changes.
struct LiveWorld: Sendable {
    /// Tells this world from earlier ones: devices opened in another one are opened anew.
    let generation: Int
    /// The state of the facilities and lists that it was made from.
    let revision: Int64
    /// The facilities, the policy and the store.
    let pipeline: VisitPipeline
    /// The intake of devices' inputs.
    let intake: DeviceIntake
    /// The way into the store.
    ///
    /// Nothing is submitted through it: what a job needs is on disk before it begins.
    let lane: CommitLane

    init(generation: Int, revision: Int64, pipeline: VisitPipeline) {
        self.generation = generation
        self.revision = revision
        self.pipeline = pipeline
        self.intake = pipeline.intake
        self.lane = CommitLane(pipeline.store, telling: nil)
    }

    /// What turns outcomes into what is stored.
    func writer(observedAt time: Timestamp) -> OutcomeWriter {
        intake.writer(into: lane, ObservedTimes(time))
    }
}
