import VisitModel

/// The upload of stored records: when it begins, what it sends, and what becomes of the records.
///
/// One request at a time: records are selected and locked, sent, and deleted on any status of 200 to 299; any other end
/// unlocks them and ends the run. There is no pause that grows and no retry of its own: the next trigger begins anew.
/// Transistor, HTTP guide; Transistor headers, TSHttpErrorCodes.
///
/// Records that are stored while a run is under way go with it, once: a run ends when nothing is left to select. Nothing
/// of the queue has to be stored. What was locked when a process ended is unlocked at the next `launch()`; a server that
/// had taken it already drops it by its `uuid`.
public struct UploadQueue: Hashable, Sendable {
    /// Records in a request.
    struct Flight: Hashable {
        var id: Int
        let records: [UploadRecord]
        /// Whether they are sent again with new tokens, which is done once.
        var isRetry = false

        var names: [String] { records.map(\.uuid) }
    }

    /// What is waited for.
    enum Phase: Hashable {
        case idle
        /// For the store; `again` where a record may have been stored after it looked.
        case selecting(again: Bool)
        case sending(Flight)
        /// For new tokens, before a selection or to send records again.
        case refreshing(id: Int, Flight?)
    }

    /// What is known of the run under way.
    struct Run: Hashable {
        /// The app's call, where it asked for it.
        var syncID: Int?
        /// What the call is answered with.
        var sent: [UploadRecord] = []
        /// Whether the end of the access token is looked at; not after a server has given one that has ended already.
        var mindsExpiry = true
    }

    var phase = Phase.idle
    var run = Run()
    private var lastID = 0

    /// Makes a queue that does nothing yet.
    public init() {}

    /// Whether nothing is under way.
    public var isIdle: Bool { phase == .idle }

    /// The names of the records in the request under way, or held for it while tokens are refreshed.
    public var recordsInFlight: [String] {
        switch phase {
        case .idle, .selecting: []
        case .sending(let flight): flight.names
        case .refreshing(_, let flight): flight?.names ?? []
        }
    }

    /// The app began, or begins anew after its file has failed: nothing is under way, whatever was.
    ///
    /// The numbers of requests go on, so that a late answer to one of before is none to one of after.
    ///
    /// - Returns: the effect that puts right what a process left behind that ended within a request.
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
