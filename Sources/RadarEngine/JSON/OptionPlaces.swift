/// Where the keys of an options document stand, for those who have to find them again.
///
/// What is read out of a document no longer knows where it stood, and a key that stands twice is there once. Decoders do
/// not agree on which of the two counts, so such a document means one thing here and another on a phone.
public struct OptionPlaces: Sendable {
    /// A place in a text; both count from 1.
    public struct Place: Hashable, Sendable {
        /// The line.
        public let line: Int
        /// The character within the line.
        public let column: Int
    }

    /// The keys in the order in which they stand, one within an object as `foregroundService.text`.
    public private(set) var keys: [String] = []
    /// The first key that stands a second time, and where it does; `nil` where each stands once.
    public var repeated: (key: String, place: Place)? {
        repetition.map { ($0.path, place(of: $0.offset)) }
    }

    /// Where the text stops being JSON; `nil` where all of it is.
    public var broken: Place? { brokenOffset.map(place) }

    private let document: String
    private let brokenOffset: Int?
    private var offsets: [String: Int] = [:]
    private var repetition: JSONGrammar.Key?

    /// Looks through a document.
    ///
    /// - Parameter document: JSON; of a text that is none, the keys before the break are found.
    public init(document: String) {
        self.document = document
        let grammar = JSONGrammar(document)
        brokenOffset = grammar.brokenOffset
        for key in grammar.keys {
            if offsets[key.path] == nil {
                offsets[key.path] = key.offset
                keys.append(key.path)
            } else if repetition == nil {
                repetition = key
            }
        }
    }

    /// Where a key stands first; `nil` where it does not.
    ///
    /// - Parameter key: the key, one within an object as `foregroundService.text`.
    /// - Returns: the place of its first quotation mark.
    public subscript(key: String) -> Place? { offsets[key].map(place) }

    private func place(of offset: Int) -> Place {
        let before = document.utf8.prefix(offset)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? before
        return Place(line: 1 + before.count { $0 == UInt8(ascii: "\n") }, column: 1 + Substring(line).count)
    }
}
