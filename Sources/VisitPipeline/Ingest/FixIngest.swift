internal import DeviceEngine
package import GeofenceEngine
internal import Interchange
internal import Synchronization
package import VisitModel
internal import VisitStore

/// The ingest of batches of fixes through the engine into the store, in one transaction a batch.
///
/// Each device is advanced by its fixes; then the members' visits are resolved from the devices' stays; then all of it
/// is written together, while the next batch is evaluated. The disk therefore always has the outcome of whole batches:
/// after a crash, ingesting the same input again leads to the same result.
struct FixIngest {
    private let lane: CommitLane
    let intake: DeviceIntake
    /// The pending fixes that a crashed service left, by device; `nil` before they were looked up.
    private var waiting: [DeviceKey: [Int64]]?
    private var devices: [DeviceID: OpenDevice] = [:]

    init(
        store: VisitStore,
        intake: DeviceIntake,
        publishing composer: MessageComposer?,
        collects: Bool,
        live isLive: Bool = false
    ) {
        self.lane = CommitLane(store, publishing: composer, collects: collects, live: isLive)
        self.intake = intake
    }

    /// Ingests a batch and begins to store its changes, once the previous batch is stored.
    ///
    /// `batch` holds fixes of any devices in any order. `observedAt` is also the receive time of fixes without one.
    /// `beforeStoring` is called with the summary. The fixes are certain to be stored after `finish()`. Throws the
    /// errors of this batch or of the previous one; the ingest then can't be used any more.
    mutating func ingest(
        _ batch: [TrackFix],
        observedAt: Timestamp,
        beforeStoring: (IngestSummary) -> Void = { _ in }
    ) throws -> IngestSummary {
        var summary = IngestSummary()
        let shares = byDevice(batch, observedAt, &summary)
        summary.devices = Set(shares.keys)
        try open(batch, shares.keys)
        let parts = shares.compactMap { id, inputs in
            devices[id].map { (device: $0, inputs: MemberTask.Inputs.received(inputs)) }
        }
        var tasks = Dictionary(grouping: parts) { $0.device.device.member }
            .sorted { $0.key < $1.key }
            .map { member, parts in
                MemberTask(member: member, parts: parts.sorted { $0.device.device.id < $1.device.device.id })
            }
        try MemberTask.runAll(&tasks, writer(ObservedTimes(observedAt)))
        var commits: [DeviceCommit] = []
        for task in tasks {
            commits += task.commits
            summary.add(task.summary)
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
        let task = try intake.evaluate([(open, .validated(inputs))], of: device.member, writer(observed))
        try lane.submit(task.commits, observedAt: observed.otherwise)
        try finish()
        summary.add(task.summary)
        return (summary, task.commits)
    }

    func writer(_ observed: ObservedTimes) -> OutcomeWriter {
        OutcomeWriter(lane: lane, intake: intake, observed: observed)
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
        for track in batch {
            shares[track.device, default: []].append(
                ReceivedInput(input: .fix(track.fix), receivedAt: track.receivedAt)
            )
            if let heartbeatAt = track.heartbeatAt {
                shares[track.device]?.append(
                    ReceivedInput(input: .changed(.heartbeat, at: heartbeatAt), receivedAt: track.receivedAt)
                )
            }
        }
        for (device, inputs) in shares where devices[device] == nil {
            guard let outcome = intake.screening(at: observedAt).refusedAltogether(inputs) else { continue }
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
                try known ?? intake.newDevice(track.device, member: track.member, platform: track.platform)
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
                try intake.open(
                    device,
                    key: key,
                    of: members[device.member],
                    in: store,
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

/// The times at which inputs became known: one time for all, with exceptions.
struct ObservedTimes: Sendable {
    let otherwise: Timestamp
    /// The exceptions, by the time at which the inputs happened.
    private(set) var exceptions: [Timestamp: Timestamp] = [:]

    init(_ time: Timestamp) { otherwise = time }

    mutating func record(_ time: Timestamp, ofInputAt inputAt: Timestamp) { exceptions[inputAt] = time }

    func time(ofInputAt inputAt: Timestamp) -> Timestamp {
        exceptions.isEmpty ? otherwise : exceptions[inputAt] ?? otherwise
    }
}

package struct IngestSummary: Hashable, Sendable {
    /// The number of fixes received.
    package var fixes = 0
    /// The number of new fixes, which are stored.
    package var stored = 0
    /// The number of fixes that arrived after a later one and were evaluated in order.
    package var late = 0
    /// The number of unused fixes, by reason.
    package var rejections: [FixRejection: Int] = [:]
    /// The number of fixes of each device that are stored and not evaluated: they lie beyond the horizon, or fixes
    /// around them were removed.
    package var unevaluated: [DeviceID: Int] = [:]
    /// The number of recorded events, by the name of their kind.
    package var events: [String: Int] = [:]
    /// The number of fixes without a valid accuracy.
    package var unknownAccuracy = 0
    /// The number of stored or repeated fixes with a corrected time, because the clock was ahead.
    package var clockCorrected = 0
    /// The devices with such fixes.
    package var clockCorrectedDevices: Set<DeviceID> = []
    /// The devices that sent fixes.
    package var devices: Set<DeviceID> = []

    package init() {}

    package mutating func add(_ other: IngestSummary) {
        fixes += other.fixes
        stored += other.stored
        late += other.late
        rejections.merge(other.rejections, uniquingKeysWith: +)
        unevaluated.merge(other.unevaluated, uniquingKeysWith: +)
        events.merge(other.events, uniquingKeysWith: +)
        unknownAccuracy += other.unknownAccuracy
        clockCorrected += other.clockCorrected
        clockCorrectedDevices.formUnion(other.clockCorrectedDevices)
        devices.formUnion(other.devices)
    }
}
