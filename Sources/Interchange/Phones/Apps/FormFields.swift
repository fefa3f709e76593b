internal import VisitModel

/// The fields of a query or of a form: `key=value` joined by `&`, percent-encoded (WHATWG URL, 5.1).
struct FormFields {
    struct Field {
        let key: [UInt8]
        let value: [UInt8]
    }

    /// The fields in their order, without those with an empty key.
    let fields: [Field]

    init(_ text: String) { self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) {
        var fields: [Field] = []
        for part in bytes.split(separator: 0x26) {
            let end = part.firstIndex(of: 0x3D) ?? part.endIndex
            let key = Self.decoded(part[..<end])
            guard !key.isEmpty else { continue }
            fields.append(Field(key: key, value: end < part.endIndex ? Self.decoded(part[(end + 1)...]) : []))
        }
        self.fields = fields
    }

    /// The last non-empty value of a key, as text.
    func text(_ key: String) -> String? {
        let wanted = Array(key.utf8)
        guard let field = fields.last(where: { $0.key == wanted && !$0.value.isEmpty }) else { return nil }
        return String(decoding: field.value, as: UTF8.self)
    }

    /// Decodes percent-encoding; a percent sign without two hexadecimal digits after it is kept.
    static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = true) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == 0x25, index + 2 < bytes.endIndex, let high = bytes[index + 1].hexadecimalDigit,
                let low = bytes[index + 2].hexadecimalDigit
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(byte == 0x2B && plusIsSpace ? 0x20 : byte)
                index += 1
            }
        }
        return result
    }
}

extension FixDraft {
    /// Where several fields name one thing, the one with the best rank is used.
    init(_ form: FormFields, names: FieldNames, _ intake: inout TrackIntake) {
        self.init()
        var ranks: [TrackField: UInt8] = [:]
        for field in form.fields {
            field.key.withUnsafeBufferPointer { key in
                guard let meaning = names.meaning(of: key) else { return }
                let isTime = meaning.field == .time || meaning.field == .timeUTC
                let content = isTime ? OffsetSign.restored(in: field.value) ?? field.value : field.value
                content.withUnsafeBufferPointer { value in
                    guard !DelimitedField(bytes: value).trimmed.isBlank,
                        meaning.rank <= ranks[meaning.field, default: .max]
                    else { return }
                    ranks[meaning.field] = meaning.rank
                    set(meaning.field, value, intake.reading, &intake.identities)
                }
            }
        }
    }
}
