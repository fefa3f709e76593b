import GRDB
import VisitModel

@testable import VisitStore

/// A record whose name and document tell its number, of so many seconds into March.
func record(_ number: Int, at seconds: Double? = nil) -> TrackingRecord {
    TrackingRecord(
        uuid: "r\(number)",
        recordedAt: .march(seconds ?? Double(number)),
        document: Array(#"{"number":\#(number)}"#.utf8)
    )
}

/// Records of a row of numbers.
func records(_ numbers: some Sequence<Int>) -> [TrackingRecord] { numbers.map { record($0) } }

extension RecordStore {
    /// The names of all records, in order.
    func names() throws -> [String] { try records().map(\.uuid) }

    /// How many records there are: stored, and in a request.
    func numbers() throws -> [Int] {
        let counts = try counts()
        return [counts.stored, counts.locked]
    }

    /// How SQLite goes about a statement, a line for each step.
    func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
        try read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] as String }
        }
    }
}
