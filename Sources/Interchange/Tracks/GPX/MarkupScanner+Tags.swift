extension MarkupScanner {
    /// The kind of markup that a `<` begins.
    enum Kind {
        case tag, comment, literal, instruction, declaration
        /// None: it should have been written as an entity.
        case character
    }

    /// The kind of markup that the `<` at an index begins, or `nil` when more bytes are needed to decide.
    static func kind(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Kind? {
        guard place + 1 < bytes.count else { return nil }
        switch bytes[place + 1] {
        case 0x3F: return .instruction
        case 0x21:
            guard place + 2 < bytes.count else { return nil }
            let isComment = bytes[place + 2] == 0x2D
            let mark: StaticString = isComment ? "<!--" : "<![CDATA["
            if !isComment, bytes[place + 2] != 0x5B { return .declaration }
            for index in 0..<mark.utf8CodeUnitCount {
                guard place + index < bytes.count else { return nil }
                if bytes[place + index] != mark.utf8Start[index] { return .declaration }
            }
            return isComment ? .comment : .literal
        case 0x2F, 0x3A, 0x5F, 0x41...0x5A, 0x61...0x7A, 0x80...: return .tag
        default: return .character
        }
    }

    /// The end of the tag that begins at an index; `nil` when it is not in the bytes.
    ///
    /// That is its `>`, not counting those in attribute values, or a `<` outside of them, because then its own end is
    /// missing.
    static func endOfTag(_ bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
        var index = place + 1
        var quote: UInt8 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x3E {
                return index
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3C {
                return index
            }
            index += 1
        }
        return nil
    }

    /// Parses the inside of a tag.
    static func tag(_ inside: UnsafeBufferPointer<UInt8>) -> Token {
        if inside.first == 0x2F {
            return .end(name: localName(UnsafeBufferPointer(rebasing: inside.dropFirst())))
        }
        let closes = inside.last == 0x2F
        let body = closes ? UnsafeBufferPointer(rebasing: inside.dropLast()) : inside
        var end = 0
        while end < body.count, body[end] > 0x20 { end += 1 }
        return .start(
            name: localName(UnsafeBufferPointer(rebasing: body[..<end])),
            attributes: UnsafeBufferPointer(rebasing: body[end...]),
            closes: closes
        )
    }

    /// A name without its namespace prefix and without what follows it.
    private static func localName(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var (start, end) = (0, 0)
        while end < name.count, name[end] > 0x20 {
            if name[end] == 0x3A { start = end + 1 }
            end += 1
        }
        return UnsafeBufferPointer(rebasing: name[start..<end])
    }

    /// Calls a closure with each attribute of a tag.
    static func eachAttribute(
        _ attributes: UnsafeBufferPointer<UInt8>,
        _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var index = 0
        while true {
            while index < attributes.count, attributes[index] <= 0x20 { index += 1 }
            let nameStart = index
            while index < attributes.count, attributes[index] > 0x20, attributes[index] != 0x3D { index += 1 }
            let nameEnd = index
            while index < attributes.count, attributes[index] <= 0x20 || attributes[index] == 0x3D { index += 1 }
            guard index < attributes.count, nameEnd > nameStart else { return }
            let quote = attributes[index]
            let isQuoted = quote == 0x22 || quote == 0x27
            if isQuoted { index += 1 }
            let valueStart = index
            while index < attributes.count, isQuoted ? attributes[index] != quote : attributes[index] > 0x20 {
                index += 1
            }
            body(
                UnsafeBufferPointer(rebasing: attributes[nameStart..<nameEnd]),
                UnsafeBufferPointer(rebasing: attributes[valueStart..<index])
            )
            index += 1
            if index >= attributes.count { return }
        }
    }

    /// The index of a mark, at an index or after it.
    static func find(_ mark: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
        let count = mark.utf8CodeUnitCount
        var index = place
        while index + count <= bytes.count {
            var matched = 0
            while matched < count, bytes[index + matched] == mark.utf8Start[matched] { matched += 1 }
            if matched == count { return index }
            index += 1
        }
        return nil
    }
}
