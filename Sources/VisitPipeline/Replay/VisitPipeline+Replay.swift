package import Interchange
package import MemberEngine
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
        var ingest = ingest(publishes: options.notifies, collects: false)
        var summary = ReplaySummary()
        do {
            while let batch = try feed.next(options.batchSize) {
                let taken = try ingest.ingest(consume batch, observedAt: observedAt) { batch in
                    if !batch.unevaluated.isEmpty { warning(batch.unevaluated) }
                }
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

package struct ReplayOptions: Sendable {
    /// The format of every file; `nil` to detect it from each file's content.
    package var format: TrackFormat?
    /// The values for what a file leaves out.
    package var defaults: TrackDefaults
    /// The number of fixes in one transaction, 1 or more.
    ///
    /// Larger is faster, because a device's cost in each batch (its state, its hour of fixes) is shared by its fixes of
    /// the batch, and needs more memory: some 600 bytes a fix. It does not change the outcome. The usual one does not
    /// depend on the machine, so a repeated replay has the same batches; with it 10,000 devices need less than 350 MB.
    package var batchSize: Int
    /// Whether messages for other systems are written; off by default, because the visits are of the past.
    package var notifies: Bool

    package init(
        format: TrackFormat? = nil,
        defaults: TrackDefaults = TrackDefaults(),
        batchSize: Int? = nil,
        notifies: Bool = false
    ) {
        self.format = format
        self.defaults = defaults
        self.batchSize = batchSize.map { max(1, $0) } ?? Self.usualBatchSize
        self.notifies = notifies
    }

    /// The number of fixes of a transaction unless another is given.
    package static let usualBatchSize = 160_000
}

package struct ReplayProgress: Hashable, Sendable {
    package let file: String
    /// The number of bytes read of all files.
    package let bytesRead: Int64
    /// The total length of all files, in bytes.
    package let bytesTotal: Int64
    package let fixes: Int
}

package struct ReplaySummary: Sendable {
    package var ingest = IngestSummary()
    /// The number of unreadable records.
    package var unreadable = 0
    /// The errors and warnings, up to the reader's limit.
    package var diagnostics: [Diagnostic] = []
    /// The number of files read.
    package var files = 0
}
