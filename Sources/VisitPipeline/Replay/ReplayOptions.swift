package import Interchange
internal import VisitModel

/// How recorded tracks are read.
package struct ReplayOptions: Sendable {
    /// The format of every file; `nil` tells it from each file's content.
    package var format: TrackFormat?
    /// What a file does not say.
    package var defaults: TrackDefaults
    /// How many fixes are stored in one transaction; `nil` for as many as suit the number of devices.
    ///
    /// Larger is faster and needs more memory (a fix takes about 200 bytes on the way). It does not change the outcome.
    package var batchSize: Int?
    /// Whether other systems are told of what is found: not by itself, for nobody wants last year's visits as news.
    package var notifies: Bool

    /// Makes options.
    ///
    /// - Parameters:
    ///   - format: the format of every file, or `nil`.
    ///   - defaults: what a file does not say.
    ///   - batchSize: fixes a transaction, 1 or more; `nil` for as many as suit the number of devices.
    ///   - notifies: whether other systems are told of what is found.
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

    /// How many fixes the next batch has.
    ///
    /// What a device costs in each batch (its state, its hour of fixes) is shared by its fixes of the batch, so there should
    /// be some of each: 40. It depends on nothing but what was read, so a replay that is begun again goes through the same
    /// batches.
    ///
    /// - Parameter devices: how many devices the last batch was of; 0 before the first.
    /// - Returns: 1 or more.
    func nextBatchSize(afterDevices devices: Int) -> Int {
        batchSize ?? min(max(100_000, 40 * devices), 400_000)
    }
}

/// How far a replay has come.
package struct ReplayProgress: Hashable, Sendable {
    /// The file that is read.
    package let file: String
    /// How many bytes of all files were read.
    package let bytesRead: Int64
    /// How many bytes all files have together.
    package let bytesTotal: Int64
    /// How many fixes were taken in.
    package let fixes: Int
}

/// What became of recorded tracks.
package struct ReplaySummary: Sendable {
    /// What became of the fixes.
    package var ingest = IngestSummary()
    /// How many records could not be read.
    package var unreadable = 0
    /// What was wrong with them, and other remarks, as far as kept.
    package var diagnostics: [Diagnostic] = []
    /// How many files were read.
    package var files = 0

    /// Begins a sum.
    package init() {}
}
