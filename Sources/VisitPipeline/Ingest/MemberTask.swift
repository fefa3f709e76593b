internal import Dispatch
internal import GeofenceEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// One member's part of a batch: the devices' shares, and what comes of them.
///
/// Members do not influence each other, so their parts are worked out side by side.
struct MemberTask: Sendable {
    /// Whose part it is.
    let member: MemberID
    /// The member's devices that sent, each with what it sent.
    private var parts: [(device: OpenDevice, inputs: Inputs)]
    /// What is to be stored.
    private(set) var commits: [DeviceCommit] = []
    /// What is put down as it came, by device.
    private(set) var putDown: [(device: OpenDevice, entry: IntakeEntry)] = []
    /// What became of the fixes.
    private(set) var summary = IngestSummary()
    /// The devices that sent something a second time.
    private(set) var repeatingDevices: Set<DeviceID> = []
    /// The fixes that were refused, as they came, by device.
    private(set) var refused: [(device: DeviceID, fix: Fix, rejection: FixRejection)] = []

    /// What a device sent.
    enum Inputs: Sendable {
        /// As it was received, to be validated.
        case received([ReceivedInput])
        /// Validated, or made by the service itself.
        case validated([DeviceInput])
    }

    init(member: MemberID, parts: [(device: OpenDevice, inputs: Inputs)]) {
        self.member = member
        self.parts = parts
    }

    /// Works the part out.
    ///
    /// - Parameters:
    ///   - writer: the way to what the last batch left, and the world outside the devices.
    ///   - savesAll: whether what was put down before is to be stored with the states in any case.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`.
    mutating func run(_ writer: OutcomeWriter, savesAll: Bool = false) throws {
        var changed: [DeviceShare] = []
        for index in parts.indices {
            let inputs = parts[index].inputs
            parts[index].inputs = .validated([])
            let id = parts[index].device.device.id
            let (screened, outcome, share) = try parts[index].device.session.withLock { session in
                let screened = session.screened(inputs, writer)
                let outcome = try session.apply(screened.accepted.sorted(), writer, savesAll: savesAll)
                return (screened, outcome, outcome.hasChanges ? session.share(of: outcome, writer) : nil)
            }
            summary.count(screened, of: id)
            refused += screened.refused.map { (id, $0.fix, $0.rejection) }
            summary.count(outcome, of: id)
            if outcome.journal.rejections[.exactRepeat] != nil { repeatingDevices.insert(id) }
            if let share { changed.append(share) }
            if let fixes = outcome.putDown {
                let device = parts[index].device
                let key = device.session.withLock { $0.key }
                putDown.append((device, IntakeEntry(device: key, fixes: fixes)))
            }
        }
        guard !changed.isEmpty else { return }
        commits = try writer.commits(ofMember: member, changed)
        for entry in commits.lazy.flatMap(\.events) {
            summary.events[entry.kind.name, default: 0] += 1
        }
    }

    /// Works out many parts on all processors.
    ///
    /// - Parameters:
    ///   - tasks: one a member.
    ///   - writer: the way to what the last batch left, and the world outside the devices.
    /// - Throws: the first failure, in the order of tasks.
    static func runAll(_ tasks: inout [MemberTask], _ writer: OutcomeWriter) throws {
        let slots = tasks.map(Slot.init)
        tasks = []
        DispatchQueue.concurrentPerform(iterations: slots.count) { index in
            slots[index].work(writer)
        }
        tasks = try slots.map { try $0.outcome() }
    }

    /// A task that one thread works out while others work out theirs.
    private final class Slot: Sendable {
        private let result: Mutex<Result<MemberTask, any Error>>

        init(_ task: MemberTask) {
            self.result = Mutex(.success(task))
        }

        func work(_ writer: OutcomeWriter) {
            result.withLock { result in
                guard case .success(var task) = result else { return }
                // Taken out of the slot, so that the task's arrays have one owner and are changed in place.
                result = .failure(CancellationError())
                result = Result {
                    try task.run(writer)
                    return task
                }
            }
        }

        func outcome() throws -> MemberTask {
            try result.withLock { try $0.get() }
        }
    }
}

extension DeviceSession {
    /// Validates what a device sent, and learns from it what its clock does.
    fileprivate mutating func screened(_ inputs: MemberTask.Inputs, _ writer: OutcomeWriter) -> InputScreening.Outcome {
        switch inputs {
        case .received(let inputs):
            return writer.intake.validate(inputs, at: writer.observed.otherwise, clock: &clock.estimate)
        case .validated(let inputs):
            return InputScreening.Outcome(accepted: inputs)
        }
    }
}

extension IngestSummary {
    /// Adds what the validation of one device's inputs found.
    mutating func count(_ screened: InputScreening.Outcome, of device: DeviceID) {
        fixes += screened.fixCount
        unknownAccuracy += screened.unknownAccuracyCount
        for refused in screened.refused { rejections[refused.rejection, default: 0] += 1 }
        guard screened.correctedCount > 0 else { return }
        clockCorrected += screened.correctedCount
        clockCorrectedDevices.insert(device)
    }

    /// Adds what became of one device's share.
    mutating func count(_ outcome: DeviceSession.Outcome, of device: DeviceID) {
        devices.insert(device)
        stored += outcome.addedCount
        late += outcome.lateCount
        rejections.merge(outcome.journal.rejections, uniquingKeysWith: +)
        if let count = outcome.journal.rejections[.beyondHorizon] { unevaluated[device, default: 0] += count }
    }
}
