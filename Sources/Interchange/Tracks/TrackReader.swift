package import VisitModel

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

    /// Diagnostics of one code beyond `diagnosticLimit` are only counted, in `counts.remarks`.
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

    /// The diagnostics so far that `drainDiagnostics()` has not removed, in the order of the document.
    package var diagnostics: [Diagnostic] { intake.diagnostics }
    package var counts: TrackCounts { intake.counts }

    /// Removes and returns the diagnostics, so that a caller can write them as they occur.
    package mutating func drainDiagnostics() -> [Diagnostic] { intake.drainDiagnostics() }

    /// Parses the next bytes and appends their fixes to the batch, in the order of the document.
    ///
    /// Throws `InterchangeError` when the document can't be read; the reader is unusable after that.
    package mutating func consume(_ chunk: [UInt8], into batch: inout [TrackFix]) throws(InterchangeError) {
        guard engine == nil else {
            try read(chunk, isLast: false, into: &batch)
            return
        }
        prefix.append(contentsOf: chunk)
        guard prefix.count >= Self.detectionLength else { return }
        try begin(isLast: false, into: &batch)
    }

    /// Parses the end of the document; throws `InterchangeError` also when the document is empty.
    package mutating func finish(into batch: inout [TrackFix]) throws(InterchangeError) {
        if engine == nil {
            try begin(isLast: true, into: &batch)
        } else {
            try read([], isLast: true, into: &batch)
        }
        intake.remarkIgnored()
    }

    /// Determines the format and parses the bytes that waited for it.
    private mutating func begin(isLast: Bool, into batch: inout [TrackFix]) throws(InterchangeError) {
        let known = try knownFormat()
        format = known
        engine = Engine(known, isForced: isForced)
        let bytes = prefix
        prefix = []
        try read(bytes, isLast: isLast, into: &batch)
    }

    private mutating func read(_ bytes: [UInt8], isLast: Bool, into batch: inout [TrackFix]) throws(InterchangeError) {
        try bytes.withUnsafeBufferPointer { bytes throws(InterchangeError) in
            var start = 0
            repeat {
                let end = min(start + Self.pieceLength, bytes.count)
                let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
                try engine?.consume(piece, isLast: isLast && end == bytes.count, &intake, into: &batch)
                start = end
            } while start < bytes.count
        }
    }

    /// The requested format, else the one detected from the first bytes.
    private func knownFormat() throws(InterchangeError) -> TrackFormat {
        if let format { return format }
        var decoder = TextDecoder()
        var text: [UInt8] = []
        try prefix.prefix(Self.detectionLength).withUnsafeBufferPointer { bytes throws(InterchangeError) in
            try decoder.decode(bytes, into: &text)
        }
        try decoder.finish(into: &text)
        guard let format = text.withUnsafeBufferPointer(TrackFormat.detect) else {
            throw InterchangeError(.empty, "\(fileName) is empty")
        }
        return format
    }
}

extension TrackReader {
    struct Engine {
        private var csv: CSVTrackReader?
        private var gpx: GPXTrackReader?
        private var json: JSONTrackReader?
        /// Converts the document to UTF-8, for all formats but delimited text, whose reader does so itself.
        private var decoder = TextDecoder()
        private var text: [UInt8] = []

        init(_ format: TrackFormat, isForced: Bool) {
            switch format {
            case .csv: csv = CSVTrackReader(isForced: isForced)
            case .gpx: gpx = GPXTrackReader()
            case .geojson, .json: json = JSONTrackReader()
            }
        }

        mutating func consume(
            _ bytes: UnsafeBufferPointer<UInt8>,
            isLast: Bool,
            _ intake: inout TrackIntake,
            into batch: inout [TrackFix]
        ) throws(InterchangeError) {
            if csv != nil {
                try csv?.consume(bytes, isLast: isLast, &intake, into: &batch)
                return
            }
            var text: [UInt8] = []
            swap(&text, &self.text)
            text.removeAll(keepingCapacity: true)
            try decoder.decode(bytes, into: &text)
            if isLast { try decoder.finish(into: &text) }
            try text.withUnsafeBufferPointer { bytes throws(InterchangeError) in
                try gpx?.consume(bytes, isLast: isLast, &intake, into: &batch)
                json?.consume(bytes, isLast: isLast, &intake, into: &batch)
            }
            swap(&text, &self.text)
        }
    }
}

/// A fix from a file, with its identity and its line.
///
/// A million of these need no more identifiers than there are members: equal names share their storage.
package struct TrackFix: Hashable, Sendable {
    package var fix: Fix
    /// Where a record names only a member, the phone has the member's name, because a member without a named phone is
    /// assumed to have one.
    package var device: DeviceID
    /// The phone's member; `nil` where a record names only a phone, so that the caller looks up its member.
    package var member: MemberID?
    package var platform: Platform?
    /// The time at which a server received the fix, where the record contains it.
    package var receivedAt: Timestamp?
    /// The age of the fix when the phone's app received it, in milliseconds, where the record contains it.
    ///
    /// The Transistor SDK sends it as `age`. A large one is a fix from the system's cache. It excludes the time that
    /// the record then waited on the phone, so that it alone is no evidence of a wrong clock.
    package var ageMilliseconds: Int64?
    /// The time, not before that of the fix, at which the phone was alive and still where the fix says, as far as it
    /// knew; `nil` unless the record is a heartbeat.
    package var heartbeatAt: Timestamp?
    /// The line on which its record begins, from 1.
    package var line: Int

    package init(
        fix: Fix,
        device: DeviceID,
        member: MemberID? = nil,
        platform: Platform? = nil,
        receivedAt: Timestamp? = nil,
        ageMilliseconds: Int64? = nil,
        heartbeatAt: Timestamp? = nil,
        line: Int
    ) {
        self.fix = fix
        self.device = device
        self.member = member
        self.platform = platform
        self.receivedAt = receivedAt
        self.ageMilliseconds = ageMilliseconds
        self.heartbeatAt = heartbeatAt
        self.line = line
    }
}

package struct TrackCounts: Hashable, Sendable {
    package internal(set) var fixes = 0
    /// The number of unusable records or points; each has a diagnostic, or is counted in `remarks`.
    package internal(set) var rejected = 0
    /// The number of records that are no fixes, by kind.
    package internal(set) var ignored: [IgnoredRecord: Int] = [:]
    /// The number of diagnostics by code, including those beyond the limit.
    package internal(set) var remarks: [String: Int] = [:]

    package init() {}
}

/// The values used where a track does not contain them.
package struct TrackDefaults: Hashable, Sendable {
    package var member: MemberID?
    /// The phone of the fixes; the member's name where no phone is named.
    package var device: DeviceID?
    package var platform: Platform?
    /// GPX times are UTC by that format's definition and don't need it.
    package var missingZone: TimestampParser.MissingZone

    package init(
        member: MemberID? = nil,
        device: DeviceID? = nil,
        platform: Platform? = nil,
        missingZone: TimestampParser.MissingZone = .refused
    ) {
        self.member = member
        self.device = device
        self.platform = platform
        self.missingZone = missingZone
    }
}

package enum TrackFormat: String, Hashable, Sendable, CaseIterable {
    /// Delimited text with a header.
    case csv
    /// GPX 1.0 or 1.1.
    case gpx
    /// GeoJSON: one document, or one feature a line.
    case geojson
    /// JSON records: one array, one object, or one record a line, as the Transistor SDK posts and stores them.
    case json
}

extension TrackFormat {
    /// The number of bytes that are enough to detect the format.
    static let detectionLength = 1024

    /// Detects the format from the beginning of a text in UTF-8; `nil` where everything is blank.
    ///
    /// The first non-blank character decides: `<` begins GPX, a bracket JSON, anything else the header of delimited
    /// text. GeoJSON and other JSON are parsed alike; they are distinguished only for the format's name.
    static func detect(_ prefix: UnsafeBufferPointer<UInt8>) -> TrackFormat? {
        // A record separator (0x1E) precedes each record of an RFC 8142 sequence.
        guard let first = prefix.first(where: { $0 > 0x20 }) else { return nil }
        switch first {
        case 0x3C: return .gpx
        case 0x7B, 0x5B:
            let text = String(decoding: prefix, as: UTF8.self)
            let isGeoJSON =
                text.contains("\"Feature") || text.contains("\"geometry\"") || text.contains("\"coordinates\"")
            return isGeoJSON ? .geojson : .json
        default: return .csv
        }
    }
}
