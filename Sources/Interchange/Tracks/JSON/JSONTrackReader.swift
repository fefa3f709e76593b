internal import VisitModel

/// Parses fixes from JSON and GeoJSON: files of any length and the bodies of requests.
struct JSONTrackReader {
    /// The largest number of fixes of one wrapping object that wait for the properties after them.
    ///
    /// The SDK posts `{"location":[…],"device_id":"…"}`: the identity comes last. A body has some hundreds of records.
    /// In a document with more than this limit the fixes get the identity that preceded them or the defaults, so that
    /// memory does not grow with the document.
    static let longestWait = 10_000

    private var cutter = JSONRecordCutter()
    private var buffer: [UInt8] = []
    var decoder = JSONRecordDecoder()
    private var ownTracksDecoder = JSONRecordDecoder(names: PhoneRules.ownTracks.names)

    /// The text of the current wrapping object without the array; empty without one.
    private var envelope: [UInt8] = []
    /// The identity in the wrapping object, as far as it has been read.
    var surroundings = TrackOrigin()
    private var isWaiting = false
    private var waiting: [UnnamedFix] = []
    /// Whether a line emitted a fix before, so that the next line begins after a gap.
    var sawLine = false

    /// Parses the next bytes of UTF-8; the last ones with `isLast`.
    mutating func consume(
        _ chunk: UnsafeBufferPointer<UInt8>,
        isLast: Bool,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) {
        buffer.append(contentsOf: chunk)
        var bytes: [UInt8] = []
        swap(&bytes, &buffer)
        bytes.withUnsafeBufferPointer { bytes in
            while let event = cutter.next(in: bytes) { process(event, bytes, &intake, into: &batch) }
        }
        let done = min(cutter.kept, bytes.count)
        bytes.removeFirst(done)
        cutter.rebase(by: done)
        swap(&bytes, &buffer)
        if isLast {
            if let event = cutter.finish() {
                process(event, UnsafeBufferPointer(start: nil, count: 0), &intake, into: &batch)
            }
            endEnvelope(&intake, into: &batch)
        }
    }

    private mutating func process(
        _ event: JSONRecordCutter.Event,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) {
        switch event {
        case .record(let range):
            read(UnsafeBufferPointer(rebasing: bytes[range]), line: cutter.line, &intake, into: &batch)
        case .envelopeBegan(let range):
            endEnvelope(&intake, into: &batch)
            envelope = Array(bytes[range])
            surroundings = origin(envelope + Array("]}".utf8), &intake)
            isWaiting = true
        case .envelopeEnded(let range):
            envelope.append(contentsOf: bytes[range])
            let whole = origin(envelope, &intake)
            if !isWaiting, whole.member != surroundings.member || whole.device != surroundings.device {
                intake.remark(
                    .warning,
                    "late_name",
                    line: cutter.line,
                    "more than \(Self.longestWait) records come before the member or phone they belong to, "
                        + "so they were read without it; put the member or phone first"
                )
            }
            surroundings = whole
            endEnvelope(&intake, into: &batch)
        case .broken(let breakage): intake.reject("bad_json", line: cutter.line, breakage.rawValue)
        }
    }

    private mutating func origin(_ object: [UInt8], _ intake: inout TrackIntake) -> TrackOrigin {
        object.withUnsafeBufferPointer { bytes in decoder.decodeEnvelope(bytes, &intake).origin }
    }

    private mutating func endEnvelope(_ intake: inout TrackIntake, into batch: inout [TrackFix]) {
        emitWaiting(&intake, into: &batch)
        surroundings = TrackOrigin()
        envelope = []
    }

    /// Emits a fix, or lets it wait until the wrapping object has been read.
    mutating func give(_ fix: UnnamedFix, _ intake: inout TrackIntake, into batch: inout [TrackFix]) {
        guard isWaiting else {
            intake.accept(fix, surroundings: surroundings, into: &batch)
            return
        }
        waiting.append(fix)
        if waiting.count >= Self.longestWait { emitWaiting(&intake, into: &batch) }
    }

    /// Emits the fixes that waited for the end of a wrapping object.
    private mutating func emitWaiting(_ intake: inout TrackIntake, into batch: inout [TrackFix]) {
        for fix in waiting { intake.accept(fix, surroundings: surroundings, into: &batch) }
        waiting.removeAll()
        isWaiting = false
    }
}

extension JSONTrackReader {
    mutating func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        line: Int,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) {
        let record = decoder.decode(bytes, &intake)
        if record.isOwnTracks {
            readOwnTracks(bytes, line: line, &intake, into: &batch)
            return
        }
        switch record.featureKind(isOverland: false, intake.reading.times) {
        case .ignored(let kind): return intake.ignore(kind, line: line)
        case .visit(let stay):
            for draft in record.draft.visitFixes(stay) {
                if let fix = intake.fix(draft, line: line) { give(fix, &intake, into: &batch) }
            }
            return
        case nil: break
        }
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

    /// Parses an object of OwnTracks, as its app sends it and the Recorder stores it.
    private mutating func readOwnTracks(
        _ bytes: UnsafeBufferPointer<UInt8>,
        line: Int,
        _ intake: inout TrackIntake,
        into batch: inout [TrackFix]
    ) {
        let object = OwnTracksObject(bytes)
        switch object.kind {
        case .fix: break
        case .ignored(let kind): return intake.ignore(kind, line: line)
        case .refused(let problem): return intake.reject(problem.code, line: line, problem.message)
        }
        var draft = ownTracksDecoder.decode(bytes, &intake).draft
        let allowsZero = object.complete(&draft, receivedAt: nil)
        draft.setIdentity(user: nil, device: nil, object)
        if let fix = intake.fix(draft, line: line, allowsZero: allowsZero) { give(fix, &intake, into: &batch) }
    }

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
