internal import VisitModel

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
        case .track, .segment:
            followsGap = true
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

    /// Finishes the current point and emits its fix.
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
