internal import VisitModel

extension JSONTrackReader {
    /// Parses one record and emits its fixes.
    mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        line: Int,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) {
        let record = decoder.decode(bytes, &intake)
        switch record.refusal {
        case .notAnObject:
            intake.reject("bad_json", line: line, "the record is not an object")
            return
        case .geometry(let type):
            intake.reject(
                "not_a_track",
                line: line,
                column: "geometry",
                "a geometry of type `\(type)` is not a track, expected Point, LineString or MultiLineString"
            )
            return
        case nil: break
        }
        if let positions = record.line {
            readLine(positions, record.draft, line: line, &intake, into: &batch)
        } else if let fix = intake.fix(record.draft, line: line) {
            give(fix, &intake, into: &batch)
        }
    }

    /// Emits the positions of a line, each with its time.
    private mutating func readLine(
        _ positions: JSONRecordDecoder.Line,
        _ common: FixDraft,
        line: Int,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) {
        guard let times = positions.times else {
            intake.reject(
                "missing_time",
                line: line,
                column: "coordTimes",
                "the line has no times for its positions, expected as many as there are under properties.coordTimes"
            )
            return
        }
        let counts = (Self.count(positions.coordinates, positions), Self.count(times, positions))
        guard counts.0 == counts.1 else {
            intake.reject(
                "time_count",
                line: line,
                column: "coordTimes",
                "the line has \(counts.0.map(String.init).joined(separator: " + ")) positions and "
                    + "\(counts.1.map(String.init).joined(separator: " + ")) times, which can't be matched"
            )
            return
        }
        var coordinates = positions.coordinates
        var timesHere = times
        if positions.isMultiple {
            coordinates.enter()
            timesHere.enter()
            while coordinates.nextElement(), timesHere.nextElement() {
                readPositions(&coordinates, &timesHere, common, line: line, &intake, into: &batch)
            }
        } else {
            readPositions(&coordinates, &timesHere, common, line: line, &intake, into: &batch)
        }
    }

    private mutating func readPositions(
        _ coordinates: inout JSONCursor,
        _ times: inout JSONCursor,
        _ common: FixDraft,
        line: Int,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) {
        var flags: Fix.Flags = sawLine ? .afterGap : []
        coordinates.enter()
        times.enter()
        // Both lists have as many elements, and both cursors have to move past their end.
        while coordinates.nextElement() {
            _ = times.nextElement()
            var draft = common
            draft.time = nil
            decoder.readPosition(&coordinates, &draft, &intake)
            decoder.setScalar(.time, &times, &draft, &intake)
            guard let fix = intake.fix(draft, line: line, flags: flags) else { continue }
            flags = []
            sawLine = true
            give(fix, &intake, into: &batch)
        }
        _ = times.nextElement()
    }

    /// The number of elements of each line.
    private static func count(_ list: JSONCursor, _ positions: JSONRecordDecoder.Line) -> [Int] {
        var list = list
        guard list.kind == .array else { return [0] }
        guard positions.isMultiple else { return [countElements(&list)] }
        var counts: [Int] = []
        list.enter()
        while list.nextElement() {
            if list.kind == .array {
                counts.append(countElements(&list))
            } else {
                counts.append(0)
                list.skipValue()
            }
        }
        return counts
    }

    private static func countElements(_ list: inout JSONCursor) -> Int {
        var count = 0
        list.enter()
        while list.nextElement() {
            count += 1
            list.skipValue()
        }
        return count
    }
}
