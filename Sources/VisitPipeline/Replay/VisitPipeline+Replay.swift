internal import Foundation
internal import GeofenceEngine
internal import Interchange
public import VisitModel

extension VisitPipeline {
    /// Reads recorded tracks and applies them in the order of the files.
    ///
    /// In a stream: memory does not grow with the files. Within a batch, and within the horizon across batches, the order
    /// of the records does not matter. Stopped at any point and begun again, it ends where it would have ended.
    ///
    /// - Parameters:
    ///   - files: paths, in the order they are read.
    ///   - options: how they are read.
    ///   - observedAt: now: what dated later than this was dated by a wrong clock.
    ///   - progress: called after each batch.
    /// - Returns: what became of the fixes.
    /// - Throws: `VisitPipelineError` with code `unreadableFile`, `InterchangeError` when a file is no track,
    ///   `VisitStoreError`.
    public func replay(
        _ files: [String],
        options: ReplayOptions = ReplayOptions(),
        observedAt: Timestamp,
        progress: (ReplayProgress) -> Void = { _ in }
    ) throws -> ReplaySummary {
        var replay = Replay(ingest: ingest(), options: options, observedAt: observedAt)
        replay.bytesTotal = files.reduce(0) { $0 + ByteSource.size(of: $1) }
        for file in files {
            try replay.read(file, progress)
        }
        try replay.flush("", progress)
        return replay.summary
    }
}

/// A replay under way.
private struct Replay {
    var ingest: FixIngest
    let options: ReplayOptions
    let observedAt: Timestamp
    var summary = ReplaySummary()
    var bytesTotal: Int64 = 0
    private var bytesRead: Int64 = 0
    private var batch: [TrackFix] = []

    init(ingest: FixIngest, options: ReplayOptions, observedAt: Timestamp) {
        self.ingest = ingest
        self.options = options
        self.observedAt = observedAt
    }

    /// Reads one file, storing whenever a batch is full.
    mutating func read(_ file: String, _ progress: (ReplayProgress) -> Void) throws {
        var source = try ByteSource(path: file)
        var reader = TrackReader(fileName: file, format: options.format, defaults: options.defaults)
        while let chunk = try source.next() {
            bytesRead += Int64(chunk.count)
            try reader.consume(chunk, into: &batch)
            if batch.count >= options.batchSize { try flush(file, progress) }
        }
        try reader.finish(into: &batch)
        summary.files += 1
        summary.unreadable += reader.counts.rejected
        summary.diagnostics += reader.takeDiagnostics()
    }

    /// Stores what was read.
    mutating func flush(_ file: String, _ progress: (ReplayProgress) -> Void) throws {
        var start = 0
        // Batches end at the same fixes whatever the size of the pieces a file is read in.
        while start < batch.count {
            let end = min(start + options.batchSize, batch.count)
            guard end - start == options.batchSize || file.isEmpty else { break }
            summary.ingest.add(try ingest.apply(Array(batch[start..<end]), observedAt: observedAt))
            start = end
            progress(
                ReplayProgress(
                    file: file,
                    bytesRead: bytesRead,
                    bytesTotal: bytesTotal,
                    fixes: summary.ingest.fixes
                )
            )
        }
        batch.removeFirst(start)
    }
}
