internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel

/// The accepted inputs of a device in a batch, with what their order of arrival says about its clock.
struct AcceptedInputs {
    /// In order.
    var inputs: [DeviceInput]
    /// The fixes by delivery, in the order of arrival; empty where none is far behind others before it.
    var deliveries: [ClockAlternation.Delivery] = []
    /// The newest receive time; `nil` where none is given.
    var newestReceipt: Timestamp?

    /// Makes inputs that say nothing about the clock: the service's own, or those of a phone that is known.
    init(_ inputs: [DeviceInput]) { self.inputs = inputs }

    init(_ screened: InputScreening.Outcome) {
        inputs = screened.accepted.inOrder
        deliveries = screened.deliveries
        newestReceipt = screened.newestReceipt
    }
}

extension DeviceSession {
    /// The fixes of a second clock, hours behind the device's other fixes.
    typealias SecondClock = Set<ClockAlternation.FixKey>

    /// Updates what is known of a second clock of the device; returns what the inputs show of it, and of stored ones.
    mutating func observeSecondClock(
        in accepted: AcceptedInputs,
        fresh: [DeviceInput],
        repeats: Set<ClockAlternation.FixKey>
    ) -> ClockAlternation.Finding {
        guard !accepted.deliveries.isEmpty else {
            return advanceClock(through: fresh, receivedAt: accepted.newestReceipt)
        }
        var finding = ClockAlternation.Finding()
        // Fixes received before others say nothing about the ones to come.
        var history = ClockAlternation()
        // A repeat is behind by any time, also one of a fix in the same batch.
        var received = ReceivedFixes(repeats)
        for var delivery in accepted.deliveries {
            delivery.fixes = received.insert(delivery.fixes)
            if clock.estimate.alternation.receivedAt.map({ $0 <= delivery.receivedAt }) ?? true {
                finding.add(clock.estimate.alternation.observe(delivery))
            } else {
                finding.add(history.observe(delivery))
            }
        }
        return finding
    }

    /// Updates it with fixes of which none is far behind another.
    private mutating func advanceClock(
        through fresh: [DeviceInput],
        receivedAt time: Timestamp?
    ) -> ClockAlternation.Finding {
        guard let time, clock.estimate.alternation.receivedAt.map({ $0 <= time }) ?? true else {
            return ClockAlternation.Finding()
        }
        var times: [Timestamp] = []
        times.reserveCapacity(fresh.count)
        for index in fresh.indices {
            if let time = fresh.span[index].fix?.time { times.append(time) }
        }
        return clock.estimate.alternation.advance(through: times, receivedAt: time)
    }

    /// Flags the fixes of a batch that may be of a second clock; they are evaluated, and their visits get a doubt.
    static func flag(_ undecided: SecondClock, in inputs: inout [DeviceInput]) {
        guard inputs.contains(where: { $0.isOne(of: undecided) }) else { return }
        for index in inputs.indices where inputs[index].isOne(of: undecided) {
            inputs[index] = inputs[index].withFix { $0.flags.insert(.clockBehind) }
        }
        inputs.sort()
    }

    /// Moves the fixes of a second clock out of a batch, to those that are kept without being evaluated, and finds the
    /// stored ones.
    func setAside(
        _ secondClock: SecondClock,
        _ fresh: inout [DeviceInput],
        _ late: inout LateInputs,
        _ context: EvaluationContext,
        _ history: some DeviceHistory,
        _ outcome: inout Outcome
    ) throws {
        var stored = secondClock
        func move(_ inputs: inout [DeviceInput]) {
            guard inputs.contains(where: { $0.isOne(of: secondClock) }) else { return }
            for input in inputs where input.isOne(of: secondClock) {
                late.kept.append(input.setAside)
                outcome.journal.count(.clockAlternates)
                if let key = input.fixKey { stored.remove(key) }
            }
            inputs.removeAll { $0.isOne(of: secondClock) }
        }
        move(&fresh)
        var evaluated = late.evaluated
        move(&evaluated)
        late.evaluated = evaluated
        // Where fixes were deleted, what was made of them stays.
        let reach = try reach(history)
        let horizon = timeline.newestSane?.advanced(bySeconds: -context.policy.visits.horizonSeconds)
        let start = [reach, horizon].compactMap(\.self).max()
        for key in stored where start.map({ key.time >= $0 }) ?? true {
            let hour = FixChunk.bucket(of: key.time)
            var inputs = try late.hours[hour] ?? self.inputs(of: hour, history)
            for index in inputs.indices where inputs[index].fixKey == key && inputs[index].evaluated == inputs[index] {
                inputs[index] = inputs[index].setAside
                late.withdrawn.insert(key)
                late.rewritten.insert(hour)
                outcome.journal.count(.clockAlternates)
            }
            late.hours[hour] = inputs
        }
    }
}

extension DeviceInput {
    /// The time and place of its fix; `nil` without one.
    var fixKey: ClockAlternation.FixKey? {
        fix.map { ClockAlternation.FixKey(time: $0.time, coordinate: $0.coordinate) }
    }

    func isOne(of fixes: Set<ClockAlternation.FixKey>) -> Bool { fixKey.map(fixes.contains) ?? false }

    /// The input with the flags of a fix of a second clock, which is kept and not evaluated.
    fileprivate var setAside: DeviceInput { withFix { $0.flags.formUnion([.keptOnly, .clockBehind]) } }
}

/// The fixes that a batch has had so far, in the order in which they were received.
///
/// Most are newer than all before them: these are a list in the order of their times, and only the others need a hash.
private struct ReceivedFixes {
    private var ascending: [ClockAlternation.FixKey] = []
    private var others: Set<ClockAlternation.FixKey>

    init(_ fixes: Set<ClockAlternation.FixKey>) { others = fixes }

    /// Adds the fixes of a delivery; returns the new ones.
    mutating func insert(_ fixes: ArraySlice<ClockAlternation.FixKey>) -> ArraySlice<ClockAlternation.FixKey> {
        // Nearly always all of them, which are then not copied.
        guard let repeated = fixes.indices.first(where: { !insert(fixes[$0]) }) else { return fixes }
        return fixes[..<repeated] + fixes[(repeated + 1)...].filter { insert($0) }
    }

    /// Adds a fix; returns whether it is new.
    private mutating func insert(_ fix: ClockAlternation.FixKey) -> Bool {
        if let newest = ascending.last?.time, fix.time <= newest {
            guard !isListed(fix) else { return false }
            return others.insert(fix).inserted
        }
        guard others.isEmpty || !others.contains(fix) else { return false }
        ascending.append(fix)
        return true
    }

    private func isListed(_ fix: ClockAlternation.FixKey) -> Bool {
        var (low, high) = (0, ascending.count)
        while low < high {
            let middle = (low + high) / 2
            if ascending[middle].time < fix.time { low = middle + 1 } else { high = middle }
        }
        return low < ascending.count && ascending[low] == fix
    }
}
