internal import DeviceEngine
internal import GeofenceEngine
internal import MemberEngine
internal import VisitModel

/// An opened engine: the facilities, the policy and the members' lists.
///
/// It is immutable, and used from any thread.
final class VisitCounter: Sendable {
    private let timeline: TimelineContext
    private let directory: FacilityDirectory
    private let options: EngineOptions

    init(_ facilities: FacilityTable, _ options: EngineOptions) throws(EngineLibraryError) {
        directory = try facilities.directory(defaultTimeZone: options.defaultTimeZone)
        timeline = TimelineContext(history: directory.history, policy: options.policy)
        self.options = options
    }

    /// Evaluates fixes after the states of an earlier call; `now` is also the receive time of fixes without one.
    ///
    /// With the option `timers`, what is due by `now` of members without fixes in the call happens too. The result has
    /// the states of all members of both tables. Throws `EngineLibraryError`; there is no result then.
    func advance(_ fixes: FixTable, _ states: StateTable?, now: Timestamp) throws(EngineLibraryError) -> Results {
        // The table of events has none of registrations.
        let context = EvaluationContext(
            timeline,
            directory,
            observed: ObservedTimes(now),
            hasRegistrations: false
        )
        var results = Results()
        var evaluated: Set<MemberID> = []
        let refusals = try fixes.forEachMember { (share) throws(EngineLibraryError) in
            evaluated.insert(share.member)
            var record = try states?.record(of: share.member) ?? MemberRecord(of: share.member)
            let inputs = share.devices.filter { !$0.inputs.isEmpty }
                .map { (device: $0.device, inputs: MemberEvaluation.Inputs.received($0.inputs)) }
            results.add(try advance(&record, by: inputs, context), record)
        }
        results.refuse(refusals)
        for member in states?.inOrder ?? [] where !evaluated.contains(member) {
            guard let row = states?.row(of: member) else { continue }
            guard options.timers, row.dueAt.map({ $0 <= now }) ?? false,
                var record = try states?.record(of: member)
            else {
                results.keep(member, dueAt: row.dueAt, row.bytes)
                continue
            }
            results.add(try advance(&record, by: Self.dueInputs(of: record, at: now), context), record)
        }
        return results
    }

    private func advance(
        _ record: inout MemberRecord,
        by inputs: [(device: Device, inputs: MemberEvaluation.Inputs)],
        _ context: EvaluationContext
    ) throws(EngineLibraryError) -> MemberEvaluation.Outcome {
        guard !inputs.isEmpty else { return MemberEvaluation.Outcome() }
        do {
            return try record.advance(by: inputs, list: options.lists[record.member], context)
        } catch {
            throw EngineLibraryError(.state, error.message)
        }
    }

    /// The passed time of the devices of which something is due.
    private static func dueInputs(
        of record: MemberRecord,
        at now: Timestamp
    ) -> [(device: Device, inputs: MemberEvaluation.Inputs)] {
        record.devices.filter { $0.state?.dueAt.map { $0 <= now } ?? false }
            .map { ($0.device, .validated([.passed(at: now)])) }
    }
}
