/// Cuts XML into tags and text as the bytes come in, and forgives what real files get wrong.
///
/// Not Foundation's `XMLParser`: that pulls its bytes out of a stream and can't be fed by hand, stops for good at the
/// first thing that is not well formed, and makes strings and a dictionary for every tag. Nothing of a track needs
/// entities, name spaces or a document type, so tags and the text between them are enough.
struct MarkupScanner {
    /// One piece of the document; its bytes are good until the next call.
    enum Token {
        /// A start tag; `closes` when it is an empty-element tag.
        case start(name: UnsafeBufferPointer<UInt8>, attributes: UnsafeBufferPointer<UInt8>, closes: Bool)
        /// An end tag.
        case end(name: UnsafeBufferPointer<UInt8>)
        /// Text, or a part of a long one.
        case text(UnsafeBufferPointer<UInt8>)
    }

    /// The longest tag that is waited for; what is longer is a lone `<` in a text.
    static let longestTag = 1 << 16

    /// How far the bytes at hand have been read.
    private(set) var position = 0
    /// The line on which the last token began.
    private(set) var line = 1
    /// The line of `countedTo`.
    private var lineHere = 1
    private var countedTo = 0
    /// The end mark of what is being passed over: a comment, an instruction or a declaration.
    private var passing: StaticString?

    /// Up to where no `]]>` begins in the bytes at hand, so that no byte is searched for it twice.
    private var literalSearchedTo = 0
    /// How many bytes were searched for the end of a literal, in all.
    private(set) var literalSearchCount = 0

    /// Whether something begun is waited for at the end of the bytes.
    var isInsideMarkup: Bool { passing != nil }

    /// Starts anew at `position`, because the bytes before it are about to go.
    mutating func rebase(_ bytes: UnsafeBufferPointer<UInt8>) {
        count(to: position, in: bytes)
        countedTo = 0
        literalSearchedTo = max(0, literalSearchedTo - position)
        position = 0
    }

    /// The next piece of the document, or `nil` when more bytes are needed for one.
    ///
    /// - Parameters:
    ///   - bytes: all bytes at hand.
    ///   - isLast: whether no more will come.
    /// - Returns: a tag or text.
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
                // `<`, `<!` or `<!-` is all there is; what it begins can't be told yet.
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
                // Behind the `>`, or at the `<` that stands where one is missing.
                defer { position = bytes[end] == 0x3E ? end + 1 : end }
                return Self.tag(UnsafeBufferPointer(rebasing: bytes[(position + 1)..<end]))
            }
        }
        return nil
    }

    /// Where the `]]>` of a literal begins, whose content begins at a place.
    private mutating func endOfLiteral(in bytes: UnsafeBufferPointer<UInt8>, from place: Int) -> Int? {
        let start = max(place, literalSearchedTo)
        let end = Self.find("]]>", in: bytes, from: start)
        // The last two bytes may be the beginning of one that goes on in the next bytes.
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

    /// Counts the lines up to a place in the bytes at hand.
    private mutating func count(to place: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        for index in countedTo..<place where bytes[index] == 0x0A { lineHere += 1 }
        countedTo = place
    }
}
