package import DeviceEngine
internal import Dispatch
package import GeofenceEngine
internal import Interchange
package import SQLiteStorage
package import VisitModel
package import VisitStore

/// The live intake of phones' requests: many at a time, each answered once its part is on disk.
///
/// ```
/// ingest ─▶ WorkerPool: a member at a time ─▶ JobRunner ─▶ ReportEvaluator, on several threads ─▶ finished jobs
///   ▲                                                          │ DeviceCache                        │
///   └──── LiveTicket: the answer ◀──── GroupWriter: all that is finished, one transaction ◀────────┘
/// ```
///
/// Most fixes have no outcome; they are appended to the pending-fix log (`PendingFixIndex`). The state and the hour of
/// their device are stored with its next event, or when enough is pending.
///
/// Members do not wait for each other: the slow evaluation of one member's late fixes delays no other. While one group
/// is written, others are evaluated; the more jobs wait, the more share a transaction. Where the disk is full or
/// another process locks the database, requests fail with that error and nothing of them is kept in memory: they
/// succeed when they are repeated after the obstacle is gone.
package final class LiveIngest: Sendable {
    let options: LiveOptions
    let now: @Sendable () -> Timestamp
    /// A monotonic clock.
    let uptime: @Sendable () -> Duration
    package let feed = LiveFeed()

    /// The queue on which long bodies are read, one piece at a time.
    let reading = DispatchQueue(label: "footfall.live.reading")

    private let store: VisitStore
    let configuration: LiveConfiguration
    private let devices: DeviceCache
    private let pool: WorkerPool
    private let writer: GroupWriter
    private let runner: JobRunner

    /// Reads the facilities and the index of pending fixes.
    ///
    /// The duration depends on the number of facilities and not on that of devices, which are read when they send. The
    /// pending-fix log of a crashed process is kept short.
    ///
    /// `uptime` is a monotonic clock, by default the system's. `wakeWebhooks` is called on any thread when there may be new messages for other systems.
    package init(
        store: VisitStore,
        policy: EvaluationPolicy = .standard,
        selection: SelectionOptions = SelectionOptions(),
        options: LiveOptions = LiveOptions(),
        now: @escaping @Sendable () -> Timestamp,
        uptime: (@Sendable () -> Duration)? = nil,
        wakeWebhooks: @escaping @Sendable () -> Void = {}
    ) throws {
        self.store = store
        self.options = options
        self.now = now
        let start = ContinuousClock.now
        self.uptime = uptime ?? { start.duration(to: .now) }
        configuration = try LiveConfiguration(store, policy, selection)
        devices = DeviceCache(store, limit: options.openDevicesLimit, phoneLimit: options.phonesOfMemberLimit)
        pool = WorkerPool(options)
        writer = try GroupWriter(store, devices, options, now: now)
        runner = JobRunner(store, configuration, devices, pool, writer, now: now) { [feed] in
            feed.wake()
            wakeWebhooks()
        }
    }

    package var pipeline: VisitPipeline { configuration.environment.pipeline }

    package var load: LiveLoad {
        let (fixes, jobs) = pool.load
        return LiveLoad(fixes: fixes, requests: jobs, openDevices: devices.openCount)
    }

    /// The error that prevented the last write of fixes; `nil` where it succeeded.
    package var failure: StorageError? { writer.failure }

    /// Whether new requests are refused, because the service stops.
    var isStopping: Bool { pool.isStopping }

    // MARK: - Requests

    /// Ingests reports of a request or of a piece of it, one per device, and returns once all of them are on disk.
    ///
    /// A time of a fix after `receivedAt` comes from a wrong clock. `unusableCount` is the number of unusable records
    /// beside the reports, which use memory too. With `needsRoom`, the reports are refused while too much waits. The
    /// later pieces of a request are not, or the first would be wasted.
    ///
    /// Throws `LiveIngestError` when there is no room or the intake stops, and `StorageError` or `VisitPipelineError`
    /// when the reports can't be stored. Some of them may be stored then; they can be sent again, because the intake is
    /// idempotent.
    package func ingest(
        _ reports: [DeviceReport],
        receivedAt: Timestamp,
        unusableCount: Int = 0,
        needsRoom: Bool = true
    ) async throws -> LiveReceipt {
        try pool.reserve(unusableCount, needsRoom: needsRoom)
        defer { pool.release(unusableCount) }
        var receipt = LiveReceipt()
        let parts = try await groupByMember(reports, &receipt)
        guard !parts.isEmpty else { return receipt }
        let started = receipt
        return try await withCheckedThrowingContinuation { continuation in
            let jobs = Self.jobs(parts, started, receivedAt) { continuation.resume(with: $0) }
            if let refusal = runner.add(jobs, needsRoom: needsRoom) { continuation.resume(throwing: refusal) }
        }
    }

    /// Begins to ingest reports whose devices are all known and of the sender, without reading the store.
    ///
    /// Returns false, and has no effect, for other reports and where there is no room. Otherwise `completion` is called
    /// once, on any thread, when all of them are on disk or one has failed.
    func begin(
        _ reports: [DeviceReport],
        receivedAt: Timestamp,
        completion: @escaping @Sendable (Result<LiveReceipt, any Error>) -> Void
    ) -> Bool {
        guard let admissions = devices.cachedDevices(of: reports) else { return false }
        var receipt = LiveReceipt()
        let parts = Self.parts(of: reports, admissions, &receipt)
        guard !parts.isEmpty, receipt.refused.isEmpty else { return false }
        return runner.add(Self.jobs(parts, receipt, receivedAt, completion)) == nil
    }

    /// The jobs of members' reports; `completion` is called after the last.
    private static func jobs(
        _ parts: [MemberID: [AdmittedReport]],
        _ receipt: LiveReceipt,
        _ receivedAt: Timestamp,
        _ completion: @escaping @Sendable (Result<LiveReceipt, any Error>) -> Void
    ) -> [LiveJob] {
        let shares = parts.flatMap { member, reports in
            stride(from: 0, to: reports.count, by: reportsOfJob).map { start in
                (member, Array(reports[start..<min(start + reportsOfJob, reports.count)]))
            }
        }
        let ticket = LiveTicket(parts: shares.count, receipt: receipt, completion: completion)
        return shares.map { member, reports in
            LiveJob(
                member,
                .reports(reports, ticket),
                fixCount: reports.reduce(0) { $0 + $1.report.inputs.count },
                receivedAt: receivedAt
            )
        }
    }

    /// The most devices of a member in one job, whose result is written in one transaction.
    private static let reportsOfJob = 200

    /// Stores unusable records in the quarantine, and returns once they are on disk.
    package func quarantine(_ records: [NewQuarantine]) async throws {
        guard !records.isEmpty else { return }
        try await withCheckedThrowingContinuation { continuation in
            quarantine(records) { continuation.resume(with: $0) }
        }
    }

    /// Stores unusable records in the quarantine; `completion` is called once, on any thread, when they are on disk.
    func quarantine(_ records: [NewQuarantine], completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        runner.write([FinishedJob(quarantine: records, completion: completion)])
    }

    /// Runs a closure, which may block, with exclusive access to a member.
    ///
    /// The member's waiting jobs run first; the cached devices are read again afterwards. Throws `LiveIngestError` when
    /// there is no room or the intake stops, and the errors of `body`.
    package func withExclusiveAccess<Value: Sendable>(
        to member: MemberID,
        _ body: @escaping @Sendable (VisitPipeline) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = LiveJob(
                member,
                .exclusive { [self] in
                    let pipeline = pipeline
                    let result = Result { try body(pipeline) }
                    return { continuation.resume(with: result) }
                },
                receivedAt: now()
            )
            if let refusal = runner.add([job]) { continuation.resume(throwing: refusal) }
        }
    }

    /// Queries the store on a separate thread and not on those that answer requests.
    func onSeparateThread<Value: Sendable>(
        _ body: @escaping @Sendable (VisitStore) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            pool.async { [store] in continuation.resume(with: Result { try body(store) }) }
        }
    }

    /// Groups reports by member, each under its device's stored name, leaving out devices that the sender may not
    /// report for, and new ones of a member that has too many.
    private func groupByMember(
        _ reports: [DeviceReport],
        _ receipt: inout LiveReceipt
    ) async throws -> [MemberID: [AdmittedReport]] {
        let reports = reports.filter(\.isWorthAJob)
        let admissions =
            if let cached = devices.cachedDevices(of: reports) {
                cached
            } else {
                try await onSeparateThread { [devices, configuration] _ in
                    try devices.devices(of: reports, configuration.environment.pipeline)
                }
            }
        return Self.parts(of: reports, admissions, &receipt)
    }

    private static func parts(
        of reports: [DeviceReport],
        _ admissions: [DeviceCache.Admission],
        _ receipt: inout LiveReceipt
    ) -> [MemberID: [AdmittedReport]] {
        var parts: [MemberID: [AdmittedReport]] = [:]
        for (report, admission) in zip(reports, admissions) {
            switch admission {
            case .admitted(let device):
                if device.id != report.device { receipt.storedNames[report.device] = device.id }
                parts[device.member, default: []].append(AdmittedReport(device: device, report: report))
            case .foreign: receipt.refused.append(LiveReceipt.RefusedDevice(report, .foreign))
            case .excess: receipt.refused.append(LiveReceipt.RefusedDevice(report, .excess))
            }
        }
        return parts
    }

    // MARK: - Upkeep

    /// Loads facilities and members' lists that were changed by this or another process; returns whether any were.
    ///
    /// It reads every facility where anything has changed, and one number where nothing has. Until then, and after an
    /// error, devices are evaluated with the previous ones.
    @discardableResult
    package func refreshPlaces() throws -> Bool {
        guard try configuration.refreshPlaces() else { return false }
        // Opened devices switch to them when they next send.
        devices.forgetNames()
        return true
    }

    /// Loads tracking options that were set or deleted, by this or another process, and sends them from now on.
    ///
    /// It reads one number where nothing has changed. Returns whether anything had; after an error the previous options
    /// stay in use.
    @discardableResult
    package func refreshTrackingOptions() throws -> Bool { try configuration.refreshTrackingOptions() }

    /// The stored tracking options that can't be used; phones get none in their place.
    package var damagedTrackingOptions: [TrackingOptionsSlot] { configuration.damagedTrackingOptions }

    /// Advances the clock of due devices, by which stays time out and uncontradicted entries are recorded.
    ///
    /// At most `limit` devices are advanced, and their number is returned; the others are found the next time. Devices
    /// with fixes that have been pending for long are saved.
    @discardableResult
    package func tick(limit: Int = 1_000) throws -> Int {
        runner.saveStates(of: writer.devicesToSave(old: true))
        let time = now()
        let due = try store.deviceStates.devicesDue(at: time, limit: limit)
        let jobs = due.map { LiveJob($0.member, .advance($0), receivedAt: time) }
        for job in jobs {
            if let refusal = runner.add([job]) { throw refusal }
        }
        return jobs.count
    }

    /// Notifies subscribers of events that another process has written.
    package func noticeEvents() throws { feed.notice(newest: try store.events.newestNumber()) }

    /// Blocks the caller's thread until nothing waits and nothing is in progress.
    ///
    /// It is for a dedicated thread in a sequential program: a simulation, which advances the clock and reads the
    /// outcome. A task must not call it.
    package func holdThreadUntilIdle() { pool.holdThreadUntilIdle() }

    /// Refuses new requests, and returns once every accepted one is on disk or has failed.
    package func stop() async {
        await pool.stop()
        await withCheckedContinuation { continuation in
            pool.async { [runner] in
                runner.saveAllStates()
                continuation.resume()
            }
        }
        feed.finish()
    }
}

package struct LiveLoad: Hashable, Sendable {
    /// The number of fixes that wait or are in progress.
    package let fixes: Int
    /// The number of request parts that wait or are in progress.
    package let requests: Int
    package let openDevices: Int
}
