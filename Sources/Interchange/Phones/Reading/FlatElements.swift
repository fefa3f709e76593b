internal import VisitModel

/// Parses self-contained records: Footfall's own format, the Transistor SDK's, Overland's features, JSON of GPSLogger.
struct FlatElements: PhoneElements {
    let rules: PhoneRules
    /// Whether the records being parsed are current positions only.
    var isCurrentOnly = false
    private var decoder: JSONRecordDecoder
    /// The records of the last value that are still to be parsed.
    private var wrapped: Wrapped?
    /// Adjusts a draft where the app uses a field in another sense.
    private let adapt: @Sendable (inout FixDraft) -> Void

    init(_ rules: PhoneRules, adapt: @escaping @Sendable (inout FixDraft) -> Void = { _ in }) {
        self.rules = rules
        self.adapt = adapt
        decoder = JSONRecordDecoder(names: rules.names)
    }

    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        let record = decoder.decode(element, &names)
        if rules.hasAnyWrappingKey, record.saysNothing, findWrapped(element, at: range, &names) { return }
        append(record, at: range, &names, &phone)
    }

    private func append(
        _ record: JSONRecordDecoder.Record,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        if rules.hasFeatures {
            switch record.featureKind(isOverland: true, names.reading.times) {
            case .ignored(let kind): return phone.ignore(kind)
            case .visit where record.geometry == nil: return phone.ignore(.visit)
            case .visit(let stay):
                let fixes = record.draft.visitFixes(stay)
                guard record.problem == nil, fixes.allSatisfy({ $0.fix() != nil }) else {
                    return phone.refuse(record.problem ?? fixes[0].problem, range: range)
                }
                return phone.append(fixes, RecordFacts(), range: range)
            case nil: if record.isNoReading { return phone.ignore(.statistics) }
            }
        }
        if let problem = record.problem {
            phone.refuse(problem, range: range)
            return
        }
        var draft = record.draft
        adapt(&draft)
        if rules.isTimeOptional, draft.fault == nil {
            draft.time = draft.time ?? draft.recordedAt ?? phone.clock.receivedAt
        }
        var facts = RecordFacts(isCurrentOnly: isCurrentOnly, allowsNoPlace: rules.isPlaceOptional)
        facts.recordID = record.name(rules.recordName)
        facts.claim = record.geofence.flatMap { PhoneTransition($0, times: names.reading.times) }
        facts.provider = record.provider.flatMap(ProviderState.init)
        phone.append(draft, facts, range: range)
    }

    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft {
        decoder.decodeEnvelope(envelope, &names)
    }

    /// Parses Overland's `current`, which is beside the array.
    mutating func readRest(
        of envelope: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        guard rules.hasFeatures else { return }
        var found: Range<Int>?
        var cursor = JSONCursor(envelope)
        cursor.forEachKey { key, value in
            guard key.equals(lowercase: "current") else { return }
            var value = value
            guard value.kind == .object else { return }
            found = value.skippedRange()
        }
        guard let found else { return }
        isCurrentOnly = true
        read(UnsafeBufferPointer(rebasing: envelope[found]), at: found, &names, &phone)
        isCurrentOnly = false
        phone.assignPending(in: envelope)
    }

    /// Starts to parse an object that contains its record, or an array of them, under a key chosen by the customer.
    private mutating func findWrapped(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake
    ) -> Bool {
        guard let found = WrappedRecords(element, names: rules.names) else { return false }
        wrapped = Wrapped(
            ranges: found.ranges,
            start: range.lowerBound,
            envelope: decoder.decodeEnvelope(element, &names)
        )
        return true
    }

    var hasMore: Bool { wrapped != nil }

    mutating func readMore(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        guard var waiting = wrapped else { return }
        wrapped = nil
        let end = waiting.next + min(waiting.ranges.count - waiting.next, max(1, limit))
        for place in waiting.ranges[waiting.next..<end] {
            let range = (waiting.start + place.lowerBound)..<(waiting.start + place.upperBound)
            var record = decoder.decode(UnsafeBufferPointer(rebasing: bytes[range]), &names)
            record.draft.fill(from: waiting.envelope)
            append(record, at: range, &names, &phone)
        }
        waiting.next = end
        if end < waiting.ranges.count { wrapped = waiting }
    }

    /// The records in an object that are still to be parsed.
    private struct Wrapped {
        /// The range of each record in the object.
        let ranges: [Range<Int>]
        /// The start of the object.
        let start: Int
        /// The properties that the object gives to all of them.
        let envelope: FixDraft
        var next = 0
    }
}

/// Finds the records in an object by their shape, whatever the key that contains them.
struct WrappedRecords {
    /// The range of each record in the object.
    private(set) var ranges: [Range<Int>] = []

    /// Searches for the first key with a record or an array that begins with one; `nil` where there is none.
    init?(_ object: UnsafeBufferPointer<UInt8>, names: FieldNames) {
        var cursor = JSONCursor(object)
        var found: [Range<Int>] = []
        cursor.forEachKey { _, value in
            guard found.isEmpty else { return }
            var value = value
            switch value.kind {
            case .object where Self.isRecord(value, names): found.append(value.skippedRange())
            case .array: found = Self.elements(value, names)
            default: break
            }
        }
        guard !found.isEmpty else { return nil }
        ranges = found
    }

    /// The elements of an array, where the first is a record by its shape.
    private static func elements(_ array: JSONCursor, _ names: FieldNames) -> [Range<Int>] {
        var array = array
        var found: [Range<Int>] = []
        array.enter()
        while array.nextElement() {
            if found.isEmpty, !isRecord(array, names) { return [] }
            found.append(array.skippedRange())
        }
        return found
    }

    /// Whether an object contains a position.
    private static func isRecord(_ value: JSONCursor, _ names: FieldNames) -> Bool {
        var value = value
        var isRecord = false
        value.forEachKey { key, _ in
            switch names.meaning(of: key.bytes)?.field {
            case .coordinates, .latitude, .location, .geometry: isRecord = true
            default: break
            }
        }
        return isRecord
    }
}
