/// Splits XML into tags and text incrementally, and tolerates the errors of real files.
///
/// Foundation's `XMLParser` is unsuitable: it reads from a stream and can't be fed incrementally, stops at the first
/// thing that is not well formed, and allocates strings and a dictionary for every tag. A track needs no entities,
/// namespaces or document type, so tags and the text between them are enough.
struct MarkupScanner {
    /// One piece of the document; its bytes are valid until the next call.
    enum Token {
        /// A start tag; `closes` when it is an empty-element tag.
        case start(name: UnsafeBufferPointer<UInt8>, attributes: UnsafeBufferPointer<UInt8>, closes: Bool)
        case end(name: UnsafeBufferPointer<UInt8>)
        /// Text, or a part of a long one.
        case text(UnsafeBufferPointer<UInt8>)
    }

    /// The longest tag, in bytes; a longer one is a lone `<` in a text.
    static let longestTag = 1 << 16

    /// The number of buffered bytes already parsed.
    private(set) var position = 0
    /// The line on which the last token began.
    private(set) var line = 1
    /// The line of `countedTo`.
    private var lineHere = 1
    private var countedTo = 0
    /// The end mark of the comment, instruction or declaration being skipped.
    private var passing: StaticString?

    /// The index up to which no `]]>` begins in the buffered bytes, so that no byte is searched for it twice.
    private var literalSearchedTo = 0
    /// The total number of bytes searched for the end of a literal.
    private(set) var literalSearchCount = 0

    /// Makes `position` the start, because the bytes before it are about to be removed.
    mutating func rebase(_ bytes: UnsafeBufferPointer<UInt8>) {
        count(to: position, in: bytes)
        countedTo = 0
        literalSearchedTo = max(0, literalSearchedTo - position)
        position = 0
    }

    /// The next piece of all buffered bytes, or `nil` when more bytes are needed for one.
    mutating func next(in bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Token? {
        while position < bytes.count {
            if let mark = passing {
                guard let end = Self.find(mark, in: bytes, from: position) else {
                    position = max(position, bytes.count - mark.utf8CodeUnitCount + 1)
                    return nil
                }
                passing = nil
                position = end + mark.utf8CodeUnitCount
                continue
            }
            count(to: position, in: bytes)
            line = lineHere
            guard bytes[position] == 0x3C else { return text(in: bytes, isLast: isLast) }
            guard let kind = Self.kind(bytes, at: position) else {
                // Only `<`, `<!` or `<!-` is available; the kind can't be determined yet.
                guard isLast else { return nil }
                position = bytes.count
                return nil
            }
            switch kind {
            case .character: position += 1
            case .comment: (passing, position) = ("-->", position + 4)
            case .instruction: (passing, position) = ("?>", position + 2)
            case .declaration: (passing, position) = (">", position + 2)
            case .literal:
                guard let end = endOfLiteral(in: bytes, from: position + 9) else {
                    guard isLast || bytes.count - position > Self.longestTag else { return nil }
                    position += 9
                    continue
                }
                defer { position = end + 3 }
                return .text(UnsafeBufferPointer(rebasing: bytes[(position + 9)..<end]))
            case .tag:
                guard let end = Self.endOfTag(bytes, from: position) else {
                    guard isLast || bytes.count - position > Self.longestTag else { return nil }
                    position += 1
                    continue
                }
                // Behind the `>`, or at the `<` in place of a missing one.
                defer { position = bytes[end] == 0x3E ? end + 1 : end }
                return Self.tag(UnsafeBufferPointer(rebasing: bytes[(position + 1)..<end]))
            }
        }
        return nil
    }

    /// The index of the `]]>` of a literal with content from an index.
    private mutating func endOfLiteral(in bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
        let start = max(place, literalSearchedTo)
        let end = Self.find("]]>", in: bytes, from: start)
        // The last two bytes may be the beginning of one that continues in the next bytes.
        literalSearchedTo = end ?? max(start, bytes.count - 2)
        literalSearchCount += max(0, literalSearchedTo - start)
        return end
    }

    private mutating func text(in bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Token? {
        var end = position
        while end < bytes.count, bytes[end] != 0x3C { end += 1 }
        guard end < bytes.count || isLast || end - position > Self.longestTag else { return nil }
        defer { position = end }
        return .text(UnsafeBufferPointer(rebasing: bytes[position..<end]))
    }

    /// Counts the lines up to an index in the buffered bytes.
    private mutating func count(to place: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        for index in countedTo..<place where bytes[index] == 0x0A { lineHere += 1 }
        countedTo = place
    }
}

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
