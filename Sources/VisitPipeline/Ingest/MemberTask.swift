internal import DeviceEngine
internal import Dispatch
internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// One member's share of a batch: the devices' shares and their outcome.
///
/// Members do not influence each other, so their shares are evaluated in parallel.
struct MemberTask: Sendable {
    let member: MemberID
    /// The member's devices that sent inputs.
    private var parts: [(device: OpenDevice, inputs: Inputs)]
    private(set) var commits: [DeviceCommit] = []
    /// The entries for the pending-fix log.
    private(set) var pending: [(device: OpenDevice, entry: IntakeEntry)] = []
    private(set) var summary = IngestSummary()
    /// The devices that sent something repeatedly.
    private(set) var repeatingDevices: Set<DeviceID> = []
    /// The refused fixes, unchanged, by device.
    private(set) var refused: [(device: DeviceID, fix: Fix, rejection: FixRejection)] = []

    enum Inputs: Sendable {
        /// As received, not yet validated.
        case received([ReceivedInput])
        /// Validated, or made by the service itself.
        case validated([DeviceInput])
    }

    init(member: MemberID, parts: [(device: OpenDevice, inputs: Inputs)]) {
        self.member = member
        self.parts = parts
    }

    /// Evaluates the share; with `savesAll`, earlier pending fixes are stored with the states in any case.
    mutating func run(_ writer: OutcomeWriter, savesAll: Bool = false) throws {
        var changed: [DeviceShare] = []
        for index in parts.indices {
            let inputs = parts[index].inputs
            parts[index].inputs = .validated([])
            let id = parts[index].device.device.id
            let (screened, outcome, share) = try parts[index].device.session.withLock { session in
                let screened = session.screened(inputs, writer)
                let outcome = try session.apply(AcceptedInputs(screened), writer, savesAll: savesAll)
                return (screened, outcome, outcome.hasChanges ? session.prepareCommit(of: outcome, writer) : nil)
            }
            summary.count(screened, of: id)
            refused += screened.refused.map { (id, $0.fix, $0.rejection) }
            summary.count(outcome, of: id)
            if outcome.journal.rejections[.exactRepeat] != nil { repeatingDevices.insert(id) }
            if let share { changed.append(share) }
            if let fixes = outcome.pendingFixes {
                let device = parts[index].device
                let key = device.session.withLock { $0.key }
                pending.append((device, IntakeEntry(device: key, fixes: fixes)))
            }
        }
        guard !changed.isEmpty else { return }
        commits = try writer.commits(ofMember: member, changed)
        for entry in commits.lazy.flatMap(\.events) { summary.events[entry.kind.name, default: 0] += 1 }
    }

    /// Evaluates many shares, one per member, on all processors; throws the first error, in the order of tasks.
    static func runAll(_ tasks: inout [MemberTask], _ writer: OutcomeWriter) throws {
        let slots = tasks.map(Slot.init)
        tasks = []
        DispatchQueue.concurrentPerform(iterations: slots.count) { index in slots[index].work(writer) }
        tasks = try slots.map { try $0.outcome() }
    }

    /// A task that one thread evaluates while others evaluate theirs.
    private final class Slot: Sendable {
        private let result: Mutex<Result<MemberTask, any Error>>

        init(_ task: MemberTask) { self.result = Mutex(.success(task)) }

        func work(_ writer: OutcomeWriter) {
            result.withLock { result in
                guard case .success(var task) = result else { return }
                // Moved out of the slot, so that the task's arrays have one owner and are changed in place.
                result = .failure(CancellationError())
                result = Result {
                    try task.run(writer)
                    return task
                }
            }
        }

        func outcome() throws -> MemberTask { try result.withLock { try $0.get() } }
    }
}

extension DeviceSession {
    /// Validates the inputs of the device, and updates the estimate of its clock.
    fileprivate mutating func screened(_ inputs: MemberTask.Inputs, _ writer: OutcomeWriter) -> InputScreening.Outcome {
        switch inputs {
        case .received(let inputs):
            return writer.intake.screening(at: writer.observed.otherwise).screen(inputs, clock: &clock.estimate)
        case .validated(let inputs): return InputScreening.Outcome(accepted: inputs)
        }
    }
}

extension IngestSummary {
    mutating func count(_ screened: InputScreening.Outcome, of device: DeviceID) {
        fixes += screened.fixCount
        unknownAccuracy += screened.unknownAccuracyCount
        for refused in screened.refused { rejections[refused.rejection, default: 0] += 1 }
        guard screened.correctedCount > 0 else { return }
        clockCorrected += screened.correctedCount
        clockCorrectedDevices.insert(device)
    }

    mutating func count(_ outcome: DeviceSession.Outcome, of device: DeviceID) {
        devices.insert(device)
        stored += outcome.addedCount
        late += outcome.lateCount
        rejections.merge(outcome.journal.rejections, uniquingKeysWith: +)
        if let count = outcome.journal.rejections[.beyondHorizon] { unevaluated[device, default: 0] += count }
    }
}

/// An opened device, cached between batches.
///
/// A session is large and has many reference-counted parts, so it stays in place and is mutated there; one thread at a
/// time works on a device.
final class OpenDevice: Sendable {
    let device: Device
    let session: Mutex<DeviceSession>

    init(_ session: consuming sending DeviceSession) {
        self.device = session.timeline.device
        self.session = Mutex(session)
    }
}
