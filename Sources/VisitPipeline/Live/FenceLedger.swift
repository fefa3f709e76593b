internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// Which fences a phone was told to keep by the answers to what it sends.
///
/// An answer can be lost on the way. The phone then sends the same records again, so an answer is known to have arrived
/// when the next request repeats nothing; until then what it said is said again.
struct FenceLedger: Hashable, Sendable {
    /// What the phone keeps when every answer arrived.
    private(set) var told: Set<FenceKey> = []
    /// What of that it keeps for certain.
    private(set) var confirmed: Set<FenceKey> = []
    /// What it was told to remove, and may still keep.
    private(set) var doubtful: Set<FenceKey> = []

    init(told: Set<FenceKey> = [], confirmed: Set<FenceKey> = [], doubtful: Set<FenceKey> = []) {
        self.told = told
        self.confirmed = confirmed
        self.doubtful = doubtful
    }

    /// Makes out what to tell the phone.
    ///
    /// - Parameters:
    ///   - wanted: the fences that the phone is to keep.
    ///   - isRepeat: whether the request holds anything that was sent before.
    /// - Returns: what to add and what to remove, by key.
    mutating func answer(
        wanted: Set<FenceKey>,
        toRepeat isRepeat: Bool
    ) -> (added: [FenceKey], removed: [FenceKey]) {
        if !isRepeat {
            (confirmed, doubtful) = (told, [])
            // Most requests change nothing.
            if wanted == told { return ([], []) }
        }
        doubtful = told.union(doubtful).subtracting(wanted)
        let change = (wanted.subtracting(confirmed).sorted(), doubtful.sorted())
        confirmed.formIntersection(wanted)
        told = wanted
        return change
    }
}

extension FenceLedger {
    /// Takes up what the store has.
    init(_ stored: PhoneFences) {
        self.init(
            told: Set(stored.told.compactMap { FenceKey(exactly: $0.rawValue) }),
            confirmed: Set(stored.confirmed.compactMap { FenceKey(exactly: $0.rawValue) }),
            doubtful: Set(stored.doubtful.compactMap { FenceKey(exactly: $0.rawValue) })
        )
    }
}

extension PhoneFences {
    /// A ledger as the store keeps it.
    init(_ ledger: FenceLedger, at time: Timestamp) {
        self.init(
            told: ledger.told.sorted().map { FacilityKey(rawValue: Int64($0.rawValue)) },
            confirmed: ledger.confirmed.sorted().map { FacilityKey(rawValue: Int64($0.rawValue)) },
            doubtful: ledger.doubtful.sorted().map { FacilityKey(rawValue: Int64($0.rawValue)) },
            changedAt: time
        )
    }
}
