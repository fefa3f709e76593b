internal import VisitModel

/// Parses the track points of GPX 1.0 and 1.1.
///
/// Specification: <https://www.topografix.com/GPX/1/1/> and `/1/0/`. The supported elements are time, position,
/// elevation, the speed and course of GPX 1.0 and of Garmin's TrackPointExtension, and an `accuracy` extension in
/// metres. `hdop` is a ratio, not metres, and without the receiver's properties it gives no accuracy. Waypoints and
/// routes are places and plans, not positions of a device. Times are UTC, as the specification says, also without the
/// `Z`.
struct GPXTrackReader {
    var scanner = MarkupScanner()
    let names = FieldNames.usual
    let reading = FieldReading(times: TimestampParser(missingZone: .assumed(.utc)))
    private var buffer: [UInt8] = []

    /// The current point.
    var draft: FixDraft?
    /// The line on which it begins.
    var draftLine = 0
    /// The number of open elements inside the point.
    var depth = 0
    /// The field of the innermost open element.
    var field: TrackField?
    /// Whether a segment or track began since the last fix, so that the way to the next one is unknown.
    var followsGap = false
    var gaveFix = false
    var sawRoot = false
    var isRootOpen = false
    /// The number of points that are not part of a track, and the line of the first.
    var leftOut = (count: 0, line: 0)

    /// Parses the next bytes of UTF-8; the last ones with `isLast`.
    ///
    /// - Throws: `InterchangeError` when the document is not GPX, or nothing names the member.
    mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        isLast: Bool,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) throws(InterchangeError) {
        buffer.append(contentsOf: chunk)
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        var failure: InterchangeError?
        var consumed = 0
        bytes.withUnsafeBufferPointer { bytes in
            do throws(InterchangeError) {
                while let token = scanner.next(in: bytes, isLast: isLast) {
                    try process(token, &intake, into: &batch)
                }
            } catch {
                failure = error
            }
            consumed = scanner.position
            scanner.rebase(bytes)
        }
        if let failure { throw failure }
        bytes.removeFirst(consumed)
        swap(&bytes, &buffer)
        if isLast { try finish(&intake) }
    }

    /// Validates the end of the document and reports what was left out.
    private mutating func finish(_ intake: inout TrackIntake) throws(InterchangeError) {
        guard sawRoot else {
            throw InterchangeError(.format, "\(intake.fileName) has no gpx element, so it is not GPX")
        }
        if draft != nil {
            draft = nil
            intake.reject("truncated", line: draftLine, "the document ends in the middle of this point")
        } else if isRootOpen {
            intake.remark(
                .warning,
                "truncated",
                line: scanner.line,
                "the document ends without </gpx>, so its last points may be missing"
            )
        }
        if leftOut.count > 0 {
            intake.remark(
                .note,
                "not_a_track",
                line: leftOut.line,
                "\(leftOut.count) waypoints or route points are not recorded positions and were ignored"
            )
        }
    }
}
