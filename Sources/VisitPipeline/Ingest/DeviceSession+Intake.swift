internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

extension DeviceSession {
    /// What was put down of a device since its state and hours were stored: fixes that nothing came of.
    ///
    /// It comes after every input before, and lies in one hour unless several processes have put it down.
    struct Unsaved {
        /// The inputs, packed as they came.
        var chunks: [FixChunk] = []
        /// The number of the last of them in the store.
        var through: Int64?
        /// What they changed that nobody is told: stays that grew.
        var journal = TimelineJournal()

        /// Whether nothing was put down.
        var isEmpty: Bool { chunks.isEmpty && journal.isEmpty }
        /// The hours that it lies in.
        var buckets: Set<Timestamp> { Set(chunks.map(\.bucket)) }
        /// How many inputs there are.
        var count: Int { chunks.reduce(0) { $0 + $1.fixCount } }

        /// The inputs together with others of the device, in order and each once: where two processes took in what one phone
        /// sent twice, each has it.
        ///
        /// - Parameters:
        ///   - others: the others.
        ///   - bucket: only those put down of this hour; `nil` for all.
        /// - Returns: the inputs.
        /// - Throws: `VisitPipelineError` when one is damaged.
        func inputs(with others: [DeviceInput] = [], of bucket: Timestamp? = nil) throws -> [DeviceInput] {
            let wanted = bucket.map { bucket in chunks.filter { $0.bucket == bucket } } ?? chunks
            if wanted.isEmpty { return others }
            return try Set(others + DeviceSession.unpacked(wanted)).sorted()
        }
    }

    /// What a stored state says of when time alone may change something.
    struct StoredDue {
        let time: Timestamp?

        init(_ time: Timestamp?) { self.time = time }

        /// Whether somebody who goes by it looks in time for what is due then.
        func covers(_ due: Timestamp?) -> Bool {
            guard let due else { return true }
            return time.map { $0 <= due } ?? false
        }
    }

    /// How many inputs are put down before the state follows: what has to be gone through again after a crash.
    static let putDownLimit = 1_000

    /// Takes up what was put down before the device was opened.
    ///
    /// - Returns: the inputs.
    mutating func takeUp(_ intake: [StoredIntake]) throws -> [DeviceInput] {
        unsaved.chunks = intake.map(\.fixes)
        unsaved.through = intake.last?.number
        return try unsaved.inputs()
    }

    /// Whether nothing came of inputs but that a stay goes on, so that storing the state can wait.
    ///
    /// What may wait is what the same inputs bring about again: nothing that was told, no state to go back to, no member
    /// with two phones whose stays have to be joined, no two stays of which the deeper one counts.
    ///
    /// - Parameters:
    ///   - fresh: the inputs, in order, after every one before.
    ///   - outcome: what came of them.
    ///   - open: the stays that went on before them.
    ///   - writer: the world outside the device.
    /// - Returns: whether the state need not be stored now.
    func canPutDown(
        _ fresh: [DeviceInput],
        _ outcome: Outcome,
        before open: [Stay],
        _ writer: OutcomeWriter
    ) -> Bool {
        guard putsDown, let storedDue, let first = fresh.first, let last = fresh.last else { return false }
        let bucket = FixChunk.bucket(of: first.time)
        return outcome.journal.entries.isEmpty && outcome.journal.checkpoints.isEmpty
            && bucket == FixChunk.bucket(of: last.time) && unsaved.chunks.allSatisfy { $0.bucket == bucket }
            && unsaved.count + fresh.count <= Self.putDownLimit
            && (outcome.journal.stays.isEmpty || onlyGrew(outcome.journal, before: open))
            && storedDue.covers(timeline.nextDue(writer.context.policy).map(writer.later))
    }

    /// Whether the only stay of the only phone is what it was, but for its fixes.
    private func onlyGrew(_ journal: TimelineJournal, before open: [Stay]) -> Bool {
        guard isOnlyDevice, open.count == 1, timeline.builder.open.count == 1, journal.stays.count == 1,
            let stay = journal.stays[open[0].id]?.stay
        else { return false }
        let before = open[0]
        return stay.enteredAt == before.enteredAt && stay.dwelledAt == before.dwelledAt
            && stay.exitedAt == before.exitedAt && stay.status == before.status && stay.entries == before.entries
            && stay.doubts == before.doubts && stay.evidence == before.evidence
    }

    /// Packs inputs that nothing came of, to be put down.
    mutating func putDown(_ fresh: [DeviceInput], _ outcome: inout Outcome) {
        unsaved.journal = outcome.journal
        unsaved.journal.forgetRejections()
        guard let first = fresh.first, let last = fresh.last else { return }
        let inputs = fresh.withoutClaimedRepeats
        let chunk = FixChunk(
            first: first.time,
            last: last.time,
            fixCount: inputs.count,
            fixes: InputPacking.pack(inputs)
        )
        unsaved.chunks.append(chunk)
        newestBucket = max(newestBucket ?? chunk.bucket, chunk.bucket)
        outcome.addedCount = fresh.count
        outcome.putDown = chunk
    }
}
