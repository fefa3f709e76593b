internal import DeviceEngine
internal import Dispatch
internal import MemberEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// One member's share of a batch: the inputs of opened devices, and then the outcome of their evaluation.
///
/// Members do not influence each other, so their shares are evaluated in parallel.
struct MemberTask: Sendable {
    let member: MemberID
    /// The member's devices that sent inputs.
    private var parts: [(device: OpenDevice, inputs: MemberEvaluation.Inputs)]
    private(set) var outcome = MemberEvaluation.Outcome()

    init(member: MemberID, parts: [(device: OpenDevice, inputs: MemberEvaluation.Inputs)]) {
        self.member = member
        self.parts = parts
    }

    /// The entries for the pending-fix log, with their devices.
    var pending: [(device: OpenDevice, entry: IntakeEntry)] {
        outcome.pending.compactMap { entry in
            parts.first { $0.device.key == entry.device }.map { ($0.device, entry) }
        }
    }

    /// Evaluates the share; with `savesAll`, earlier pending fixes are stored with the states in any case.
    mutating func run(_ context: EvaluationContext, _ lane: CommitLane, savesAll: Bool = false) throws {
        var evaluation = MemberEvaluation(of: member, context)
        for index in parts.indices {
            let inputs = parts[index].inputs
            parts[index].inputs = .validated([])
            let device = parts[index].device
            try device.session.withLock { session in
                if context.timeline.selection.preferVisited > 0, !session.isOnlyDevice {
                    session.adopt(visitsElsewhere: try lane.visitsElsewhere(than: device.key, context))
                }
                let history = StoredHistory(device: device.key, lane: lane)
                try evaluation.advance(&session, by: inputs, history: history, savesAll: savesAll)
            }
        }
        outcome = try evaluation.finish(history: StoredMemberHistory(member: member, lane: lane))
    }

    /// Evaluates many shares, one per member, on all processors; throws the first error, in the order of tasks.
    static func runAll(_ tasks: inout [MemberTask], _ context: EvaluationContext, _ lane: CommitLane) throws {
        let slots = tasks.map(Slot.init)
        tasks = []
        DispatchQueue.concurrentPerform(iterations: slots.count) { index in slots[index].work(context, lane) }
        tasks = try slots.map { try $0.outcome() }
    }

    /// A task that one thread evaluates while others evaluate theirs.
    private final class Slot: Sendable {
        private let result: Mutex<Result<MemberTask, any Error>>

        init(_ task: MemberTask) { self.result = Mutex(.success(task)) }

        func work(_ context: EvaluationContext, _ lane: CommitLane) {
            result.withLock { result in
                guard case .success(var task) = result else { return }
                // Moved out of the slot, so that the task's arrays have one owner and are changed in place.
                result = .failure(CancellationError())
                result = Result {
                    try task.run(context, lane)
                    return task
                }
            }
        }

        func outcome() throws -> MemberTask { try result.withLock { try $0.get() } }
    }
}

/// An opened device, cached between batches.
///
/// A session is large and has many reference-counted parts, so it stays in place and is mutated there; one thread at a
/// time works on a device.
final class OpenDevice: Sendable {
    let key: DeviceKey
    let device: Device
    let session: Mutex<DeviceSession>

    init(_ session: consuming sending DeviceSession) {
        self.key = session.key
        self.device = session.timeline.device
        self.session = Mutex(session)
    }
}
