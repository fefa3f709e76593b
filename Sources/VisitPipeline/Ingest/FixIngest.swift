internal import DeviceEngine
internal import GeofenceEngine
internal import Interchange
internal import MemberEngine
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// The ingest of batches of fixes through the engine into the store, in one transaction a batch: where slots are kept
/// for the most visited facilities, in one for each day of a batch.
///
/// Each device is advanced by its fixes; then the members' visits are resolved from the devices' stays; then all of it
/// is written together, while the next batch is evaluated. The disk therefore always has the outcome of whole batches:
/// after a crash, ingesting the same input again leads to the same result.
struct FixIngest {
    private let lane: CommitLane
    private let pipeline: VisitPipeline
    /// The pending fixes that a crashed service left, by device; `nil` before they were looked up.
    private var waiting: [DeviceKey: [Int64]]?
    private var devices: [DeviceID: OpenDevice] = [:]

    init(
        _ pipeline: VisitPipeline,
        publishing composer: MessageComposer?,
        collects: Bool,
        live isLive: Bool = false
    ) {
        self.lane = CommitLane(pipeline.store, publishing: composer, collects: collects, live: isLive)
        self.pipeline = pipeline
    }

    /// Ingests a batch and begins to store its changes, once the previous batch is stored.
    ///
    /// `batch` holds fixes of any devices in any order. `observedAt` is also the receive time of fixes without one.
    /// `beforeStoring` is called with the summary. The fixes are certain to be stored after `finish()`. Throws the
    /// errors of this batch or of the previous one; the ingest then can't be used any more.
    ///
    /// Where slots are kept for the most visited facilities, a batch is ingested day by day, each with a summary of its
    /// own for `beforeStoring`: what a member's other phone visited counts from the store, some days later
    /// (`VisitsElsewhere`). After an error the days before it are stored; ingesting the batch again is harmless.
    mutating func ingest(
        _ batch: consuming [TrackFix],
        observedAt: Timestamp,
        beforeStoring: (IngestSummary) -> Void = { _ in }
    ) throws -> IngestSummary {
        guard pipeline.selection.preferVisited > 0 else {
            return try ingestAtOnce(batch, observedAt: observedAt, beforeStoring: beforeStoring)
        }
        let days = Dictionary(grouping: batch) { $0.fix.time.milliseconds / 86_400_000 }
        batch = []
        var summary = IngestSummary()
        for (_, day) in days.sorted(by: { $0.key < $1.key }) {
            summary.add(try ingestAtOnce(day, observedAt: observedAt, beforeStoring: beforeStoring))
        }
        return summary
    }

    private mutating func ingestAtOnce(
        _ batch: consuming [TrackFix],
        observedAt: Timestamp,
        beforeStoring: (IngestSummary) -> Void
    ) throws -> IngestSummary {
        var summary = IngestSummary()
        let shares = byDevice(batch, observedAt, &summary)
        summary.devices = Set(shares.keys)
        try open(batch, shares.keys)
        // Freed, where the caller has no further use of it, before the fixes are evaluated.
        batch = []
        let parts = shares.compactMap { id, inputs in
            devices[id].map { (device: $0, inputs: MemberEvaluation.Inputs.received(inputs)) }
        }
        var tasks = Dictionary(grouping: parts) { $0.device.device.member }
            .sorted { $0.key < $1.key }
            .map { member, parts in
                MemberTask(member: member, parts: parts.sorted { $0.device.device.id < $1.device.device.id })
            }
        try MemberTask.runAll(&tasks, pipeline.evaluationContext(ObservedTimes(observedAt)), lane)
        var commits: [DeviceCommit] = []
        for task in tasks {
            commits += task.outcome.commits
            summary.add(task.outcome.summary)
        }
        beforeStoring(summary)
        try lane.submit(commits, observedAt: observedAt)
        return summary
    }

    /// Waits until every ingested batch is stored; throws `StorageError` where the last one could not be.
    func finish() throws { try lane.wait() }

    /// Ingests a batch and stores its changes; after an error the batch is not in the store.
    mutating func apply(_ batch: [TrackFix], observedAt: Timestamp) throws -> IngestSummary {
        let summary = try ingest(batch, observedAt: observedAt)
        try finish()
        return summary
    }

    /// Applies validated inputs of one phone, in any order, and stores their changes.
    ///
    /// `observed` is when they became known. `clock` is the estimate of the phone's clock after them; `nil` leaves it
    /// unchanged. After an error none of it is in the store.
    mutating func ingest(
        _ inputs: [DeviceInput],
        of device: Device,
        observed: ObservedTimes,
        clock: ClockEstimate? = nil
    ) throws -> (summary: IngestSummary, commits: [DeviceCommit]) {
        var summary = IngestSummary()
        summary.fixes = inputs.count { $0.fix != nil }
        try open([device])
        guard let open = devices[device.id] else { return (summary, []) }
        if let clock { open.session.withLock { $0.clock.estimate = clock } }
        var task = MemberTask(member: device.member, parts: [(open, .validated(inputs))])
        try task.run(pipeline.evaluationContext(observed), lane)
        try lane.submit(task.outcome.commits, observedAt: observed.otherwise)
        try finish()
        summary.add(task.outcome.summary)
        return (summary, task.outcome.commits)
    }

    /// The timeline of a phone after everything that was ingested; a new phone is created.
    ///
    /// `nil` for a state of an older version of the engine, until the phone has ingested something.
    mutating func timeline(of device: Device) throws -> DeviceTimeline? {
        try open([device])
        return devices[device.id]?.session.withLock { $0.isOutdated ? nil : $0.timeline }
    }

    /// The estimate of a phone's clock after everything that was ingested; a new phone is created.
    mutating func clock(of device: Device) throws -> ClockEstimate {
        try open([device])
        return devices[device.id]?.session.withLock { $0.clock.estimate } ?? ClockEstimate()
    }

    /// The time of a device's last input; `nil` for one that is not open in this ingest.
    func lastInputTime(of device: DeviceID) -> Timestamp? {
        devices[device]?.session.withLock { $0.timeline.lastInput?.time }
    }

    /// Groups a batch by device, leaving out devices without a fix that can be accepted.
    private func byDevice(
        _ batch: [TrackFix],
        _ observedAt: Timestamp,
        _ summary: inout IngestSummary
    ) -> [DeviceID: [ReceivedInput]] {
        var shares: [DeviceID: [ReceivedInput]] = [:]
        // Not an iterator, which would copy each record.
        for index in batch.indices {
            let (device, receivedAt) = (batch.span[index].device, batch.span[index].receivedAt)
            shares[device, default: []].append(
                ReceivedInput(input: .fix(batch.span[index].fix), receivedAt: receivedAt)
            )
            if let heartbeatAt = batch.span[index].heartbeatAt {
                shares[device]?.append(ReceivedInput(heartbeatAt: heartbeatAt, receivedAt: receivedAt))
            }
        }
        let screening = pipeline.screening(at: observedAt)
        for (device, inputs) in shares where devices[device] == nil {
            guard let outcome = screening.refusedAltogether(inputs) else { continue }
            summary.count(outcome, of: device)
            shares[device] = nil
        }
        return shares
    }

    private mutating func open(_ batch: [TrackFix], _ needed: some Collection<DeviceID>) throws {
        let missing = Set(needed.filter { devices[$0] == nil })
        guard !missing.isEmpty else { return }
        let store = try lane.storeAfterCommits()
        var found: [DeviceID: Device] = [:]
        for track in batch where missing.contains(track.device) && found[track.device] == nil {
            let known = try store.devices.registered(track.device)?.device
            found[track.device] =
                try known ?? pipeline.newDevice(track.device, member: track.member, platform: track.platform)
            if found.count == missing.count { break }
        }
        try open(found.values.sorted { $0.id < $1.id })
    }

    private mutating func open(_ wanted: [Device]) throws {
        let missing = wanted.filter { devices[$0.id] == nil }
        guard !missing.isEmpty else { return }
        let store = try lane.storeAfterCommits()
        let keys = try store.devices.ensure(missing)
        let waiting = try waiting ?? unsavedIntake(store)
        self.waiting = waiting
        var members: [MemberID: StoredMember] = [:]
        for (device, key) in zip(missing, keys) {
            if members[device.member] == nil { members[device.member] = try store.members.find(device.member) }
            devices[device.id] = OpenDevice(
                try pipeline.open(
                    device,
                    key: key,
                    of: members[device.member],
                    lane,
                    intake: store.intake.entries(of: key, numbers: waiting[key] ?? [])
                )
            )
        }
        for member in members.values where member.devices.count > 1 {
            for other in member.devices { devices[other.id]?.session.withLock { $0.isOnlyDevice = false } }
        }
    }

    /// The sequence numbers of each device's pending fixes.
    private func unsavedIntake(_ store: VisitStore) throws -> [DeviceKey: [Int64]] {
        try Dictionary(grouping: store.intake.unsaved(), by: \.key).mapValues { $0.map(\.number) }
    }
}
