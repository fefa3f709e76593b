internal import Foundation
internal import GRDB
internal import Synchronization

/// Keeps the write-ahead log small, whoever reads meanwhile.
///
/// SQLite copies the log into the database as it grows, but writes on behind what it has copied as long as any reader is in
/// the log. So beyond a size, after a transaction, readers are kept out for a moment and the log is cut to nothing. A read that takes
/// long is not waited for at first, and for longer the longer the log is.
final class WriteAheadLogLimit: Sendable {
    /// From which size on the log is cut, in bytes.
    static let standardSize = 16 << 20
    /// From which size on a long read is waited for, in bytes.
    private static let urgentSize = 40 << 20
    /// How far the log grows before it is tried again.
    private static let step = 4 << 20

    private let path: String
    private let size: Int
    private let next: Mutex<Attempt>

    /// When a log that is too long is tried to be cut next.
    ///
    /// A log that begins anew by itself keeps its size, so that size alone does not tell.
    private struct Attempt {
        /// The size from which on it is tried.
        var size: Int
        /// The number of transactions after which it is tried even below that size.
        var transactions = WriteAheadLogLimit.attemptPeriod
    }

    /// After how many transactions it is tried again at the same size.
    private static let attemptPeriod = 64

    init(database path: String, size: Int = standardSize) {
        self.path = path + "-wal"
        self.size = size
        self.next = Mutex(Attempt(size: size))
    }

    /// The size of the log, in bytes.
    var currentSize: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Cuts the log where it is too long.
    ///
    /// - Parameters:
    ///   - pool: the database.
    ///   - gate: what its readers pass.
    /// - Throws: `DatabaseError` for anything but readers of another process.
    func enforce(on pool: DatabasePool, _ gate: ReadGate) throws {
        let current = currentSize
        guard current >= size else { return }
        let isDue = next.withLock { next in
            next.transactions -= 1
            guard current >= next.size || next.transactions <= 0 else { return false }
            // The writers behind this one need not try as well.
            next = Attempt(size: current + Self.step)
            return true
        }
        guard isDue else { return }
        // The writer first: a transaction that reads would wait at the gate for ever.
        let isCut = try pool.writeWithoutTransaction { db in
            try gate.whileEmpty(waitingUpTo: current < Self.urgentSize ? 0.1 : 5) { try Self.cut(db) }
        }
        if isCut == true { next.withLock { $0 = Attempt(size: size) } }
    }

    /// - Returns: whether no reader of another process was in the way.
    private static func cut(_ db: Database) throws -> Bool {
        let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
        try db.execute(sql: "PRAGMA busy_timeout = 100")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }
        // The first column says whether a reader was in the way, which is no error.
        return try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)").map { $0[0] == 0 } ?? false
    }
}
