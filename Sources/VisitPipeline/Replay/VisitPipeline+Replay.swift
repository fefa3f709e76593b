internal import Dispatch
internal import Interchange
internal import Synchronization
public import VisitModel
internal import VisitStore

extension VisitPipeline {
    /// Reads recorded tracks and applies them in the order of the files.
    ///
    /// In a stream: memory does not grow with the files. Within a batch, and within the horizon across batches, the order
    /// of the records does not matter. Stopped at any point and begun again, it ends where it would have ended. While one
    /// batch is written to the disk, the next one is read.
    ///
    /// - Parameters:
    ///   - files: paths, in the order they are read.
    ///   - options: how they are read.
    ///   - observedAt: now: what is dated later than this was dated by a wrong clock.
    ///   - progress: called after each batch.
    /// - Returns: what became of the fixes.
    /// - Throws: `VisitPipelineError` with code `unreadableFile`, `InterchangeError` when a file is no track,
    ///   `VisitStoreError`. What was stored before stays stored.
    public func replay(
        _ files: [String],
        options: ReplayOptions = ReplayOptions(),
        observedAt: Timestamp,
        progress: (ReplayProgress) -> Void = { _ in }
    ) throws -> ReplaySummary {
        // A file that is not there is told of before anything is stored.
        for file in files { try ByteSource.check(path: file) }
        let bytesTotal = files.reduce(0) { $0 + ByteSource.size(of: $1) }
        let feed = Mutex(TrackFeed(files, options))
        var ingest = ingest()
        var summary = ReplaySummary()
        var batch = try feed.withLock { try $0.next() }
        while let current = batch {
            let work = try ingest.workOut(current, observedAt: observedAt)
            let next = try sideBySide(
                { try store.commit(work.commits) },
                { try feed.withLock { try $0.next() } }
            )
            batch = next
            summary.ingest.add(work.summary)
            progress(
                feed.withLock {
                    ReplayProgress(
                        file: $0.file,
                        bytesRead: $0.bytesRead,
                        bytesTotal: bytesTotal,
                        fixes: summary.ingest.fixes
                    )
                }
            )
        }
        feed.withLock {
            summary.files = $0.filesRead
            summary.unreadable = $0.unreadable
            summary.diagnostics = $0.diagnostics
        }
        return summary
    }
}

/// Does two things at a time and waits for both; the first one's failure comes before the second one's.
private func sideBySide<Value: Sendable>(
    _ first: @Sendable () throws -> Void,
    _ second: @Sendable () throws -> Value
) throws -> Value {
    let failure = Mutex<(any Error)?>(nil)
    let result = Mutex<Result<Value, any Error>?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 {
            do { try first() } catch { failure.withLock { $0 = error } }
        } else {
            let outcome = Result { try second() }
            result.withLock { $0 = outcome }
        }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
}
