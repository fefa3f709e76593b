internal import VisitModel

/// Reads records that name themselves: our own, the Transistor SDK's, Overland's features, JSON of GPSLogger.
struct FlatElements: PhoneElements {
    let rules: PhoneRules
    /// What else has to be said of every record.
    var isCurrentOnly = false
    private var decoder: JSONRecordDecoder
    /// Changes what a record says where its app means something else by it.
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
        if rules.hasAnyWrappingKey, record.saysNothing, readWrapped(element, at: range, &names, &phone) { return }
        take(record, at: range, &names, &phone)
    }

    private func take(
        _ record: JSONRecordDecoder.Record,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        if rules.hasFeatures, record.isNoReading {
            phone.ignore()
            return
        }
        if let problem = record.problem {
            phone.refuse(problem, range: range)
            return
        }
        var draft = record.draft
        adapt(&draft)
        if rules.isTimeOptional, draft.time == nil, draft.fault == nil { draft.time = phone.clock.receivedAt }
        var facts = RecordFacts(isCurrentOnly: isCurrentOnly, allowsNoPlace: rules.isPlaceOptional)
        facts.recordID = record.name(rules.recordName)
        facts.claim = record.geofence.flatMap { FenceClaim($0, times: names.reading.times) }
        facts.provider = record.provider.flatMap(ProviderState.init)
        phone.take(draft, facts, range: range)
    }

    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft {
        decoder.decodeEnvelope(envelope, &names)
    }

    /// Reads Overland's `current`, which stands beside the array.
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
            let start = value.position
            value.skipValue()
            found = start..<value.position
        }
        guard let found else { return }
        isCurrentOnly = true
        read(UnsafeBufferPointer(rebasing: envelope[found]), at: found, &names, &phone)
        isCurrentOnly = false
        phone.settle(in: envelope)
    }

    /// Reads an object that holds its record, or an array of them, under a key of the customer's choice.
    ///
    /// - Returns: whether it holds any.
    private mutating func readWrapped(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) -> Bool {
        guard let key = WrappedRecords(element, names: rules.names) else { return false }
        let surroundings = decoder.decodeEnvelope(element, &names)
        for place in key.ranges {
            var record = decoder.decode(UnsafeBufferPointer(rebasing: element[place]), &names)
            record.draft.fill(from: surroundings)
            let start = range.lowerBound
            take(record, at: (start + place.lowerBound)..<(start + place.upperBound), &names, &phone)
        }
        return true
    }
}
