extension JSONCursor {
    /// The string, number or word that comes next; `nil` for `null`, an object or an array.
    var text: String? {
        var cursor = self
        switch cursor.kind {
        case .string:
            let (text, isEscaped) = cursor.string()
            guard isEscaped else { return String(decoding: text, as: UTF8.self) }
            var output: [UInt8] = []
            JSONEscapes.unescape(text, into: &output)
            return String(decoding: output, as: UTF8.self)
        case .literal:
            let field = DelimitedField(bytes: cursor.literal())
            return field.isBlank ? nil : field.string
        case .object, .array, .none: return nil
        }
    }

    /// The text that comes next where it is a valid name: not empty, up to 400 bytes, without control characters.
    var name: String? {
        guard let text, !text.isEmpty, text.utf8.count <= 400, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }

    /// The truth value that comes next, also as 0, 1 or text; `nil` for anything else.
    var truth: Bool? {
        switch text {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// Iterates over the keys of an object; does nothing for any other value.
    mutating func forEachKey(_ visit: (_ key: DelimitedField, _ value: JSONCursor) -> Void) {
        guard kind == .object else { return }
        enter()
        while let key = nextKey() {
            visit(DelimitedField(bytes: key), self)
            skipValue()
        }
    }
}
