extension JSONRecordCutter {
    /// Advances between records up to the next record, the end of the wrapping array or object, or invalid text.
    mutating func stepBetween(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x0A:
                lineHere += 1
                position += 1
            case 0x20, 0x0D, 0x09, 0x2C, 0x1E:
                position += 1
            case 0x7B:
                begin(isObject: true)
                return nil
            case 0x5D where wrapping != .none:
                if wrapping == .array {
                    wrapping = .none
                    position += 1
                    return nil
                }
                // The rest of the wrapping object is read like a record that began before its `]`.
                line = lineHere
                start = position
                depth = 1
                objects = 1
                expectation = .commaOrEnd
                isInEnvelopeEnd = true
                place = .record
                position += 1
                return nil
            case _ where isLost:
                place = .restOfBrokenLine
                return nil
            case 0x5B where wrapping == .none:
                wrapping = .array
                position += 1
                return nil
            case 0x5B:
                begin(isObject: false)
                return nil
            case _ where wrapping == .none:
                line = lineHere
                start = position
                isLost = true
                place = .restOfBrokenLine
                return .broken(.notARecord)
            default:
                line = lineHere
                start = position
                depth = 0
                isKey = false
                place = byte == 0x22 ? .string : .literal
                position += 1
                return nil
            }
        }
        return nil
    }

    private mutating func begin(isObject: Bool) {
        line = lineHere
        start = position
        depth = 1
        objects = isObject ? 1 : 0
        expectation = isObject ? .key : .valueOrEnd
        isWrappingKey = false
        place = .record
        position += 1
    }

    /// Advances inside a record, outside of strings and literals.
    mutating func stepRecord(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case 0x0A:
                lineHere += 1
                position += 1
            case 0x20, 0x0D, 0x09:
                position += 1
            case 0x22:
                switch expectation {
                case .key: isKey = true
                case .value, .valueOrEnd: isKey = false
                case .colon, .commaOrEnd: return fail(bytes)
                }
                position += 1
                if isKey, depth == 1 { keyStart = position }
                place = .string
                return nil
            case 0x3A:
                guard expectation == .colon else { return fail(bytes) }
                expectation = .value
                position += 1
            case 0x2C:
                guard expectation == .commaOrEnd, depth > 0 else { return fail(bytes) }
                expectation = objects & 1 == 1 ? .key : .valueOrEnd
                position += 1
            case 0x7B, 0x5B:
                guard expectation == .value || expectation == .valueOrEnd else { return fail(bytes) }
                position += 1
                if byte == 0x5B, depth == 1, isWrappingKey, objects == 1, wrapping == .none, !isDiscarding {
                    wrapping = .envelope
                    place = .between
                    return .envelopeBegan(start..<position)
                }
                guard depth < 60 else { return fail(bytes, .tooDeep) }
                depth += 1
                objects = objects << 1 | (byte == 0x7B ? 1 : 0)
                expectation = byte == 0x7B ? .key : .valueOrEnd
            case 0x7D, 0x5D:
                let endsObject = byte == 0x7D
                guard endsObject == (objects & 1 == 1), expectation != .colon, expectation != .value else {
                    return fail(bytes)
                }
                position += 1
                depth -= 1
                objects >>= 1
                expectation = .commaOrEnd
                if depth == 0 { return end() }
            case _ where JSONCursor.isLiteral(byte):
                guard expectation == .value || expectation == .valueOrEnd else { return fail(bytes) }
                place = .literal
                return nil
            default:
                return fail(bytes)
            }
        }
        return nil
    }

    mutating func stepString(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        var index = position
        if isEscaped, index < bytes.count {
            isEscaped = false
            index += 1
        }
        while true {
            index = JSONStringScan.end(bytes, from: index)
            guard index < bytes.count else { break }
            let byte = bytes[index]
            if byte == 0x22 {
                position = index + 1
                return endString(bytes)
            }
            if byte == 0x0A {
                // No string extends over the end of a line: the line was truncated.
                position = index
                return fail(bytes)
            }
            index += byte == 0x5C ? 2 : 1
        }
        isEscaped = index > bytes.count
        position = bytes.count
        return nil
    }

    private mutating func endString(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        place = .record
        expectation = .commaOrEnd
        if isKey {
            expectation = .colon
            if depth == 1, !isDiscarding { isWrappingKey = isWrappingKey(bytes, end: position - 1) }
        }
        return depth == 0 ? end() : nil
    }

    mutating func stepLiteral(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        var index = position
        while index < bytes.count, JSONCursor.isLiteral(bytes[index]) { index += 1 }
        position = index
        guard index < bytes.count else { return nil }
        place = .record
        expectation = .commaOrEnd
        guard depth == 0 else { return nil }
        guard JSONCursor.isLiteral(bytes[start]) else {
            isLost = true
            place = .restOfBrokenLine
            return .broken(.notARecord)
        }
        return end()
    }

    mutating func skipLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Event? {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        if position < bytes.count { place = .between }
        return nil
    }

    private mutating func end() -> Event? {
        place = .between
        if isDiscarding {
            isDiscarding = false
            return nil
        }
        guard position - start <= Self.longestRecord else { return .broken(.tooLong) }
        isLost = false
        if wrapping == .envelope, isInEnvelopeEnd {
            isInEnvelopeEnd = false
            wrapping = .none
            return .envelopeEnded(start..<position)
        }
        return .record(start..<position)
    }

    /// Abandons the record, and returns to the end of the line that it began on.
    private mutating func fail(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ breakage: Breakage = .malformed
    ) -> Event? {
        isLost = true
        isEscaped = false
        if isInEnvelopeEnd {
            isInEnvelopeEnd = false
            wrapping = .none
        }
        place = .restOfBrokenLine
        let wasDiscarding = isDiscarding
        isDiscarding = false
        guard !wasDiscarding else { return nil }
        let lookBack = max(start, position - Self.farthestLookBack)
        if lookBack == start, let newline = bytes[start..<position].firstIndex(of: 0x0A) {
            position = newline
            lineHere = line
        }
        return .broken(breakage)
    }

    private func isWrappingKey(_ bytes: UnsafeBufferPointer<UInt8>, end: Int) -> Bool {
        if wrapsUnderAnyKey { return true }
        let key = DelimitedField(bytes: UnsafeBufferPointer(rebasing: bytes[keyStart..<end]))
        return wrappingKeys.contains { key.equals(lowercase: $0) }
    }
}
