internal import VisitModel

/// Finds names that look alike and are two: the same letters, written in two ways in Unicode.
struct LookAlikes<Subject>: Sendable {
    private struct Seen: Sendable {
        let id: Identifier<Subject>
        let line: Int
        var others: Set<Identifier<Subject>> = []
    }

    /// The first of each look; names of ASCII have no other.
    private var seen: [Identifier<Subject>.LookAlike: Seen] = [:]

    /// Warns of a name that an earlier one looks like, once.
    ///
    /// - Parameters:
    ///   - id: the name.
    ///   - line: its line.
    ///   - column: its column's header.
    ///   - problems: where the warning goes.
    mutating func check(_ id: Identifier<Subject>, line: Int, column: String?, _ problems: inout RowProblems) {
        guard !id.text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        let look = id.lookAlike
        guard let first = seen[look] else {
            seen[look] = Seen(id: id, line: line)
            return
        }
        guard first.id != id, seen[look]?.others.insert(id).inserted == true else { return }
        problems.add(
            .warning,
            "look_alike_id",
            column: column,
            "`\(id)` looks like the id on line \(first.line) and is another one, because its letters are written in another "
                + "way in Unicode; write both alike (NFC) if one is meant"
        )
    }
}
