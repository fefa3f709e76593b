internal import VisitModel

/// Cuts a JSON body into its records and has each read, in one pass and without building a tree.
///
/// It is the cutter of track files; what differs is that all of a body is at hand, and that what can't be read has to be
/// kept for quarantine.
struct PhoneBody<Elements: PhoneElements> {
    private var elements: Elements
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the object that wraps the records at hand begins, up to and with the `[`.
    private var envelope: Range<Int>?
    /// Where something begins that can't be read, and why.
    private var damage: (start: Int, breakage: JSONRecordCutter.Breakage)?

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ elements: Elements) {
        self.bytes = bytes
        self.elements = elements
    }

    /// Reads everything.
    mutating func read(_ names: inout TrackIntake, _ phone: inout PhoneIntake) {
        var cutter = JSONRecordCutter()
        cutter.wrappingKeys = elements.rules.wrappingKeys
        cut(&cutter, &names, &phone)
        if damage != nil, phone.count == 0, elements.rules.hasAnyWrappingKey {
            salvage(&names, &phone)
        }
        refuseDamage(upTo: bytes.count, &phone)
        phone.settle(in: bytes)
    }

    private mutating func cut(
        _ cutter: inout JSONRecordCutter,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {
        while let event = cutter.next(in: bytes) {
            switch event {
            case .record(let range):
                refuseDamage(upTo: range.lowerBound, &phone)
                elements.read(UnsafeBufferPointer(rebasing: bytes[range]), at: range, &names, &phone)
                if envelope == nil { phone.settle(in: bytes) }
            case .envelopeBegan(let range):
                refuseDamage(upTo: range.lowerBound, &phone)
                envelope = range
            case .envelopeEnded(let range): endEnvelope(Array(bytes[range]), &names, &phone)
            case .broken(let breakage):
                if damage == nil { damage = (cutter.start, breakage) }
                guard elements.rules.hasLines, cutter.wrapping == .none else {
                    endDamaged(&names, &phone)
                    return
                }
            }
        }
        let isInside = cutter.place != .between
        if case .broken(let breakage) = cutter.finish(), damage == nil {
            damage = (isInside ? cutter.start : bytes.count, breakage)
        }
        endDamaged(&names, &phone)
    }

    /// Gives the records of an envelope their names.
    private mutating func endEnvelope(_ end: [UInt8], _ names: inout TrackIntake, _ phone: inout PhoneIntake) {
        guard let start = envelope else { return }
        envelope = nil
        let whole = Array(bytes[start]) + end
        whole.withUnsafeBufferPointer { whole in
            phone.settle(elements.readEnvelope(whole, &names), in: bytes)
            elements.readRest(of: whole, &names, &phone)
        }
    }

    /// Ends a body that may have broken off inside an envelope; what can't be read is of whom its records are.
    private mutating func endDamaged(_ names: inout TrackIntake, _ phone: inout PhoneIntake) {
        if phone.count > 0 || !elements.rules.hasAnyWrappingKey { refuseDamage(upTo: bytes.count, &phone) }
        endEnvelope(Array("]}".utf8), &names, &phone)
    }

    /// Reads a body again that broke off before its records were found, taking any array for them.
    private mutating func salvage(_ names: inout TrackIntake, _ phone: inout PhoneIntake) {
        var cutter = JSONRecordCutter()
        cutter.wrapsUnderAnyKey = true
        let first = damage
        damage = nil
        var attempt = phone
        cut(&cutter, &names, &attempt)
        attempt.settle(in: bytes)
        if attempt.report.records.isEmpty {
            damage = first
        } else {
            phone = attempt
        }
    }

    /// Refuses what could not be read, from where it begins, as one record.
    private mutating func refuseDamage(upTo end: Int, _ phone: inout PhoneIntake) {
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
