package import DeviceEngine
package import GeofenceEngine
package import VisitModel

/// The evaluation of one member: the inputs of the member's devices in, the commits out.
///
/// It is the one way in for replay, service, simulation and recorder. `advance` validates the inputs of one device and
/// passes them through its timeline; `finish` resolves the member's visits from the stays of all devices and returns the
/// commits, one for each device that changed.
///
/// It knows no store, no clock and no network: the time comes in with the context, the recorded past through
/// `DeviceHistory` and `MemberHistory`. After an error the sessions that were advanced must be opened again. Members do
/// not influence each other, so that members are evaluated side by side.
package struct MemberEvaluation {
    package let member: MemberID
    private let context: EvaluationContext
    private var shares: [DeviceShare] = []
    private var outcome = Outcome()

    package init(of member: MemberID, _ context: EvaluationContext) {
        self.member = member
        self.context = context
    }

    /// The inputs of one device.
    package enum Inputs: Sendable {
        /// As received, not yet validated.
        case received([ReceivedInput])
        /// Validated, or made by the service itself.
        case validated([DeviceInput])
    }

    package struct Outcome: Sendable {
        /// What is to be written as a whole: one for each device that changed, the member's visits with the first one.
        package var commits: [DeviceCommit] = []
        /// The entries for the pending-fix log, of devices without a commit.
        package var pending: [IntakeEntry] = []
        package var summary = IngestSummary()
        /// The devices that sent something repeatedly.
        package var repeatingDevices: Set<DeviceID> = []
        /// The refused fixes, unchanged, by device.
        package var refused: [(device: DeviceID, fix: Fix, rejection: FixRejection)] = []

        package init() {}
    }

    /// Applies the inputs of one of the member's devices, in any order.
    ///
    /// With `savesAll`, earlier pending fixes are stored with its state in any case. Throws `DeviceEngineError` with
    /// code `damagedState`, `MemberEngineError`, and the errors of the history.
    package mutating func advance(
        _ session: inout DeviceSession,
        by inputs: Inputs,
        history: some DeviceHistory,
        savesAll: Bool = false
    ) throws {
        let id = session.timeline.device.id
        let screened = screened(inputs, clock: &session.clock.estimate)
        let changes = try session.apply(AcceptedInputs(screened), context, history, savesAll: savesAll)
        outcome.summary.count(screened, of: id)
        outcome.summary.count(changes, of: id)
        outcome.refused += screened.refused.map { (id, $0.fix, $0.rejection) }
        if changes.journal.rejections[.exactRepeat] != nil { outcome.repeatingDevices.insert(id) }
        if let fixes = changes.pendingFixes { outcome.pending.append(IntakeEntry(device: session.key, fixes: fixes)) }
        if changes.hasChanges { shares.append(session.prepareCommit(of: changes, context)) }
    }

    /// Resolves the member's visits again around every stay that changed, and returns what is to be written.
    ///
    /// Throws the errors of the history.
    package consuming func finish(history: some MemberHistory) throws -> Outcome {
        guard !shares.isEmpty else { return outcome }
        let visits = try MemberVisits(member: member, shares: shares, context, history)
        for (index, share) in shares.enumerated() {
            var commit = DeviceCommit(of: share, visits, context)
            if index == 0 {
                (commit.visits, commit.movedStays) = (visits.changed, visits.moved)
                commit.lateSeconds = shares.map(\.outcome.lateSeconds).max() ?? 0
            }
            outcome.summary.count(commit.events)
            outcome.commits.append(commit)
        }
        return outcome
    }

    private func screened(_ inputs: Inputs, clock: inout ClockEstimate) -> InputScreening.Outcome {
        switch inputs {
        case .received(let inputs):
            let screening = InputScreening(policy: context.policy.hygiene, now: context.observed.otherwise)
            return screening.screen(inputs, clock: &clock)
        case .validated(let inputs): return InputScreening.Outcome(accepted: inputs)
        }
    }
}
