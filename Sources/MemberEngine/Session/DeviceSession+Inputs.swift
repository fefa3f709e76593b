package import DeviceEngine
internal import GeofenceEngine
package import VisitModel

extension DeviceSession {
    /// The pending fixes of a device: inputs without an outcome since its state and hours were stored.
    ///
    /// They sort after every stored input, and lie in one hour unless several processes have appended them.
    struct Unsaved {
        /// The inputs, packed as they were received.
        var chunks: [FixChunk] = []
        /// The log's sequence number of the last of them.
        var through: Int64?
        /// Their changes without an event: stays that grew.
        var journal = TimelineJournal()

        var isEmpty: Bool { chunks.isEmpty && journal.isEmpty }
        var buckets: Set<Timestamp> { Set(chunks.map(\.bucket)) }
        var count: Int { chunks.reduce(0) { $0 + $1.fixCount } }

        /// Merges the pending inputs of one hour, or all, with others of the device, in order and without duplicates.
        ///
        /// Two processes may each have received what one phone sent twice. Throws `DeviceEngineError` when an input is
        /// damaged.
        func inputs(with others: [DeviceInput] = [], of bucket: Timestamp? = nil) throws -> [DeviceInput] {
            let wanted = bucket.map { bucket in chunks.filter { $0.bucket == bucket } } ?? chunks
            if wanted.isEmpty { return others }
            return try Set(others + wanted.unpacked()).sorted()
        }
    }

    /// The due time of a stored state: when the passage of time alone may change something.
    struct StoredDue {
        let time: Timestamp?

        init(_ time: Timestamp?) { self.time = time }

        /// Whether a scheduler that uses the stored due time visits the device early enough for another due time.
        func covers(_ due: Timestamp?) -> Bool {
            guard let due else { return true }
            return time.map { $0 <= due } ?? false
        }
    }

    /// The most inputs that are appended to the pending-fix log before the state is stored: the repeated work after a
    /// crash.
    static let pendingLimit = 1_000

    /// Restores the pending fixes that were logged before the device was opened.
    mutating func restorePending(_ intake: [StoredIntake]) throws -> [DeviceInput] {
        unsaved.chunks = intake.map(\.fixes)
        unsaved.through = intake.last?.number
        return try unsaved.inputs()
    }

    /// Whether the inputs changed nothing but the length of a stay, so that storing the state can wait.
    ///
    /// Only changes that the same inputs reproduce may wait: no events, no checkpoints, no member with two phones and
    /// stays to join, no two open stays of which the deeper one counts.
    ///
    /// `fresh` is in order, after every earlier input. `open` are the open stays before it.
    func canAppendPending(
        _ fresh: [DeviceInput],
        _ outcome: Outcome,
        before open: [Stay],
        _ context: EvaluationContext
    ) -> Bool {
        guard appendsPending, let storedDue, let first = fresh.first, let last = fresh.last else { return false }
        let bucket = FixChunk.bucket(of: first.time)
        return outcome.journal.entries.isEmpty && outcome.journal.checkpoints.isEmpty
            && bucket == FixChunk.bucket(of: last.time) && unsaved.chunks.allSatisfy { $0.bucket == bucket }
            && unsaved.count + fresh.count <= Self.pendingLimit
            && (outcome.journal.stays.isEmpty || onlyGrew(outcome.journal, before: open))
            && storedDue.covers(timeline.evaluator.nextDue(policy: context.policy).map(context.later))
    }

    /// Whether the member's only phone has one open stay, and nothing but its fixes changed.
    private func onlyGrew(_ journal: TimelineJournal, before open: [Stay]) -> Bool {
        guard isOnlyDevice, open.count == 1, timeline.builder.open.count == 1, journal.stays.count == 1,
            let stay = journal.stays[open[0].id]?.stay
        else { return false }
        let before = open[0]
        return stay.enteredAt == before.enteredAt && stay.dwelledAt == before.dwelledAt
            && stay.exitedAt == before.exitedAt && stay.status == before.status && stay.entries == before.entries
            && stay.doubts == before.doubts && stay.evidence == before.evidence
    }

    /// Packs inputs without an outcome, to be appended to the pending-fix log.
    mutating func appendPending(_ fresh: [DeviceInput], _ outcome: inout Outcome) {
        unsaved.journal = outcome.journal
        unsaved.journal.forgetRejections()
        guard let chunk = FixChunk(packing: fresh[...].withoutReportedRepeats) else { return }
        unsaved.chunks.append(chunk)
        newestBucket = max(newestBucket ?? chunk.bucket, chunk.bucket)
        outcome.addedCount = fresh.count
        outcome.pendingFixes = chunk
    }
}

extension DeviceSession {
    /// Stored inputs of a device by hour.
    typealias Hours = [Timestamp: [DeviceInput]]

    /// Adds inputs to their hours and returns the changed hours, packed, with those of `known` that were rewritten.
    mutating func chunks(
        with added: [DeviceInput],
        _ known: Hours,
        rewritten: Set<Timestamp>,
        _ history: some DeviceHistory
    ) throws -> [FixChunk] {
        var hours: [Timestamp: ArraySlice<DeviceInput>] = [:]
        var start = 0
        while start < added.count {
            let bucket = FixChunk.bucket(of: added[start].time)
            var end = start + 1
            while end < added.count, FixChunk.bucket(of: added.span[end].time) == bucket { end += 1 }
            let before = try hours[bucket] ?? (known[bucket] ?? inputs(of: bucket, history))[...]
            // Most hours are new, and then not copied; `added` is a few runs in order.
            hours[bucket] = before.isEmpty ? added[start..<end] : before + added[start..<end]
            start = end
        }
        for bucket in unsaved.buckets.union(rewritten) where hours[bucket] == nil {
            hours[bucket] = try (known[bucket] ?? inputs(of: bucket, history))[...]
        }
        var chunks: [FixChunk] = []
        chunks.reserveCapacity(hours.count)
        var newest: (bucket: Timestamp, inputs: ArraySlice<DeviceInput>)?
        for (bucket, unsorted) in hours.sorted(by: { $0.key < $1.key }) {
            let inputs = unsorted.inOrder.withoutReportedRepeats
            guard let chunk = FixChunk(packing: inputs) else { continue }
            chunks.append(chunk)
            newest = (bucket, inputs)
        }
        if let newest, hour.map({ newest.bucket >= $0.bucket }) ?? newestBucket.map({ newest.bucket >= $0 }) ?? true {
            // Where inputs are committed only now and then, reading the hour costs less than caching it.
            if !appendsPending { hour = (newest.bucket, Array(newest.inputs)) }
            newestBucket = max(newestBucket ?? newest.bucket, newest.bucket)
        }
        return chunks
    }

    /// The inputs of one hour, recorded or pending.
    func inputs(of bucket: Timestamp, _ history: some DeviceHistory) throws -> [DeviceInput] {
        if let hour, hour.bucket == bucket { return hour.inputs }
        guard let newestBucket, bucket <= newestBucket else { return try unsaved.inputs(of: bucket) }
        let end = Timestamp(milliseconds: bucket.milliseconds + FixChunk.spanMilliseconds - 1)
        let stored = try history.chunks(from: bucket, to: end).unpacked()
        return try unsaved.inputs(with: stored, of: bucket)
    }

    /// Decodes the inputs of chunks that were not too late to be evaluated, in order.
    static func evaluatedInputs(_ chunks: [FixChunk]) throws -> [DeviceInput] {
        try chunks.unpacked().filter { $0.evaluated == $0 }.sorted()
    }
}

extension [DeviceInput] {
    /// The inputs sorted; those that are in order, as most are, are not copied.
    var inOrder: [DeviceInput] { self[...].isInOrder ? self : sorted() }

    /// Whether each input is later than the one before, and the first one later than a time.
    func hasIncreasingTimes(after time: Timestamp?) -> Bool {
        var latest = time
        for index in indices {
            let next = span[index].time
            if let latest, next <= latest { return false }
            latest = next
        }
        return true
    }
}

extension ArraySlice<DeviceInput> {
    fileprivate var inOrder: ArraySlice<DeviceInput> { isInOrder ? self : sorted()[...] }

    fileprivate var isInOrder: Bool {
        let inputs = span
        for index in inputs.indices.dropFirst() {
            // Mostly the times decide, without a copy of either input.
            if inputs[index - 1].time < inputs[index].time { continue }
            guard inputs[index - 1] <= inputs[index] else { return false }
        }
        return true
    }
}

extension FixChunk {
    /// Packs inputs that are in order; `nil` where there are none.
    package init?(packing inputs: ArraySlice<DeviceInput>) {
        guard let first = inputs.first, let last = inputs.last else { return nil }
        self.init(first: first.time, last: last.time, fixCount: inputs.count, fixes: InputPacking.pack(inputs))
    }

    /// The inputs of the chunk.
    ///
    /// Throws `DeviceEngineError` with code `damagedState`.
    package func unpacked() throws(DeviceEngineError) -> [DeviceInput] { try InputPacking.unpack(fixes) }
}

extension [FixChunk] {
    /// The inputs of all chunks, one chunk after another.
    package func unpacked() throws -> [DeviceInput] { try flatMap { try $0.unpacked() } }
}
