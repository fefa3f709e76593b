internal import VisitModel

/// A JSON body that is read piece by piece.
protocol PhoneBodyReading: Sendable {
    /// Reads on until enough records were read or the body ends.
    ///
    /// - Parameters:
    ///   - limit: how many records are enough.
    ///   - bytes: the whole body, the same at every call.
    ///   - names: what texts are read with.
    ///   - phone: where the records go.
    /// - Returns: whether the body has ended.
    mutating func read(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) -> Bool
}

/// Cuts a JSON body into its records and has each read, in one pass and without building a tree.
///
/// It is the cutter of track files; what differs is that all of a body is at hand, and that what can't be read has to be
/// kept for quarantine. A body of very many records is read piece by piece, so that no more of them than a piece has are
/// in memory; where what names them stands behind them, that is looked up ahead.
struct PhoneBody<Elements: PhoneElements>: PhoneBodyReading {
    private var elements: Elements
    private var cutter = JSONRecordCutter()
    /// Where the object that wraps the records at hand begins, up to and with the `[`.
    private var envelope: Range<Int>?
    /// What names the records of that object, where it had to be looked up ahead.
    private var surroundings: FixDraft?
    /// Where something begins that can't be read, and why.
    private var damage: (start: Int, breakage: JSONRecordCutter.Breakage)?
    /// What to go back to where taking any array for records finds none.
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
            // What was salvaged is kept.
            salvage = nil
            return false
        }
        if damage != nil, phone.count == 0, salvage == nil, elements.rules.hasAnyWrappingKey {
            // It broke off before its records were found: any array is taken for them.
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
        phone.settle(in: bytes)
        return true
    }

    /// Cuts on.
    ///
    /// - Returns: whether nothing is left to cut.
    private mutating func cut(
        upTo limit: Int,
        since start: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) -> Bool {
        while true {
            if phone.count - start >= limit {
                settlePiece(in: bytes, &names, &phone)
                return false
            }
            if elements.hasMore {
                elements.readMore(upTo: limit - (phone.count - start), in: bytes, &names, &phone)
                if envelope == nil { phone.settle(in: bytes) }
                continue
            }
            guard let event = cutter.next(in: bytes) else { break }
            switch event {
            case .record(let range):
                refuseDamage(upTo: range.lowerBound, in: bytes, &phone)
                elements.read(UnsafeBufferPointer(rebasing: bytes[range]), at: range, &names, &phone)
                if envelope == nil { phone.settle(in: bytes) }
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

    /// Gives the records of a piece their names, which may stand behind records that are still to come.
    private mutating func settlePiece(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        guard let envelope else { return phone.settle(in: bytes) }
        let known = surroundings ?? elements.readEnvelope(ahead(from: envelope, in: bytes), &names)
        surroundings = known
        phone.settle(known, in: bytes)
    }

    /// An object that wraps records, without them, before its end was reached.
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

    /// What ends an object that breaks off behind its records.
    private static var missingEnd: [UInt8] { Array("]}".utf8) }

    /// Gives the records of an envelope their names.
    private mutating func endEnvelope(
        _ end: [UInt8],
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        guard let start = envelope else { return }
        envelope = nil
        surroundings = nil
        let whole = Array(bytes[start]) + end
        phone.settle(elements.readEnvelope(whole, &names), in: bytes)
        whole.withUnsafeBufferPointer { elements.readRest(of: $0, &names, &phone) }
    }

    /// Ends a body that may have broken off inside an envelope; what can't be read is of whom its records are.
    private mutating func endDamaged(
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        if phone.count > 0 || !elements.rules.hasAnyWrappingKey { refuseDamage(upTo: bytes.count, in: bytes, &phone) }
        endEnvelope(Self.missingEnd, in: bytes, &names, &phone)
    }

    /// Refuses what could not be read, from where it begins, as one record.
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
        if envelope == nil { phone.settle(in: bytes) }
    }
}

extension PhoneElements {
    /// Reads what surrounded records.
    ///
    /// - Parameters:
    ///   - envelope: an object, without the records.
    ///   - names: what texts are read with.
    /// - Returns: a draft in which only what surrounds means something.
    fileprivate mutating func readEnvelope(_ envelope: [UInt8], _ names: inout TrackIntake) -> FixDraft {
        envelope.withUnsafeBufferPointer { readEnvelope($0, &names) }
    }
}
