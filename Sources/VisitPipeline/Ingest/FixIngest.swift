internal import GeofenceEngine
internal import Interchange
internal import VisitModel
internal import VisitStore

/// Takes batches of fixes through the engine into the store, one transaction a batch.
///
/// Device after device is advanced by its fixes; then the members' visits are made of what the devices saw; then all of
/// it is written at once. What is on disk is therefore always the outcome of whole batches: after a crash the same input
/// again ends where it would have ended.
struct FixIngest {
    /// Where everything is kept.
    let store: VisitStore
    /// The world outside the devices.
    let context: TimelineContext
    /// Which facilities are whose.
    let directory: FacilityDirectory
    /// The platform of a device that nothing says it of.
    let defaultPlatform: Platform
    /// The devices heard of so far.
    private var sessions: [DeviceID: DeviceSession] = [:]

    init(store: VisitStore, context: TimelineContext, directory: FacilityDirectory, defaultPlatform: Platform) {
        self.store = store
        self.context = context
        self.directory = directory
        self.defaultPlatform = defaultPlatform
    }

    /// Takes a batch.
    ///
    /// - Parameters:
    ///   - batch: fixes of any devices in any order.
    ///   - observedAt: now; fixes that say when they were received are judged by that.
    /// - Returns: what became of them.
    /// - Throws: `VisitStoreError`, `VisitPipelineError`; the batch is then not in the store.
    mutating func apply(_ batch: [TrackFix], observedAt: Timestamp) throws -> IngestSummary {
        var summary = IngestSummary()
        var shares = judged(batch, observedAt, &summary)
        summary.devices = Set(shares.keys)
        try open(batch, shares.keys)
        var changed: [DeviceID: DeviceSession.Outcome] = [:]
        for device in shares.keys.sorted() {
            guard let inputs = shares.removeValue(forKey: device), var session = sessions[device] else { continue }
            sessions[device] = nil
            let outcome = try session.apply(inputs.sorted(), context, store)
            sessions[device] = session
            summary.count(outcome)
            if outcome.hasChanges { changed[device] = outcome }
        }
        try commit(changed, observedAt, &summary)
        return summary
    }

    /// Takes inputs that are not fixes of tracks: what befell one phone.
    mutating func apply(_ input: DeviceInput, to device: Device, observedAt: Timestamp) throws -> IngestSummary {
        var summary = IngestSummary()
        try open([device])
        guard var session = sessions.removeValue(forKey: device.id) else { return summary }
        let outcome = try session.apply([input], context, store)
        sessions[device.id] = session
        summary.count(outcome)
        if outcome.hasChanges { try commit([device.id: outcome], observedAt, &summary) }
        return summary
    }

    /// Sorts a batch by device, leaving out what can't be believed whatever else came.
    private func judged(
        _ batch: [TrackFix],
        _ observedAt: Timestamp,
        _ summary: inout IngestSummary
    ) -> [DeviceID: [DeviceInput]] {
        var shares: [DeviceID: [DeviceInput]] = [:]
        summary.fixes = batch.count
        for track in batch {
            let received = track.receivedAt ?? observedAt
            if track.fix.horizontalAccuracy == nil { summary.unknownAccuracy += 1 }
            if let rejection = FixHygiene.judge(track.fix, receivedAt: received, policy: context.policy.hygiene) {
                summary.rejections[rejection, default: 0] += 1
                continue
            }
            shares[track.device, default: []].append(.fix(track.fix))
        }
        return shares
    }

    /// Opens the sessions that a batch needs.
    private mutating func open(_ batch: [TrackFix], _ needed: some Collection<DeviceID>) throws {
        let missing = Set(needed.filter { sessions[$0] == nil })
        guard !missing.isEmpty else { return }
        var devices: [DeviceID: Device] = [:]
        for track in batch where missing.contains(track.device) && devices[track.device] == nil {
            let known = try store.device(track.device)?.device
            let member = try track.member ?? known?.member ?? MemberID(track.device.text)
            devices[track.device] =
                known
                ?? Device(id: track.device, member: member, platform: track.platform ?? defaultPlatform)
        }
        try open(devices.values.sorted { $0.id < $1.id })
    }

    private mutating func open(_ devices: [Device]) throws {
        let missing = devices.filter { sessions[$0.id] == nil }
        let keys = try store.ensureDevices(missing)
        for (device, key) in zip(missing, keys) {
            var session = try DeviceSession(key: key, device: device, options: context.selection, store: store)
            session.timeline.surroundings.adopt(memberFences: try directory.fences(of: device.member, store))
            sessions[device.id] = session
        }
    }

    /// Writes what came of a batch.
    private func commit(
        _ changed: [DeviceID: DeviceSession.Outcome],
        _ observedAt: Timestamp,
        _ summary: inout IngestSummary
    ) throws {
        guard !changed.isEmpty else { return }
        let writer = OutcomeWriter(store: store, context: context, directory: directory, observedAt: observedAt)
        let devices = changed.sorted { $0.key < $1.key }.compactMap { id, outcome in
            sessions[id].map { OutcomeWriter.Share(session: $0, outcome: outcome) }
        }
        let commits = try writer.commits(of: devices)
        try store.commit(commits)
        for entry in commits.lazy.flatMap(\.events) {
            summary.events[entry.event.kind.name, default: 0] += 1
        }
    }
}

extension IngestSummary {
    /// Adds what became of one device's share.
    fileprivate mutating func count(_ outcome: DeviceSession.Outcome) {
        stored += outcome.addedCount
        late += outcome.lateCount
        rejections.merge(outcome.journal.rejections, uniquingKeysWith: +)
    }
}
