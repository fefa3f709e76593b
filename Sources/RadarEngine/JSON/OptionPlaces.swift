internal import WireJSON

/// The positions of the keys in an options document, for error messages.
///
/// A decoded document has no positions, and a duplicate key appears once. Decoders disagree on which duplicate counts,
/// so such a document can have one meaning here and another on a phone.
public struct OptionPlaces: Sendable {
    /// A position in a text; line and column count from 1.
    public struct Place: Hashable, Sendable {
        /// The line.
        public let line: Int
        /// The character within the line.
        public let column: Int
    }

    /// The keys in document order; nested keys are qualified as in `foregroundService.text`.
    public private(set) var keys: [String] = []
    /// The first duplicate key and the position of the duplicate; `nil` if all keys are unique.
    public var repeated: (key: String, place: Place)? { repetition.map { ($0.path, place(of: $0.offset)) } }

    /// The position of the first syntax error; `nil` for valid JSON.
    public var broken: Place? { brokenOffset.map(place) }

    private let document: String
    private let brokenOffset: Int?
    private var offsets: [String: Int] = [:]
    private var repetition: (path: String, offset: Int)?
    /// Tracking options have two levels.
    private static let maximumDepth = 64

    /// Scans a document; after a syntax error only the keys before it are available.
    public init(document: String) {
        self.document = document
        let bytes = Array(document.utf8)
        let scanner = JSONScanner(bytes, maximumDepth: Self.maximumDepth)
        brokenOffset = scanner.syntaxError?.offset
        repetition = scanner.repeatedKey
        for (path, offset) in scanner.keyPaths where offsets[path] == nil {
            offsets[path] = offset
            keys.append(path)
        }
    }

    /// The position of the first quotation mark of a key's first occurrence; `nil` for a missing key.
    public subscript(key: String) -> Place? { offsets[key].map(place) }

    private func place(of offset: Int) -> Place {
        let before = document.utf8.prefix(offset)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? before
        return Place(line: 1 + before.count { $0 == UInt8(ascii: "\n") }, column: 1 + Substring(line).count)
    }
}
