internal import VisitModel

/// Detects distinct identifiers that look alike: the same letters, encoded in two ways in Unicode.
struct ConfusableNames<Subject>: Sendable {
    private struct Seen: Sendable {
        let id: Identifier<Subject>
        let line: Int
        var others: Set<Identifier<Subject>> = []
    }

    /// The first identifier of each appearance; those of ASCII have no look-alike.
    private var seen: [Identifier<Subject>.ConfusableName: Seen] = [:]

    /// Warns once of an identifier that looks like an earlier one.
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
            "`\(id)` looks like the id on line \(first.line) but differs in its Unicode normalization; "
                + "write both in NFC if they are the same id"
        )
    }
}
