internal import Interchange

/// The fixes of many files in batches.
///
/// Batches end at the same fixes whatever the size of the pieces a file is read in, so that a replay that was stopped
/// goes through the same batches when it is begun again.
struct TrackFeed: Sendable {
    private let files: [String]
    private let options: ReplayOptions
    private var nextFile = 0
    private var current: (source: ByteSource, reader: TrackReader)?
    private var pending: [TrackFix] = []
    /// What ended the reading, kept back until what was read before it is handed out.
    private var failure: (any Error)?
    /// How many bytes were read.
    private(set) var bytesRead: Int64 = 0
    /// How many files were read to their end.
    private(set) var filesRead = 0
    /// How many records could not be read.
    private(set) var unreadable = 0
    /// What was wrong with them, as far as kept.
    private(set) var diagnostics: [Diagnostic] = []

    init(_ files: [String], _ options: ReplayOptions) {
        self.files = files
        self.options = options
    }

    /// The file that is being read.
    var file: String { files.isEmpty ? "" : files[min(max(0, nextFile - 1), files.count - 1)] }

    /// The next batch.
    ///
    /// - Parameter size: how many fixes, 1 or more.
    /// - Returns: as many fixes as a batch has, fewer at the end and before a file that can't be read; `nil` when there
    ///   are no more.
    /// - Throws: `VisitPipelineError` with code `unreadableFile`, `InterchangeError` when a file is no track, once all
    ///   that was read before it is handed out.
    mutating func next(_ size: Int) throws -> [TrackFix]? {
        do {
            if failure == nil { try readBatch(size) }
        } catch {
            failure = error
        }
        guard !pending.isEmpty else {
            if let failure { throw failure }
            return nil
        }
        guard pending.count > size else {
            defer { pending = [] }
            return pending
        }
        let batch = Array(pending.prefix(size))
        pending.removeFirst(size)
        return batch
    }

    /// Reads until there is a batch, or nothing more to read.
    private mutating func readBatch(_ size: Int) throws {
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
        // The reader's buffers must have one owner while it reads.
        current = nil
        if let piece = try source.next() {
            bytesRead += Int64(piece.count)
            try reader.consume(piece, into: &pending)
            current = (source, reader)
        } else {
            try reader.finish(into: &pending)
            filesRead += 1
            unreadable += reader.counts.rejected
            diagnostics += reader.takeDiagnostics()
        }
    }
}
