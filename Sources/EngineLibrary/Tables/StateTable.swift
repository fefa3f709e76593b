internal import MemberEngine
internal import VisitModel

/// The table of states: a row for each member, with all that is carried of the member from one call to the next.
struct StateTable {
    private let table: ArrowTable
    private let members: ArrowColumn
    private let due: ArrowColumn?
    private let states: ArrowColumn
    private let rows: [MemberID: Int]

    private static let columns = ["member", "due_at", "state"]

    /// Throws codes `column` and `value`.
    init(_ table: ArrowTable) throws(EngineLibraryError) {
        var table = table
        members = try table.requiredTexts("member")
        due = try table.times("due_at")
        guard let states = try table.bytes("state") else { throw table.missing("state", "binary") }
        try table.checkNoneLeft(known: Self.columns)
        self.states = states
        var rows: [MemberID: Int] = [:]
        rows.reserveCapacity(table.count)
        for row in 0..<table.count {
            guard let member: MemberID = try members.identifier(row, "member", in: table), !states.isNull(row) else {
                throw EngineLibraryError(.value, "`\(table.name)`, row \(row): `member` or `state` is null")
            }
            guard rows.updateValue(row, forKey: member) == nil else {
                throw EngineLibraryError(.value, "`\(table.name)`, row \(row): the member `\(member)` occurs twice")
            }
        }
        self.rows = rows
        self.table = table
    }

    /// The members, in the order of the table.
    var inOrder: [MemberID] { rows.sorted { $0.value < $1.value }.map(\.key) }

    /// A member's state as it is in the table; `nil` where the table has none.
    func row(of member: MemberID) -> (dueAt: Timestamp?, bytes: [UInt8])? {
        rows[member].map { (due?.time($0), Array(states.utf8($0))) }
    }

    /// Reads a member's record; `nil` where the table has none.
    ///
    /// Throws code `state`.
    func record(of member: MemberID) throws(EngineLibraryError) -> MemberRecord? {
        guard let bytes = row(of: member)?.bytes else { return nil }
        let record: MemberRecord
        do {
            record = try MemberRecord(bytes)
        } catch {
            throw EngineLibraryError(.state, "`\(member)`: \(error.message)")
        }
        guard record.member == member else {
            throw EngineLibraryError(.state, "the state of `\(member)` is that of `\(record.member)`")
        }
        return record
    }
}
