internal import Interchange
package import VisitModel
internal import VisitStore

extension VisitPipeline {
    /// Reads recorded tracks and applies them in the order of the files.
    ///
    /// The files are streamed, so memory does not grow with them. Within a batch, and within the horizon across
    /// batches, the order of the records does not matter. Replaying is idempotent: stopped at any point and repeated,
    /// it leads to the same result. While one batch is written to the disk, the next one is read and evaluated.
    ///
    /// A time of a fix after `observedAt` comes from a wrong clock. `warning` is called before a batch is stored with
    /// fixes that can't be evaluated any more, with their number by device. Throws `VisitPipelineError` with code
    /// `unreadableFile`, `InterchangeError` when a file is no track, and `StorageError`; everything read before it is
    /// stored.
    package func replay(
        _ files: [String],
        options: ReplayOptions = ReplayOptions(),
        observedAt: Timestamp,
        progress: (ReplayProgress) -> Void = { _ in },
        warning: ([DeviceID: Int]) -> Void = { _ in }
    ) throws -> ReplaySummary {
        // A missing file is reported before anything is stored.
        for file in files { try ByteSource.check(path: file) }
        let bytesTotal = files.reduce(0) { $0 + ByteSource.size(of: $1) }
        var feed = TrackFeed(files, options)
        var ingest = ingest(publishes: options.notifies)
        var summary = ReplaySummary()
        do {
            var devices = 0
            while let batch = try feed.next(options.nextBatchSize(afterDevices: devices)) {
                let taken = try ingest.ingest(batch, observedAt: observedAt) { batch in
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
            // After a file that can't be read, the fixes of earlier files are still stored.
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
