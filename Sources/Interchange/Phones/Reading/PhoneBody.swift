internal import VisitModel

/// A JSON body that is parsed in pieces.
protocol PhoneBodyReading: Sendable {
    /// Parses until there are `limit` records or the body ends; returns whether it has ended.
    ///
    /// `bytes` is the whole body, the same in every call.
    mutating func read(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) -> Bool
}

/// Splits a JSON body into its records and has each parsed, in one pass and without building a tree.
///
/// It uses the cutter of track files. The differences are that the whole body is available, and that what can't be
/// parsed has to be kept for quarantine. A body of very many records is parsed in pieces, so that only one piece of
/// them is in memory. Where their identity follows the records, it is looked up ahead.
struct PhoneBody<Elements: PhoneElements>: PhoneBodyReading {
    private var elements: Elements
    private var cutter = JSONRecordCutter()
    /// The range of the current wrapping object's beginning, up to and including the `[`.
    private var envelope: Range<Int>?
    /// The properties that the wrapping object gives to its records, where they had to be looked up ahead.
    private var envelopeDraft: FixDraft?
    /// The start and the kind of a JSON error.
    private var damage: (start: Int, breakage: JSONRecordCutter.Breakage)?
    /// The state to return to where treating any array as records finds none.
    private var salvage: (damage: (start: Int, breakage: JSONRecordCutter.Breakage)?, phone: PhoneIntake)?

    init(_ elements: Elements) {
        self.elements = elements
        cutter.wrappingKeys = elements.rules.wrappingKeys
    }

    mutating func read(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) -> Bool {
        var start = phone.count
        while !cut(upTo: limit, since: start, in: bytes, &names, &phone) {
            guard salvage == nil || phone.report.usableCount > 0 else {
                start = phone.count
                continue
            }
            // The salvaged records are kept.
            salvage = nil
            return false
        }
        if damage != nil, phone.count == 0, salvage == nil, elements.rules.hasAnyWrappingKey {
            // It broke off before its records were found: any array is treated as records.
            salvage = (damage, phone)
            damage = nil
            cutter = JSONRecordCutter()
            cutter.wrapsUnderAnyKey = true
            return read(upTo: limit, in: bytes, &names, &phone)
        }
        if let salvage, phone.report.usableCount == 0 {
            damage = salvage.damage
            phone = salvage.phone
        }
        refuseDamage(upTo: bytes.count, in: bytes, &phone)
        phone.assignPending(in: bytes)
        return true
    }

    /// Continues to split; returns whether the body has ended.
    private mutating func cut(
        upTo limit: Int,
        since start: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) -> Bool {
        while true {
            if phone.count - start >= limit {
                finishPiece(in: bytes, &names, &phone)
                return false
            }
            if elements.hasMore {
                elements.readMore(upTo: limit - (phone.count - start), in: bytes, &names, &phone)
                if envelope == nil { phone.assignPending(in: bytes) }
                continue
            }
            guard let event = cutter.next(in: bytes) else { break }
            switch event {
            case .record(let range):
                refuseDamage(upTo: range.lowerBound, in: bytes, &phone)
                elements.read(UnsafeBufferPointer(rebasing: bytes[range]), at: range, &names, &phone)
                if envelope == nil { phone.assignPending(in: bytes) }
            case .envelopeBegan(let range):
                refuseDamage(upTo: range.lowerBound, in: bytes, &phone)
                envelope = range
            case .envelopeEnded(let range): endEnvelope(Array(bytes[range]), in: bytes, &names, &phone)
            case .broken(let breakage):
                if damage == nil { damage = (cutter.start, breakage) }
                guard elements.rules.hasLines, cutter.wrapping == .none else {
                    endDamaged(in: bytes, &names, &phone)
                    return true
                }
            }
        }
        let isInside = cutter.place != .between
        if case .broken(let breakage) = cutter.finish(), damage == nil {
            damage = (isInside ? cutter.start : bytes.count, breakage)
        }
        endDamaged(in: bytes, &names, &phone)
        return true
    }

    /// Assigns the records of a piece their identities, which may follow records that are still to come.
    private mutating func finishPiece(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        guard let envelope else { return phone.assignPending(in: bytes) }
        let known = envelopeDraft ?? elements.readEnvelope(ahead(from: envelope, in: bytes), &names)
        envelopeDraft = known
        phone.assignPending(known, in: bytes)
    }

    /// A wrapping object without its records, before its end was reached.
    private func ahead(from envelope: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var ahead = cutter
        while let event = ahead.next(in: bytes) {
            switch event {
            case .envelopeEnded(let range): return Array(bytes[envelope]) + bytes[range]
            case .broken: return Array(bytes[envelope]) + Self.missingEnd
            case .record, .envelopeBegan: continue
            }
        }
        return Array(bytes[envelope]) + Self.missingEnd
    }

    /// The missing end of an object that breaks off after its records.
    private static var missingEnd: [UInt8] { Array("]}".utf8) }

    private mutating func endEnvelope(
        _ end: [UInt8],
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        guard let start = envelope else { return }
        envelope = nil
        envelopeDraft = nil
        let whole = Array(bytes[start]) + end
        phone.assignPending(elements.readEnvelope(whole, &names), in: bytes)
        whole.withUnsafeBufferPointer { elements.readRest(of: $0, &names, &phone) }
    }

    /// Ends a body that may have broken off inside an envelope; what can't be parsed gets the identity of its records.
    private mutating func endDamaged(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        if phone.count > 0 || !elements.rules.hasAnyWrappingKey { refuseDamage(upTo: bytes.count, in: bytes, &phone) }
        endEnvelope(Self.missingEnd, in: bytes, &names, &phone)
    }

    /// Refuses what could not be parsed, from the start of the error, as one record.
    private mutating func refuseDamage(
        upTo end: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ phone: inout PhoneIntake
    ) {
        guard let damage else { return }
        self.damage = nil
        guard damage.start < end, bytes[damage.start..<end].contains(where: { $0 > 0x20 }) else { return }
        phone.refuse(
            RecordProblem(code: "bad_json", field: nil, message: damage.breakage.rawValue),
            range: damage.start..<end
        )
        if envelope == nil { phone.assignPending(in: bytes) }
    }
}

/// Parses the records of one app from the JSON values of a body.
protocol PhoneElements: Sendable {
    var rules: PhoneRules { get }

    /// Parses one well-formed value; `range` is its range in the bytes passed to `assignPending`.
    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )

    /// Whether the last value contains records that were not parsed yet, because there are many.
    var hasMore: Bool { get }

    /// Parses up to `limit` more records of the last value, which lies in `bytes`.
    mutating func readMore(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )

    /// Parses the properties around records.
    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft

    /// Parses the records that an envelope contains beside its array, once those of the array are read.
    mutating func readRest(
        of envelope: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )
}

extension PhoneElements {
    var hasMore: Bool { false }

    mutating func readMore(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {}

    mutating func readRest(
        of envelope: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {}

    fileprivate mutating func readEnvelope(_ envelope: [UInt8], _ names: inout TrackIntake) -> FixDraft {
        envelope.withUnsafeBufferPointer { readEnvelope($0, &names) }
    }
}
