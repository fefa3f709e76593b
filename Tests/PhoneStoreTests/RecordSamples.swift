import GRDB
import StoreTestSupport
import VisitModel

@testable import PhoneStore

/// A record with its number as name and in its document, at some seconds into March.
func record(_ number: Int, at seconds: Double? = nil) -> TrackingRecord {
    TrackingRecord(
        uuid: "r\(number)",
        recordedAt: .march(seconds ?? Double(number)),
        document: Array(#"{"number":\#(number)}"#.utf8)
    )
}

/// Records with the given numbers.
func records(_ numbers: some Sequence<Int>) -> [TrackingRecord] { numbers.map { record($0) } }

extension RecordStore {
    /// The names of all records, in order.
    func names() throws -> [String] { try records().map(\.uuid) }

    /// The counts of stored records and of those in a request.
    func numbers() throws -> [Int] {
        let counts = try counts()
        return [counts.stored, counts.locked]
    }

    /// SQLite's query plan of a statement, a line for each step.
    func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
        try read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] as String }
        }
    }
}
