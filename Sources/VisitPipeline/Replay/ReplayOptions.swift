package import Interchange
internal import VisitModel

package struct ReplayOptions: Sendable {
    /// The format of every file; `nil` to detect it from each file's content.
    package var format: TrackFormat?
    /// The values for what a file leaves out.
    package var defaults: TrackDefaults
    /// The number of fixes in one transaction; `nil` to choose it by the number of devices.
    ///
    /// Larger is faster and needs more memory (a fix needs about 200 bytes in the pipeline). It does not change the
    /// outcome.
    package var batchSize: Int?
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
        self.batchSize = batchSize.map { max(1, $0) }
        self.notifies = notifies
    }

    /// Returns the number of fixes in the next batch, 1 or more.
    ///
    /// A device's cost in each batch (its state, its hour of fixes) is shared by its fixes of the batch, so there
    /// should be some of each: 40. The size depends only on the input, so a repeated replay has the same batches.
    /// `devices` is the number in the last batch; 0 before the first.
    func nextBatchSize(afterDevices devices: Int) -> Int {
        batchSize ?? min(max(100_000, 40 * devices), 400_000)
    }
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

    package init() {}
}
