internal import VisitModel

/// The pattern of a phrase: words, and capitalized placeholders for values.
///
/// `LENGTH` is `900 m`, `DIRECTION` is `north`, `COUNT` an integer, `STATUS` an HTTP status, `PERCENT` is `15 %`,
/// `ZONE` is `Europe/Berlin`.
struct PhrasePattern {
    private let words: [Substring]

    init(_ spelling: String) { words = spelling.split(separator: " ") }

    enum Argument: Hashable {
        case length(Double)
        case bearing(Double)
        case count(Int)
        case percent(Double)
        case zone(TimeZoneName)
    }

    /// The values of words, in the pattern's order; `nil` where the words do not match.
    ///
    /// Throws `Problem` or `ValidationError` where the words match, but a value is invalid.
    func arguments(in text: [String]) throws -> [Argument]? {
        guard let taken = Self.match(words[...], text[...]) else { return nil }
        return try taken.map { try Self.argument($0.kind, $0.text) }
    }

    private typealias Match = (kind: String, text: String)

    /// The words matched by each placeholder; `nil` where the words do not match.
    private static func match(_ pattern: ArraySlice<Substring>, _ text: ArraySlice<String>) -> [Match]? {
        guard let word = pattern.first else { return text.isEmpty ? [] : nil }
        let kind = String(word)
        guard kind == kind.uppercased() else {
            guard text.first?.lowercased() == kind else { return nil }
            return match(pattern.dropFirst(), text.dropFirst())
        }
        // Words that do not begin with a digit may match another phrase: `battery exemption on`.
        let digits = text.first?.drop { $0 == "-" }
        if ["LENGTH", "PERCENT", "COUNT", "STATUS"].contains(kind), digits?.first?.isNumber != true { return nil }
        // `900 m` and `15 %` may be one word or two.
        for count in kind == "LENGTH" || kind == "PERCENT" ? 1...2 : 1...1 where text.count >= count {
            if let rest = match(pattern.dropFirst(), text.dropFirst(count)) {
                return [(kind, text.prefix(count).joined(separator: " "))] + rest
            }
        }
        return nil
    }

    private static func argument(_ kind: String, _ text: String) throws -> Argument {
        switch kind {
        case "LENGTH": return .length(try LengthText.meters(text, within: 0.1...1_000_000))
        case "DIRECTION": return .bearing(try DirectionText.bearing(text))
        case "ZONE": return .zone(try TimeZoneName(text))
        case "COUNT":
            guard let count = Int(text), (0...1000).contains(count) else {
                throw Problem("\(quoted(text)) is not a count, expected a whole number from 0 to 1000")
            }
            return .count(count)
        case "STATUS":
            guard let status = Int(text), (100...599).contains(status) else {
                throw Problem("\(quoted(text)) is not a status, expected a whole number from 100 to 599")
            }
            return .count(status)
        default:
            var rest = Substring(text.filter { !$0.isWhitespace })
            guard let number = rest.takeDecimal(), rest.isEmpty || rest == "%", (0...100).contains(number) else {
                throw Problem("\(quoted(text)) is not a share, expected 0 % to 100 %")
            }
            return .percent(number)
        }
    }
}

extension [PhrasePattern.Argument] {
    /// In metres, in the phrase's order.
    var meters: [Double] { compactMap { if case .length(let meters) = $0 { meters } else { nil } } }
    /// In degrees.
    var bearing: Double? { lazy.compactMap { if case .bearing(let degrees) = $0 { degrees } else { nil } }.first }
    /// 0 where the phrase has none.
    var count: Int { lazy.compactMap { if case .count(let count) = $0 { count } else { nil } }.first ?? 0 }
}
