internal import MemberEngine
internal import VisitModel
internal import VisitStore

/// The recorded past of one device in the store, once it contains every submitted batch.
struct StoredHistory: DeviceHistory {
    let device: DeviceKey
    let lane: CommitLane

    func chunks(from start: Timestamp, to end: Timestamp?) throws -> [FixChunk] {
        try lane.storeAfterCommits().fixes.chunks(of: device, from: start, to: end)
    }

    func completeFrom() throws -> Timestamp? { try lane.storeAfterCommits().fixes.completeFrom(of: device) }

    func checkpoint(atOrBefore time: Timestamp) throws -> Checkpoint? {
        try lane.storeAfterCommits().deviceStates.checkpoint(of: device, atOrBefore: time)
    }

    func checkpoint(atOrAfter time: Timestamp) throws -> Checkpoint? {
        try lane.storeAfterCommits().deviceStates.checkpoint(of: device, atOrAfter: time)
    }

    func stays(touchedFrom time: Timestamp) throws -> [StoredStay] {
        try lane.storeAfterCommits().deviceStates.stays(of: device, touchedFrom: time)
    }
}

/// The recorded stays and visits of one member in the store, once it contains every submitted batch.
struct StoredMemberHistory: MemberHistory {
    let member: MemberID
    let lane: CommitLane

    func stays(overlapping span: ClosedRange<Timestamp>) throws -> [(device: DeviceID, stay: StoredStay)] {
        try lane.storeAfterCommits().deviceStates.stays(ofMember: member, overlapping: span)
    }

    func visits(overlapping span: ClosedRange<Timestamp>) throws -> [Visit] {
        // The engine knows nothing of visits that a person added.
        try lane.storeAfterCommits().visits.all(of: member, overlapping: span).filter { $0.evidence != .manual }
    }
}
