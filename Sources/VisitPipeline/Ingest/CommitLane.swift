internal import Dispatch
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// A serial queue that commits batches, each while the next one is evaluated.
///
/// At most one batch is in progress. A caller that reads what the previous batch wrote gets the store from here, which
/// waits for it; other callers do not wait. At any moment the disk has the outcome of whole batches, in order.
final class CommitLane: Sendable {
    private let store: VisitStore
    /// `nil` to write no messages for other systems.
    private let composer: MessageComposer?
    /// Whether changes of visits that further input may change are collected before messages are made of them.
    private let collects: Bool
    /// Whether the fixes are received now, so that subscribers of the event stream are notified.
    private let isLive: Bool
    /// Serial, so that waiting for it is waiting for the batch in progress.
    private let queue = DispatchQueue(label: "footfall.commit")
    private let failure = Mutex<(any Error)?>(nil)

    init(
        _ store: VisitStore,
        publishing composer: MessageComposer?,
        collects: Bool = false,
        live isLive: Bool = false
    ) {
        self.store = store
        self.composer = composer
        self.collects = collects
        self.isLive = isLive
    }

    /// Begins to store a batch, once the previous one is stored.
    ///
    /// Throws the error of the previous batch; this one is then not begun.
    func submit(_ commits: [DeviceCommit], observedAt time: Timestamp) throws {
        try wait()
        queue.async { [self] in
            do {
                try store.commit(
                    commits,
                    publishing: composer.map { OutboxSettings($0, at: time, collects: collects) },
                    live: isLive,
                    storedAt: time
                )
            } catch {
                failure.withLock { $0 = error }
            }
        }
    }

    /// Waits until every submitted batch is stored.
    ///
    /// Throws the first error, now and in every later call: nothing can follow a missing batch.
    func wait() throws {
        queue.sync {}
        if let failure = failure.withLock({ $0 }) { throw failure }
    }

    /// Returns the store once it contains every submitted batch.
    func storeAfterCommits() throws -> VisitStore {
        try wait()
        return store
    }
}
