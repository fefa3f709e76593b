internal import Interchange
package import VisitModel
internal import VisitStore

extension VisitPipeline {
    /// Reads recorded tracks and applies them in the order of the files.
    ///
    /// In a stream: memory does not grow with the files. Within a batch, and within the horizon across batches, the order
    /// of the records does not matter. Stopped at any point and begun again, it ends where it would have ended. While one
    /// batch is written to the disk, the next one is read and worked out.
    ///
    /// - Parameters:
    ///   - files: paths, in the order they are read.
    ///   - options: how they are read.
    ///   - observedAt: now: what is dated later than this was dated by a wrong clock.
    ///   - progress: called after each batch.
    ///   - warning: called before a batch is stored of which fixes can't be evaluated any more, with how many of which device.
    /// - Returns: what became of the fixes.
    /// - Throws: `VisitPipelineError` with code `unreadableFile`, `InterchangeError` when a file is no track,
    ///   `VisitStoreError`. What was read before is stored.
    package func replay(
        _ files: [String],
        options: ReplayOptions = ReplayOptions(),
        observedAt: Timestamp,
        progress: (ReplayProgress) -> Void = { _ in },
        warning: ([DeviceID: Int]) -> Void = { _ in }
    ) throws -> ReplaySummary {
        // A file that is not there is told of before anything is stored.
        for file in files { try ByteSource.check(path: file) }
        let bytesTotal = files.reduce(0) { $0 + ByteSource.size(of: $1) }
        var feed = TrackFeed(files, options)
        var ingest = ingest(tells: options.notifies)
        var summary = ReplaySummary()
        do {
            var devices = 0
            while let batch = try feed.next(options.nextBatchSize(afterDevices: devices)) {
                let taken = try ingest.take(batch, observedAt: observedAt) { batch in
                    if !batch.unevaluated.isEmpty { warning(batch.unevaluated) }
                }
                devices = taken.devices.count
                summary.ingest.add(taken)
                progress(
                    ReplayProgress(
                        file: feed.file,
                        bytesRead: feed.bytesRead,
                        bytesTotal: bytesTotal,
                        fixes: summary.ingest.fixes
                    )
                )
            }
        } catch {
            // A file that can't be read takes nothing away from those before it.
            try ingest.finish()
            throw error
        }
        try ingest.finish()
        summary.files = feed.filesRead
        summary.unreadable = feed.unreadable
        summary.diagnostics = feed.diagnostics
        return summary
    }
}
