internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Notes what is changed beside an import in slices, which then leaves it as it is.
///
/// A form replaces a whole facility or list. If the import wrote it afterwards, it would restore what the form replaced.
struct ImportExceptions {
    /// `nil` while nothing is imported in slices.
    private let insert: PreparedStatement?

    init(_ db: Database) throws {
        let isNeeded = try PreparedStatement(db, "SELECT 1 FROM staged_import").hasRow()
        self.insert =
            isNeeded
            ? try PreparedStatement(
                db,
                "INSERT INTO staged_exception (facility, member) VALUES (?, ?) ON CONFLICT DO NOTHING"
            ) : nil
    }

    /// Notes a saved or retired facility.
    func note(_ facility: FacilityID) throws { try note(facility.text, "") }

    /// Notes a replaced list.
    func note(listOf member: MemberID) throws { try note("", member.text) }

    /// Notes a changed entry of a list.
    func note(_ facility: FacilityID, onListOf member: MemberID) throws { try note(facility.text, member.text) }

    private func note(_ facility: String, _ member: String) throws {
        guard let insert else { return }
        insert.bind(1, facility)
        insert.bind(2, member)
        try insert.run()
    }
}

/// The exceptions that were noted, for the import.
struct NotedExceptions {
    private let entries: Set<Entry>

    private struct Entry: Hashable {
        var facility = ""
        var member = ""
    }

    init(_ db: Database) throws {
        let list = try PreparedStatement(db, "SELECT facility, member FROM staged_exception")
        self.entries = Set(try list.all { Entry(facility: $0.text(0), member: $0.text(1)) })
    }

    func contain(_ facility: FacilityID) -> Bool {
        !entries.isEmpty && entries.contains(Entry(facility: facility.text))
    }

    func contain(listOf member: MemberID) -> Bool { !entries.isEmpty && entries.contains(Entry(member: member.text)) }

    func contain(_ facility: FacilityID, onListOf member: MemberID) -> Bool {
        contain(listOf: member)
            || !entries.isEmpty && entries.contains(Entry(facility: facility.text, member: member.text))
    }
}
