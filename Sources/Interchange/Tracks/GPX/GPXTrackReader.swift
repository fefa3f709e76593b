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

    var draft: FixDraft?
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
    /// Throws `InterchangeError` when the document is not GPX, or nothing names the member.
    mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        isLast: Bool,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) throws(InterchangeError) {
        buffer.append(contentsOf: chunk)
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        var consumed = 0
        try bytes.withUnsafeBufferPointer { bytes throws(InterchangeError) in
            while let token = scanner.next(in: bytes, isLast: isLast) {
                try process(token, &intake, into: &batch)
            }
            consumed = scanner.position
            scanner.rebase(bytes)
        }
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

extension GPXTrackReader {
    /// The elements that are no field of a point.
    private enum Element {
        case gpx, track, segment, trackPoint, leftOut
    }

    mutating func process(
        _ token: MarkupScanner.Token,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) throws(InterchangeError) {
        switch token {
        case .start(let name, let attributes, let closes):
            if let element = Self.element(name) {
                try begin(element, attributes, closes: closes, &intake, into: &batch)
            } else if draft != nil {
                if !closes {
                    depth += 1
                    field = fieldOfElement(name)
                }
            } else if !sawRoot {
                let name = DelimitedField(bytes: name).excerpt
                throw InterchangeError(.format, "\(intake.fileName) is XML but not GPX: its first element is \(name)")
            }
        case .end(let name):
            if let element = Self.element(name) {
                if element == .trackPoint { endPoint(&intake, into: &batch) }
                if element == .gpx { isRootOpen = false }
            } else if draft != nil {
                depth -= 1
                field = nil
            }
        case .text(let text):
            guard let field else { return }
            draft?.set(field, text, reading, &intake.identities)
        }
    }

    private mutating func begin(
        _ element: Element,
        _ attributes: UnsafeBufferPointer<UInt8>,
        closes: Bool,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) throws(InterchangeError) {
        // A point without an end tag ends where the next element begins.
        endPoint(&intake, into: &batch)
        switch element {
        case .gpx:
            sawRoot = true
            isRootOpen = !closes
            followsGap = true
        case .track, .segment: followsGap = true
        case .leftOut:
            if leftOut.count == 0 { leftOut.line = scanner.line }
            leftOut.count += 1
        case .trackPoint:
            if !intake.hasDefaultName {
                throw InterchangeError(.member, "\(intake.fileName): \(TrackIntake.missingMember)")
            }
            var point = FixDraft()
            MarkupScanner.eachAttribute(attributes) { name, value in
                guard let field = names.meaning(of: name)?.field, field == .latitude || field == .longitude else {
                    return
                }
                point.set(field, value, reading, &intake.identities)
            }
            draft = point
            draftLine = scanner.line
            depth = 0
            field = nil
            if closes { endPoint(&intake, into: &batch) }
        }
    }

    private mutating func endPoint(_ intake: inout TrackIntake, into batch: inout [TrackFix]) {
        guard let point = draft else { return }
        draft = nil
        field = nil
        let flags: Fix.Flags = followsGap && gaveFix ? .afterGap : []
        guard let fix = intake.fix(point, line: draftLine, flags: flags, column: { Self.column($0) }) else { return }
        followsGap = false
        gaveFix = true
        intake.accept(fix, into: &batch)
    }

    /// The field of an element inside a point.
    ///
    /// The time and elevation are children of the point itself: extensions have times of their own with other meanings.
    private func fieldOfElement(_ name: UnsafeBufferPointer<UInt8>) -> TrackField? {
        guard let field = names.meaning(of: name)?.field else { return nil }
        switch field {
        case .time, .altitude: return depth == 1 ? field : nil
        case .accuracy, .speed, .course, .battery, .activity: return field
        default: return nil
        }
    }

    private static func element(_ name: UnsafeBufferPointer<UInt8>) -> Element? {
        let field = DelimitedField(bytes: name)
        switch name.count {
        case 3:
            if field.equals(lowercase: "trk") { return .track }
            if field.equals(lowercase: "gpx") { return .gpx }
            if field.equals(lowercase: "wpt") { return .leftOut }
        case 5:
            if field.equals(lowercase: "trkpt") { return .trackPoint }
            if field.equals(lowercase: "rtept") { return .leftOut }
        case 6:
            if field.equals(lowercase: "trkseg") { return .segment }
        default: break
        }
        return nil
    }

    private static func column(_ field: TrackField) -> String {
        switch field {
        case .latitude: "lat"
        case .longitude: "lon"
        case .altitude: "ele"
        default: field.name
        }
    }
}
