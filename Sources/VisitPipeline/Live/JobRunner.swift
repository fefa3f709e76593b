internal import SQLiteStorage
internal import VisitModel
internal import VisitStore

/// Runs the jobs of members: evaluates them, has the results written, and answers.
///
/// It has no state of its own: the pool knows what waits, the writer what is to be written.
final class JobRunner: Sendable {
    private let configuration: LiveConfiguration
    private let devices: DeviceCache
    private let pool: WorkerPool
    private let writer: GroupWriter
    private let evaluator: ReportEvaluator
    private let now: @Sendable () -> Timestamp
    /// Called after events or visits were written.
    private let visitsWritten: @Sendable () -> Void

    init(
        _ store: VisitStore,
        _ configuration: LiveConfiguration,
        _ devices: DeviceCache,
        _ pool: WorkerPool,
        _ writer: GroupWriter,
        now: @escaping @Sendable () -> Timestamp,
        visitsWritten: @escaping @Sendable () -> Void
    ) {
        self.configuration = configuration
        self.devices = devices
        self.pool = pool
        self.writer = writer
        self.evaluator = ReportEvaluator(store: store, devices: devices, writer: writer)
        self.now = now
        self.visitsWritten = visitsWritten
    }

    /// Schedules devices to be saved with all their pending fixes.
    func saveStates(of devices: [Device]) {
        let jobs = devices.map { LiveJob($0.member, .save($0), receivedAt: now()) }
        // When the intake stops, `saveAllStates` saves all of them.
        if !jobs.isEmpty { _ = add(jobs, needsRoom: false) }
    }

    /// Saves the states of all devices with pending fixes.
    ///
    /// Pending fixes that can't be saved now are restored at the next start.
    func saveAllStates() {
        let environment = configuration.environment
        var waiting = writer.pendingDevices[...]
        while !waiting.isEmpty {
            let commits = waiting.prefix(500).compactMap { try? evaluator.save($0, at: now(), in: environment) }
            write(commits.map { FinishedJob(commits: $0) { _ in } })
            writer.holdThreadUntilWritten()
            waiting = waiting.dropFirst(500)
        }
    }

    /// Returns the reason of a refusal.
    func add(_ jobs: [LiveJob], needsRoom: Bool = true) -> LiveIngestError? {
        pool.add(jobs, needsRoom: needsRoom) { [self] in run($0) }
    }

    private func finish(_ job: LiveJob) { pool.finish(job) { [self] in run($0) } }

    func write(_ finished: [FinishedJob]) {
        writer.write(finished) { [self] hasVisits in
            if hasVisits { visitsWritten() }
            saveStates(of: writer.devicesToSave())
        }
    }

    private func run(_ job: LiveJob) {
        switch job.work {
        case .reports(let reports, let ticket): evaluate(job, reports, ticket)
        case .advance(let device):
            store(job, of: device) { try evaluator.advance(device, to: job.receivedAt, in: $0) }
        case .save(let device):
            store(job, of: device) { try evaluator.save(device, at: job.receivedAt, in: $0) }
        case .exclusive(let body):
            devices.forgetDevices(of: job.member)
            let answer = body()
            devices.forgetDevices(of: job.member)
            writer.forgetSaved(of: job.member)
            finish(job)
            answer()
        }
    }

    /// Evaluates the reports of a member's devices, and answers the request once the result is on disk.
    ///
    /// It is tried a second time if another process has stored some of the devices in the meantime.
    private func evaluate(
        _ job: LiveJob,
        _ reports: [AdmittedReport],
        _ ticket: LiveTicket,
        isSecondTry: Bool = false
    ) {
        do {
            let (receipt, changes) = try evaluator.evaluate(
                reports,
                of: job.member,
                receivedAt: job.receivedAt,
                in: configuration.environment
            )
            guard !changes.commits.isEmpty || !changes.pending.isEmpty else {
                // All of it was stored earlier.
                finish(job)
                return ticket.finish(.success(receipt))
            }
            let finished = FinishedJob(commits: changes.commits, pending: changes.pending) { [self] result in
                if case .failure(let error) = result {
                    devices.forget(reports.map(\.device.id))
                    if !isSecondTry, (error as? StorageError)?.code == .outpaced {
                        return pool.async { self.evaluate(job, reports, ticket, isSecondTry: true) }
                    }
                }
                finish(job)
                ticket.finish(result.map { receipt })
            }
            write([finished])
        } catch {
            devices.forget(reports.map(\.device.id))
            finish(job)
            ticket.finish(.failure(error))
        }
    }

    /// Stores what a job of one device returns.
    ///
    /// After an error it is tried again with the next tick, and when the intake stops.
    private func store(_ job: LiveJob, of device: Device, _ commits: (LiveEnvironment) throws -> [DeviceCommit]?) {
        do {
            guard let commits = try commits(configuration.environment) else { return finish(job) }
            let finished = FinishedJob(commits: commits) { [self] result in
                if case .failure = result { devices.forget([device.id]) }
                finish(job)
            }
            write([finished])
        } catch {
            devices.forget([device.id])
            if case .save = job.work { writer.failed(device.id) }
            finish(job)
        }
    }
}

/// A job for one member; a member's jobs run one after the other.
struct LiveJob: Sendable {
    let member: MemberID
    let fixCount: Int
    let receivedAt: Timestamp
    let work: Work

    enum Work: Sendable {
        case reports([AdmittedReport], LiveTicket)
        case advance(Device)
        /// Saves a device's state with all its pending fixes.
        case save(Device)
        /// Runs a closure with exclusive access to the member, with none of the member's devices open; its result
        /// answers the caller.
        case exclusive(@Sendable () -> @Sendable () -> Void)
    }

    init(_ member: MemberID, _ work: Work, fixCount: Int = 0, receivedAt: Timestamp) {
        self.member = member
        self.work = work
        self.fixCount = fixCount
        self.receivedAt = receivedAt
    }
}

/// The result of a job, waiting to be written.
struct FinishedJob: Sendable {
    var commits: [DeviceCommit] = []
    var pending: [(device: OpenDevice, entry: IntakeEntry)] = []
    var quarantine: [NewQuarantine] = []
    /// Called with the result of the write.
    let completion: @Sendable (Result<Void, any Error>) -> Void

    /// Its share of a group's limit.
    var weight: Int { max(1, commits.count + quarantine.count + pending.count / 8) }
}
