internal import Foundation
internal import VisitModel

/// Time zones in free text: an IANA name among other words, in any case, with blanks for underscores.
enum TimeZoneText {
    /// The longest text that is searched, in bytes: a whole sentence does not describe a time zone.
    private static let longestText = 100
    /// The most words of a text that may begin a name: it names one zone, perhaps twice.
    private static let mostBeginnings = 2
    /// The most words of a name: `America/North_Dakota/New_Salem` has three when its underscores are blanks.
    private static let mostWords = 3

    /// The time zone that a text names; `nil` where it names none, or several.
    ///
    /// An example is `(GMT-08:00) Pacific Time - America/Los_Angeles`. Offsets and abbreviations beside the name are
    /// ignored: they are valid for half of the year. `aliases` are names that are not in the IANA database.
    static func zone(in text: String, aliases: [String: String]) -> TimeZoneName? {
        guard text.utf8.count <= longestText, text.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let words = text.split { !isPartOfName($0) }.map { $0.drop { $0 == "-" } }
        let beginnings = words.indices.filter { beginsName(words[$0]) }
        guard beginnings.count <= mostBeginnings else { return nil }
        let found = Set(beginnings.compactMap { zone(words[$0...], aliases) })
        return found.count == 1 ? found.first : nil
    }

    /// The zone of the longest name that the first words form.
    private static func zone(_ words: ArraySlice<Substring>, _ aliases: [String: String]) -> TimeZoneName? {
        for count in (1...min(mostWords, words.count)).reversed() {
            let name = words.prefix(count).joined(separator: "_")
            if let zone = named(name, isOneWord: count == 1, aliases) { return zone }
        }
        return nil
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "/_+-".contains(character))
    }

    private static func beginsName(_ word: Substring) -> Bool {
        guard let slash = word.firstIndex(of: "/") else { return false }
        return areas.contains(word[..<slash].lowercased())
    }

    /// The zone of a name in any case.
    private static func named(_ name: String, isOneWord: Bool, _ aliases: [String: String]) -> TimeZoneName? {
        if let known = aliases[name] ?? knownNames[name.lowercased()] { return try? TimeZoneName(known) }
        if let zone = try? TimeZoneName(name) { return zone }
        // Foundation takes long to reject an unknown name, so not every spelling is tried.
        return isOneWord ? try? TimeZoneName(capitalized(name)) : nil
    }

    /// A name with capital letters where nearly all names have them, and nowhere else.
    private static func capitalized(_ name: String) -> String {
        var isFirst = true
        return String(
            name.lowercased().map { character in
                defer { isFirst = !character.isLetter }
                return isFirst ? Character(character.uppercased()) : character
            }
        )
    }

    /// The names of the time zone database by their lower case; Foundation omits some of those it accepts.
    private static let knownNames = Dictionary(
        TimeZone.knownTimeZoneIdentifiers.map { ($0.lowercased(), $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The parts of names before the first slash, in lower case.
    private static let areas: Set<String> = Set(
        knownNames.keys.compactMap { name in name.firstIndex(of: "/").map { String(name[..<$0]) } }
            + ["brazil", "canada", "chile", "etc", "mexico", "us"]
    )
}
