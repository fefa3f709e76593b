internal import Interchange

/// The fixes of several files in batches.
///
/// Batches end at the same fixes whatever the size of the pieces in which a file is read, so that a repeated replay has
/// the same batches.
struct TrackFeed: Sendable {
    private let files: [String]
    private let options: ReplayOptions
    private var nextFile = 0
    private var current: (source: ByteSource, reader: TrackReader)?
    private var pending: [TrackFix] = []
    /// The number of the pending fixes that were returned.
    private var returned = 0
    /// The error that ended the reading; it is thrown after the fixes read before it were returned.
    private var failure: (any Error)?
    private(set) var bytesRead: Int64 = 0
    /// The number of files read to their end.
    private(set) var filesRead = 0
    /// The number of unreadable records.
    private(set) var unreadable = 0
    /// The errors and warnings, up to the reader's limit.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ files: [String], _ options: ReplayOptions) {
        self.files = files
        self.options = options
    }

    var file: String { files.isEmpty ? "" : files[min(max(0, nextFile - 1), files.count - 1)] }

    /// Returns the next batch of `size` fixes, 1 or more; `nil` when there are no more fixes.
    ///
    /// A batch is smaller at the end and before a file that can't be read. Throws `VisitPipelineError` with code
    /// `unreadableFile`, and `InterchangeError` when a file is no track, once everything read before it was returned.
    mutating func next(_ size: Int) throws -> [TrackFix]? {
        do {
            if failure == nil { try readBatch(size) }
        } catch {
            failure = error
        }
        let count = min(size, pending.count - returned)
        guard count > 0 else {
            if let failure { throw failure }
            return nil
        }
        let rest = pending.count - returned - count
        guard returned == 0, rest < count else {
            returned += count
            return Array(pending[(returned - count)..<returned])
        }
        // The few beyond the batch are copied, and not the batch.
        let others = Array(pending[count...])
        pending.removeLast(rest)
        defer { pending = others }
        return pending
    }

    /// More than the fixes in a piece of a file, by which a batch is exceeded before it is cut.
    private static let roomForPiece = 65_536

    /// Reads until there is a full batch, or nothing more to read.
    private mutating func readBatch(_ size: Int) throws {
        guard pending.count - returned < size else { return }
        pending.removeFirst(returned)
        returned = 0
        if size > Self.roomForPiece, current != nil || nextFile < files.count {
            // The same for every batch, so that the memory of one serves the next.
            pending.reserveCapacity(ReplayOptions.usualBatchSize + Self.roomForPiece)
        }
        while pending.count < size {
            if current == nil {
                guard nextFile < files.count else { break }
                let path = files[nextFile]
                nextFile += 1
                current = (
                    try ByteSource(path: path),
                    TrackReader(fileName: path, format: options.format, defaults: options.defaults)
                )
            }
            try readPiece()
        }
    }

    private mutating func readPiece() throws {
        guard let source = current?.source, var reader = current?.reader else { return }
        // The reader's buffers must have one owner while it reads, or they are copied.
        current = nil
        if let piece = try source.next() {
            bytesRead += Int64(piece.count)
            try reader.consume(piece, into: &pending)
            current = (source, reader)
        } else {
            try reader.finish(into: &pending)
            filesRead += 1
            unreadable += reader.counts.rejected
            diagnostics += reader.drainDiagnostics()
        }
    }
}
