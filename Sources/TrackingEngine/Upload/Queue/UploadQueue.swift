import VisitModel

/// The upload of stored records: when it begins, what it sends, and the outcome for each record.
///
/// One request at a time: records are selected and locked, sent, and deleted on any status of 200 to 299; any other end
/// unlocks them and ends the run. There is no exponential back-off and no automatic retry: the next trigger starts a
/// new run. Transistor, HTTP guide; Transistor headers, TSHttpErrorCodes.
///
/// Records stored during a run are sent by the same run, once: a run ends when nothing is left to select. The queue
/// needs no storage of its own. Records locked when a process ended are unlocked at the next `launch()`; a server that
/// had already accepted them deduplicates by `uuid`.
public struct UploadQueue: Hashable, Sendable {
    /// The records of one request.
    struct Flight: Hashable {
        var id: Int
        let records: [UploadRecord]
        /// Whether they are sent again with new tokens, which is done once.
        var isRetry = false

        var names: [String] { records.map(\.uuid) }
    }

    /// The result that the queue is waiting for.
    enum Phase: Hashable {
        case idle
        /// The store's selection; `again` where a record may have been stored after the query.
        case selecting(again: Bool)
        case sending(Flight)
        /// New tokens, before a selection or to send records again.
        case refreshing(id: Int, Flight?)
    }

    /// The state of the run in progress.
    struct Run: Hashable {
        /// The app's `sync` call, where it requested the run.
        var syncID: Int?
        /// The records that the call returns.
        var sent: [UploadRecord] = []
        /// Whether the access token's expiry is checked; not after a server has issued an already expired token.
        var mindsExpiry = true
    }

    var phase = Phase.idle
    var run = Run()
    private var lastID = 0

    /// Creates an idle queue.
    public init() {}

    /// Whether no upload is in progress.
    public var isIdle: Bool { phase == .idle }

    /// The names of the records in the current request, or held for it while tokens are refreshed.
    public var recordsInFlight: [String] {
        switch phase {
        case .idle, .selecting: []
        case .sending(let flight): flight.names
        case .refreshing(_, let flight): flight?.names ?? []
        }
    }

    /// Resets the queue when the app starts, or after the file of the record store has failed.
    ///
    /// The request numbers continue, so that a late answer to an earlier request matches no later one. The effect
    /// unlocks records that a process locked and did not unlock before it ended.
    public mutating func launch() -> [UploadEffect] {
        (phase, run) = (.idle, Run())
        return [.unlockAll]
    }

    /// A number for the next request.
    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }
}
