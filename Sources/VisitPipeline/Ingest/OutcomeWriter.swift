internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// Turns the outcomes of a batch into the changes that the store writes in one transaction.
struct OutcomeWriter {
    let lane: CommitLane
    let intake: DeviceIntake
    let observed: ObservedTimes
    let context: TimelineContext
    let directory: FacilityDirectory

    init(lane: CommitLane, intake: DeviceIntake, observed: ObservedTimes) {
        self.lane = lane
        self.intake = intake
        self.observed = observed
        (context, directory) = (intake.context, intake.directory)
    }

    /// The commits of one member's share of a batch: one per device, the member's visits with the first one.
    func commits(ofMember member: MemberID, _ shares: [DeviceShare]) throws -> [DeviceCommit] {
        let visits = try MemberVisits(member: member, shares: shares, writer: self)
        return shares.enumerated().map { index, share in
            var commit = self.commit(of: share, visits)
            if index == 0 {
                (commit.visits, commit.movedStays) = (visits.changed, visits.moved)
                commit.lateSeconds = shares.map(\.outcome.lateSeconds).max() ?? 0
            }
            return commit
        }
    }

    /// The due time of a device that sends nothing more.
    ///
    /// A device that sends fixes of several days ago is due at once, but is likely to continue sending: it gets some
    /// time to.
    func later(_ due: Timestamp) -> Timestamp {
        due > observed.otherwise ? due : observed.otherwise.advanced(bySeconds: Self.backlogPatienceSeconds)
    }

    /// The allowed time between two requests of a device with old fixes, in seconds.
    private static let backlogPatienceSeconds = 300.0

    private func commit(of share: DeviceShare, _ visits: MemberVisits) -> DeviceCommit {
        let outcome = share.outcome
        var commit = DeviceCommit(
            device: share.key,
            state: share.state,
            stateFormat: DeviceTimeline.format,
            policyVersion: context.policyVersion,
            newestFixAt: share.newestSane ?? share.lastInputAt
        )
        commit.basis = share.basis
        commit.dueAt = share.dueAt
        commit.clock = share.clock
        commit.deleteCheckpointsFrom = outcome.forgetsCheckpoints ? FenceVersion.beginningOfTime : outcome.replacesFrom
        commit.checkpoints = outcome.journal.checkpoints.map { Checkpoint(at: $0.at, state: $0.state) }
        commit.forgetCheckpointsBefore = share.newestSane?.advanced(
            bySeconds: -context.policy.visits.horizonSeconds
        )
        commit.chunks = outcome.chunks
        commit.intakeThrough = outcome.intakeThrough
        commit.replaceEventsFrom = outcome.replacesFrom
        commit.events = outcome.journal.entries.compactMap { event($0, of: share.device, visits) }
        commit.removedStays = outcome.removedStays.map(\.text)
        commit.stays = outcome.stays.values
            .sorted { $0.stay.id.rawValue < $1.stay.id.rawValue }
            .compactMap { stored($0.stay, touchedAt: $0.touchedAt, visits) }
        return commit
    }

    func stored(_ stay: Stay, touchedAt: Timestamp, _ visits: MemberVisits?) -> StoredStay? {
        guard let facility = directory.facility(of: stay.key) else { return nil }
        return StoredStay(
            id: stay.id.text,
            facility: facility,
            enteredAt: stay.enteredAt,
            dwelledAt: stay.dwelledAt,
            exitedAt: stay.exitedAt,
            status: stay.status,
            evidence: stay.evidence,
            fixesInside: stay.proof.count,
            lastProofAt: stay.proof.lastAt,
            depthMeters: stay.proof.depthMeters,
            doubts: stay.doubts,
            touchedAt: touchedAt,
            visit: visits?.visit(of: stay.id),
            evidenceState: visits == nil ? nil : stay.stayEvidence.encoded()
        )
    }

    func event(_ entry: TimelineJournal.Entry, of device: Device, _ visits: MemberVisits?) -> JournalEvent? {
        let kind: JournalEvent.Kind
        var occurredAt = entry.fix?.time ?? entry.trigger
        switch entry.kind {
        case .registered(let keys): kind = .registered(keys.map(FacilityKey.init))
        case .unregistered(let keys): kind = .unregistered(keys?.map(FacilityKey.init))
        case .error(let code, let message): kind = .error(code: code, message: message)
        case .heartbeat:
            kind = .heartbeat
            // The phone is alive now; its last position is older.
            occurredAt = entry.trigger
        case .entered(let stay, let time):
            guard let names = names(of: stay, visits) else { return nil }
            kind = .entered(names.facility, visit: names.visit)
            occurredAt = time
        case .dwelled(let stay, let time):
            guard let names = names(of: stay, visits) else { return nil }
            kind = .dwell(names.facility, visit: names.visit)
            occurredAt = time
        case .exited(let stay, let time):
            guard let names = names(of: stay, visits) else { return nil }
            kind = .exited(names.facility, visit: names.visit)
            occurredAt = time
        }
        guard let id = try? entry.eventID(kind: kind.name, of: device.id) else { return nil }
        return JournalEvent(
            inputAt: entry.trigger,
            ordinal: entry.ordinal,
            id: id,
            kind: kind,
            occurredAt: occurredAt,
            observedAt: observed.time(ofInputAt: entry.trigger),
            location: entry.fix.map(GeofenceEvent.Location.init)
        )
    }

    private func names(of stay: Stay, _ visits: MemberVisits?) -> (facility: FacilityID, visit: VisitID)? {
        guard let facility = directory.facility(of: stay.key), let visit = visits?.visit(of: stay.id) else {
            return nil
        }
        return (facility, visit)
    }
}

extension FacilityKey {
    /// The key of the facility that a fence belongs to.
    fileprivate init(_ fence: FenceKey) { self.init(rawValue: Int64(fence.rawValue)) }
}

/// One device's share of a batch: its state after the batch, and all that is stored of it.
struct DeviceShare {
    let key: DeviceKey
    let device: Device
    let state: [UInt8]
    let lastInputAt: Timestamp?
    /// The newest time that its horizon is counted from.
    let newestSane: Timestamp?
    /// The revision of the stored state that it is based on.
    let basis: Int64
    /// The time at which the passage of time alone may change something.
    let dueAt: Timestamp?
    let clock: StoredClock?
    let outcome: DeviceSession.Outcome
    /// The stays that may overlap those of the outcome; `nil` where the store has to be queried.
    let neighbours: [DeviceStay]?
}

extension DeviceSession {
    /// Makes the device's part of the next commit.
    ///
    /// The session counts as written afterwards: its revision, its due time and its clock are those of the commit, and
    /// the ends of the closed stays are recorded.
    mutating func prepareCommit(of outcome: Outcome, _ writer: OutcomeWriter) -> DeviceShare {
        let share = DeviceShare(
            key: key,
            device: timeline.device,
            state: timeline.encoded(),
            lastInputAt: timeline.lastInput?.time,
            newestSane: timeline.newestSane,
            basis: revision,
            dueAt: timeline.evaluator.nextDue(policy: writer.context.policy).map(writer.later),
            clock: clock.markStored(),
            outcome: outcome,
            neighbours: hasAllNeighbours(of: outcome, writer.context) ? neighbours(of: outcome, writer) : nil
        )
        recordEndedStays(outcome)
        storedDue = StoredDue(share.dueAt)
        revision += 1
        return share
    }
}
