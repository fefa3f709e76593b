/// Parses a track in any supported format incrementally, from bytes to fixes.
///
/// Pass a file in chunks of any size, consume the fixes in the batch after each, and call `finish` at the end. Memory
/// does not grow with the file: only the current record, a bounded number of diagnostics, and the identifiers of the
/// members and phones are kept. The result does not depend on the chunk boundaries. The body of a request is parsed in
/// the same way, as one chunk. Each diagnostic contains the line on which its record began.
///
/// An unusable record is a diagnostic, and the good ones around it are kept; an error is thrown only when the document
/// can't be read at all. The fixes before the error are in the batch.
///
/// The identity of a fix is the one in its record, else in the enclosing document, else in the defaults. Where only a
/// phone is named, the caller looks up its member; where only a member is named, the phone has the member's name.
package struct TrackReader: Sendable {
    /// The document's name, as the user gave it.
    package let fileName: String
    /// The format: the requested one, or the one detected once 4 kB or the end of the document have been read.
    package private(set) var format: TrackFormat?

    /// The number of bytes examined to detect the format.
    private static let detectionLength = 4096
    /// The most bytes parsed at once, so that a whole file in one chunk needs no second one of its size.
    private static let pieceLength = 1 << 18

    private let isForced: Bool
    private var intake: TrackIntake
    private var engine: Engine?
    /// The bytes that wait until the format is known.
    private var prefix: [UInt8] = []

    /// Creates a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - fileName: the document's name for messages.
    ///   - format: the format; `nil` to detect it.
    ///   - defaults: the values used where the document does not contain them.
    ///   - diagnosticLimit: the number of diagnostics of each code to keep; those beyond are counted in
    ///     `counts.remarks`.
    package init(
        fileName: String,
        format: TrackFormat? = nil,
        defaults: TrackDefaults = TrackDefaults(),
        diagnosticLimit: Int = 1000
    ) {
        self.fileName = fileName
        self.format = format
        self.isForced = format != nil
        self.intake = TrackIntake(fileName: fileName, defaults: defaults, diagnosticLimit: diagnosticLimit)
    }

    /// The diagnostics so far that `takeDiagnostics()` has not removed, in the order of the document.
    package var diagnostics: [Diagnostic] { intake.diagnostics }
    /// The counts so far.
    package var counts: TrackCounts { intake.counts }

    /// Removes and returns the diagnostics, so that a caller can write them as they occur.
    ///
    /// - Returns: the diagnostics since the last call.
    package mutating func drainDiagnostics() -> [Diagnostic] {
        intake.drainDiagnostics()
    }

    /// Parses the next bytes of the document.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - batch: the array to which the fixes are appended, in the order of the document.
    /// - Throws: `InterchangeError` when the document can't be read; the reader is unusable after that.
    package mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        into batch: inout [TrackFix]
    ) throws(InterchangeError) {
        guard engine == nil else {
            try read(chunk, isLast: false, into: &batch)
            return
        }
        prefix.append(contentsOf: chunk)
        guard prefix.count >= Self.detectionLength else { return }
        try begin(isLast: false, into: &batch)
    }

    /// Parses the next bytes of the document.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - batch: the array to which the fixes are appended, in the order of the document.
    /// - Throws: `InterchangeError` when the document can't be read; the reader is unusable after that.
    package mutating func consume(_ chunk: [UInt8], into batch: inout [TrackFix]) throws(InterchangeError) {
        let result = chunk.withUnsafeBufferPointer { bytes in
            Result { () throws(InterchangeError) in try consume(bytes, into: &batch) }
        }
        try result.get()
    }

    /// Parses the end of the document.
    ///
    /// - Parameter batch: the array to which the last fixes are appended.
    /// - Throws: `InterchangeError` when the document can't be read, for instance because it is empty.
    package mutating func finish(into batch: inout [TrackFix]) throws(InterchangeError) {
        if engine == nil {
            try begin(isLast: true, into: &batch)
        } else {
            try read(UnsafeBufferPointer(start: nil, count: 0), isLast: true, into: &batch)
        }
    }

    /// Determines the format and parses the bytes that waited for it.
    private mutating func begin(isLast: Bool, into batch: inout [TrackFix]) throws(InterchangeError) {
        let known = try knownFormat()
        format = known
        engine = Engine(known, isForced: isForced)
        let bytes = prefix
        prefix = []
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(InterchangeError) in try read(bytes, isLast: isLast, into: &batch) }
        }
        try result.get()
    }

    private mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        isLast: Bool,
        into batch: inout [TrackFix]
    ) throws(InterchangeError) {
        var start = 0
        repeat {
            let end = min(start + Self.pieceLength, bytes.count)
            let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
            try engine?.consume(piece, isLast: isLast && end == bytes.count, &intake, into: &batch)
            start = end
        } while start < bytes.count
    }

    /// The requested format, else the one detected from the first bytes.
    private func knownFormat() throws(InterchangeError) -> TrackFormat {
        if let format { return format }
        var decoder = TextDecoder()
        var text: [UInt8] = []
        let start = Array(prefix.prefix(Self.detectionLength))
        let result = start.withUnsafeBufferPointer { bytes in
            Result { () throws(InterchangeError) in try decoder.decode(bytes, into: &text) }
        }
        try result.get()
        try decoder.finish(into: &text)
        guard let format = text.withUnsafeBufferPointer(TrackFormat.detect) else {
            throw InterchangeError(.empty, "\(fileName) is empty")
        }
        return format
    }
}
