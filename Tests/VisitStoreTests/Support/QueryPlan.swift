import GRDB

@testable import VisitStore

extension VisitStore {
    /// How SQLite goes about a statement, a line for each step.
    func plan(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
        try database.read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] as String }
        }
    }
}
