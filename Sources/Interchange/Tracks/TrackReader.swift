/// Reads a track in any of the formats, from its bytes to its fixes, as the bytes come in.
///
/// Feed it a file in chunks of any size, take the fixes out of the batch after each, and `finish` at the end. Memory
/// does not grow with the file: nothing is kept but the record at hand, a bounded number of diagnostics, and the names
/// of the members and phones met. The outcome does not depend on where the chunks are cut. The body of a request is
/// read in the same way, as one chunk, and each diagnostic says on which line its record began.
///
/// A record that can't be used is a diagnostic, and the good ones round it are kept; an error is thrown only when the
/// document can't be read at all. The fixes that came before it are in the batch.
///
/// Whose a fix is: the record says, or what surrounds it in the document, or the defaults. Where only a phone is named,
/// the caller knows its member; where only a member is named, the phone has the member's name.
package struct TrackReader: Sendable {
    /// The document's name, as the user gave it.
    package let fileName: String
    /// The format: the one asked for, or the one found once 4 kB or the end of the document have come in.
    package private(set) var format: TrackFormat?

    /// How many bytes are looked at to tell the format.
    private static let detectionLength = 4096
    /// The most bytes worked on in one go, so that a whole file in one chunk needs no second one.
    private static let pieceLength = 1 << 18

    private let isForced: Bool
    private var intake: TrackIntake
    private var engine: Engine?
    /// Bytes that wait for the format to be known.
    private var prefix: [UInt8] = []

    /// Makes a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - fileName: the document's name for messages.
    ///   - format: the format; `nil` to find out.
    ///   - defaults: what to take for granted where the document does not say it.
    ///   - diagnosticLimit: how many diagnostics of each code are kept; those beyond are counted in
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

    /// What was wrong so far, in the order of the document, as far as it was not taken out.
    package var diagnostics: [Diagnostic] { intake.diagnostics }
    /// How much was read so far.
    package var counts: TrackCounts { intake.counts }

    /// Hands over the diagnostics and forgets them, so that a caller can write them out as they come.
    ///
    /// - Returns: what was wrong since the last call.
    package mutating func takeDiagnostics() -> [Diagnostic] {
        intake.takeDiagnostics()
    }

    /// Takes the next bytes of the document.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - batch: where the fixes are appended, in the order of the document.
    /// - Throws: `InterchangeError` when the document can't be read; the reader is of no use after that.
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

    /// Takes the next bytes of the document.
    ///
    /// - Parameters:
    ///   - chunk: the next bytes, of any number.
    ///   - batch: where the fixes are appended, in the order of the document.
    /// - Throws: `InterchangeError` when the document can't be read; the reader is of no use after that.
    package mutating func consume(_ chunk: [UInt8], into batch: inout [TrackFix]) throws(InterchangeError) {
        let result = chunk.withUnsafeBufferPointer { bytes in
            Result { () throws(InterchangeError) in try consume(bytes, into: &batch) }
        }
        try result.get()
    }

    /// Takes the end of the document.
    ///
    /// - Parameter batch: where the last fixes are appended.
    /// - Throws: `InterchangeError` when the document can't be read, for instance because nothing is in it.
    package mutating func finish(into batch: inout [TrackFix]) throws(InterchangeError) {
        if engine == nil {
            try begin(isLast: true, into: &batch)
        } else {
            try read(UnsafeBufferPointer(start: nil, count: 0), isLast: true, into: &batch)
        }
    }

    /// Finds out the format and reads what waited for it.
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

    /// The format asked for, else the one that the first bytes announce.
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
