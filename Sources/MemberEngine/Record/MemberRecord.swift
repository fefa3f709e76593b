internal import DeviceEngine
internal import GeofenceEngine
package import VisitModel

/// One member's records, carried as a value by a caller that keeps no store: the devices, and the visits that further
/// input may still change.
///
/// Evaluating through it ends in the same visits as through a store. It keeps what late input within the horizon needs,
/// and forgets the rest, so that its size depends on the horizon and not on how long the member has been known. Of a
/// device that has been silent for ten days while another one was not, only the state is kept: its input continues from
/// there, and late input from before is not evaluated.
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
    /// that the member may visit, `nil` for all. `inputs` of a device are in any order. After an error nothing has
    /// changed. Throws `MemberEngineError` with code `repeatedDevice` where one occurs twice, and `damagedRecord`.
    package mutating func advance(
        by inputs: [(device: Device, inputs: MemberEvaluation.Inputs)],
        list: Set<FacilityID>?,
        _ context: EvaluationContext
    ) throws(MemberEngineError) -> MemberEvaluation.Outcome {
        var seen: Set<DeviceID> = []
        for (device, _) in inputs where !seen.insert(device.id).inserted {
            throw MemberEngineError(.repeatedDevice, "the device `\(device.id)` occurs twice; pass its inputs together")
        }
        do {
            return try evaluate(inputs, list: list, context)
        } catch {
            throw (error as? MemberEngineError) ?? .damagedRecord(of: member, error)
        }
    }

    private mutating func evaluate(
        _ inputs: [(device: Device, inputs: MemberEvaluation.Inputs)],
        list: Set<FacilityID>?,
        _ context: EvaluationContext
    ) throws -> MemberEvaluation.Outcome {
        var next = devices
        let places = inputs.map { place(of: $0.device, in: &next) }
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
    private func place(of device: Device, in devices: inout [DeviceRecord]) -> Int {
        let device = Device(
            id: device.id,
            member: member,
            platform: device.platform,
            isPlatformKnown: device.isPlatformKnown
        )
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

    /// For how long a device may be silent while another one of the member is not, and still be given late input.
    ///
    /// Longer, and its history would have to be kept for as long as it is silent, with that of the others.
    private static let longestSilenceSeconds = 10 * 86_400.0

    /// Forgets what no input within the horizon can change.
    private mutating func forgetHistory(_ policy: EvaluationPolicy.Visits) {
        guard let newest = devices.compactMap(\.newestAt).max() else { return }
        let limit = newest.advanced(bySeconds: -Self.longestSilenceSeconds)
        var starts: [Timestamp] = []
        var silent: Set<DeviceKey> = []
        for index in devices.indices {
            if let last = devices[index].newestAt, last < limit {
                devices[index].forgetHistory(before: last)
                silent.insert(devices[index].key)
            } else if let start = devices[index].completeSince {
                starts.append(start)
            } else {
                return
            }
        }
        guard var start = starts.min() else { return }
        // A re-entry may continue a stay that ended before, and a visit before may be of the same day or taken over.
        start = start.advanced(bySeconds: -policy.mergeGapSeconds - policy.takeoverGapSeconds - 86_400)
        // Which visit of a day counts is only known with the whole day, of up to 25 hours.
        let marginSeconds = policy.takeoverGapSeconds + (policy.countsOncePerDay ? 90_000 : 0)
        let earliest = start.advanced(bySeconds: -MemberVisits.longestChainSeconds)
        while start > earliest {
            let overlapping = devices.lazy.flatMap { device in
                // Without timers nothing ends the last stay of a silent phone.
                device.stays.lazy.filter { $0.exitedAt.map { $0 >= start } ?? !silent.contains(device.key) }
            }
            let first = overlapping.map(\.enteredAt).min().map { $0.advanced(bySeconds: -marginSeconds) }
            guard let first, first < start else { break }
            start = first
        }
        for index in devices.indices {
            devices[index].stays.removeAll { stay in stay.exitedAt.map { $0 < start } ?? false && stay.touchedAt < start
            }
        }
        let named = Set(devices.lazy.flatMap(\.stays).compactMap(\.visit))
        visits.removeAll { visit in
            // What was taken back has often no end.
            let end = visit.exitedAt ?? (visit.isTakenBack ? visit.lastProofAt : nil)
            return !named.contains(visit.id) && end.map { $0 < start } ?? false
        }
    }
}

extension MemberRecord: MemberHistory {
    package func stays(overlapping span: ClosedRange<Timestamp>) -> [(device: DeviceID, stay: StoredStay)] {
        devices.flatMap { record in
            record.stays.lazy.filter { $0.overlaps(span) }
                .map { (device: record.device.id, stay: $0) }
        }
        .sorted { ($0.stay.enteredAt, $0.stay.id) < ($1.stay.enteredAt, $1.stay.id) }
    }

    package func visits(overlapping span: ClosedRange<Timestamp>) -> [Visit] {
        visits.filter { $0.overlaps(span) }
    }
}
