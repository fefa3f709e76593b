internal import Dispatch
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// Writes batch after batch, each while the next one is worked out.
///
/// One batch at most is under way. Whoever has to see what the batch before left asks for the store here and waits for
/// it; whoever needs nothing from the store does not wait. What is on disk is at any moment the outcome of whole batches,
/// in their order.
final class CommitLane: Sendable {
    private let store: VisitStore
    /// What other systems are told; `nil` where they are told nothing.
    private let composer: MessageComposer?
    /// Whether it happens now, so that listeners are told of it.
    private let isLive: Bool
    /// Serial, so that to wait for it is to wait for the batch under way.
    private let queue = DispatchQueue(label: "footfall.commit")
    private let failure = Mutex<(any Error)?>(nil)

    init(_ store: VisitStore, telling composer: MessageComposer?, live isLive: Bool = false) {
        self.store = store
        self.composer = composer
        self.isLive = isLive
    }

    /// Begins to store a batch, once the one before is stored.
    ///
    /// - Parameters:
    ///   - commits: what is stored.
    ///   - time: now.
    /// - Throws: what kept the batch before from being stored; this one is then not begun.
    func submit(_ commits: [DeviceCommit], observedAt time: Timestamp) throws {
        try wait()
        queue.async { [self] in
            do {
                try store.commit(
                    commits,
                    telling: composer.map { Telling($0, at: time) },
                    live: isLive,
                    storedAt: time
                )
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    /// Waits until everything submitted is stored.
    ///
    /// - Throws: what kept it from being stored, now and ever after: nothing can follow a batch that is missing.
    func wait() throws {
        queue.sync {}
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// The store with everything in it that was submitted.
    ///
    /// - Throws: as `wait()`.
    func settledStore() throws -> VisitStore {
        try wait()
        return store
    }
}
