/// Finds the known name that a mistyped one probably means.
package enum NearestName {
    /// Finds the name with the smallest edit distance, of equals the first.
    ///
    /// Names are paths. `geolocation.stopTimout` is compared as a whole, and its last part with the last part of each,
    /// so that an option in the wrong group is found too. The result is `nil` where more than a third of the last part
    /// would have to change.
    package static func find(_ name: String, in known: [String]) -> String? {
        let leaf = lastPart(of: name)
        let ranked = known.enumerated().map { index, candidate in
            let whole = edits(from: name, to: candidate)
            return (edits: min(whole, edits(from: leaf, to: lastPart(of: candidate))), whole: whole, index: index)
        }
        guard let best = ranked.min(by: { ($0.edits, $0.whole, $0.index) < ($1.edits, $1.whole, $1.index) }),
            best.edits <= max(1, leaf.count / 3)
        else { return nil }
        return known[best.index]
    }

    /// Finds the field that a mistyped or shortened name probably means: as `find(_:in:)`, otherwise the one with the
    /// most common words, such as `radius_m` for `radiusMeters`.
    package static func find(field name: String, in known: [String]) -> String? {
        if let nearest = find(name, in: known) { return nearest }
        let wanted = words(of: name)
        let ranked = known.enumerated().map { index, candidate in
            let words = words(of: candidate)
            let common = words.count { word in wanted.contains { Self.isSame($0, word) } }
            return (common: common, others: words.count - common, index: index)
        }
        guard let best = ranked.max(by: { ($0.common, -$0.others, -$0.index) < ($1.common, -$1.others, -$1.index) }),
            best.common > 0
        else { return nil }
        return known[best.index]
    }

    /// The words of a name in snake case or camel case, in lower case.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var isInWord = false
        for character in name {
            let isLetter = character.isLetter || character.isNumber
            if isLetter, !isInWord || character.isUppercase && words.last?.last?.isUppercase == false {
                words.append("")
            }
            if isLetter { words[words.count - 1].append(character) }
            isInWord = isLetter
        }
        return words.map { $0.lowercased() }
    }

    /// Whether two words are equal, or one is the beginning of the other: `lat` of `latitude`, `event` of `events`.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        one == other || min(one.count, other.count) >= 3 && (one.hasPrefix(other) || other.hasPrefix(one))
    }

    private static func lastPart(of path: String) -> String { path.split(separator: ".").last.map(String.init) ?? path }

    /// The edit distance with adjacent transpositions (optimal string alignment), ignoring case.
    static func edits(from first: String, to second: String) -> Int {
        let (one, other) = (Array(first.lowercased()), Array(second.lowercased()))
        var rows = [Array(0...other.count)]
        for (row, character) in one.enumerated() {
            var next = [row + 1]
            for (column, wanted) in other.enumerated() {
                let change = character == wanted ? 0 : 1
                var fewest = min(rows[row][column + 1] + 1, next[column] + 1, rows[row][column] + change)
                if row > 0, column > 0, character == other[column - 1], one[row - 1] == wanted {
                    fewest = min(fewest, rows[row - 1][column - 1] + 1)
                }
                next.append(fewest)
            }
            rows.append(next)
        }
        return rows[one.count][other.count]
    }
}
