internal import DeviceEngine
internal import GeofenceEngine
package import VisitModel

/// One member's records, carried as a value by a caller that keeps no store: the devices, and the visits that further
/// input may still change.
///
/// Evaluating through it ends in the same visits as through a store. It keeps what late input within the horizon needs,
/// and forgets the rest, so that its size depends on the horizon and not on how long the member has been known.
package struct MemberRecord: Hashable, Sendable {
    package let member: MemberID
    /// In the order in which they were first seen.
    package internal(set) var devices: [DeviceRecord] = []
    /// In the order of entry; withdrawn ones included.
    package internal(set) var visits: [Visit] = []

    /// Makes the record of a member who is not known yet.
    package init(of member: MemberID) { self.member = member }

    /// The earliest time at which the passage of time alone changes something; `nil` for never.
    package var dueAt: Timestamp? { devices.compactMap { $0.state?.dueAt }.min() }

    /// Applies inputs of some of the member's devices, and returns the changes.
    ///
    /// A device that is not known yet is added; one whose platform was unknown learns it. `list` are the only facilities
    /// that the member may visit, `nil` for all. `inputs` of a device are in any order, and a device occurs once. After
    /// an error nothing has changed. Throws `DeviceEngineError` with code `damagedState`.
    package mutating func advance(
        by inputs: [(device: Device, inputs: MemberEvaluation.Inputs)],
        list: Set<FacilityID>?,
        _ context: EvaluationContext
    ) throws -> MemberEvaluation.Outcome {
        var next = devices
        let places = inputs.map { Self.place(of: $0.device, in: &next) }
        let fences = context.directory.keys(of: list)
        var evaluation = MemberEvaluation(of: member, context)
        for (place, part) in zip(places, inputs) {
            let record = next[place]
            var session = try DeviceSession(
                key: record.key,
                device: record.device,
                memberFences: fences,
                context.timeline,
                stored: record.state,
                pending: [],
                history: record
            )
            session.isOnlyDevice = next.count == 1
            try evaluation.advance(&session, by: part.inputs, history: record)
        }
        let outcome = try evaluation.finish(history: self)
        devices = next
        apply(outcome.commits)
        forgetHistory(context.policy.visits)
        return outcome
    }

    /// The place of a device, which is added where it is not known yet.
    private static func place(of device: Device, in devices: inout [DeviceRecord]) -> Int {
        guard let place = devices.firstIndex(where: { $0.device.id == device.id }) else {
            devices.append(DeviceRecord(device, key: DeviceKey(rawValue: Int64(devices.count))))
            return devices.count - 1
        }
        if device.isPlatformKnown, !devices[place].device.isPlatformKnown { devices[place].device = device }
        return place
    }

    private mutating func apply(_ commits: [DeviceCommit]) {
        for commit in commits { devices[Int(commit.device.rawValue)].apply(commit) }
        let changed = commits.flatMap(\.visits)
        let replaced = Set(changed.map(\.id))
        visits.removeAll { replaced.contains($0.id) }
        visits += changed
        visits.sort { ($0.enteredAt, $0.id.text) < ($1.enteredAt, $1.id.text) }
        for move in commits.flatMap(\.movedStays) {
            for device in devices.indices {
                for stay in devices[device].stays.indices where devices[device].stays[stay].id == move.stay {
                    devices[device].stays[stay].visit = move.to
                }
            }
        }
    }

    /// Forgets what no input within the horizon can change.
    private mutating func forgetHistory(_ policy: EvaluationPolicy.Visits) {
        let starts = devices.compactMap(\.completeSince)
        guard starts.count == devices.count, var start = starts.min() else { return }
        // A re-entry may continue a stay that ended before, and a visit before may be of the same day or taken over.
        start = start.advanced(bySeconds: -policy.mergeGapSeconds - policy.takeoverGapSeconds - 86_400)
        for _ in 0..<MemberVisits.longestChain {
            let overlapping = devices.lazy.flatMap(\.stays).filter { $0.exitedAt.map { $0 >= start } ?? true }
            let first = overlapping.map(\.enteredAt).min().map { $0.advanced(bySeconds: -policy.takeoverGapSeconds) }
            guard let first, first < start else { break }
            start = first
        }
        for index in devices.indices {
            devices[index].stays.removeAll { stay in stay.exitedAt.map { $0 < start } ?? false && stay.touchedAt < start
            }
        }
        let named = Set(devices.lazy.flatMap(\.stays).compactMap(\.visit))
        visits.removeAll { visit in !named.contains(visit.id) && visit.exitedAt.map { $0 < start } ?? false }
    }
}

extension MemberRecord: MemberHistory {
    package func stays(overlapping span: ClosedRange<Timestamp>) -> [(device: DeviceID, stay: StoredStay)] {
        devices.flatMap { record in
            record.stays.lazy
                .filter { stay in
                    stay.enteredAt <= span.upperBound && stay.exitedAt.map { $0 >= span.lowerBound } ?? true
                }
                .map { (device: record.device.id, stay: $0) }
        }
        .sorted { ($0.stay.enteredAt, $0.stay.id) < ($1.stay.enteredAt, $1.stay.id) }
    }

    package func visits(overlapping span: ClosedRange<Timestamp>) -> [Visit] {
        visits.filter { visit in
            visit.enteredAt <= span.upperBound && visit.exitedAt.map { $0 >= span.lowerBound } ?? true
        }
    }
}
