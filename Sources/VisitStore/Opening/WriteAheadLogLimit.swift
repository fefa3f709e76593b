internal import Foundation
internal import GRDB
internal import Glibc
internal import Synchronization

/// Keeps the write-ahead log small, even with continuous readers.
///
/// The log is copied into the database as it grows (`WriteAheadLogCheckpoints`), but SQLite continues to append to it as
/// long as any reader is in the log. Beyond a size, after a transaction, readers are therefore blocked for a moment and
/// the log is truncated. The wait for a long read is short at first, and longer once the log has grown further.
final class WriteAheadLogLimit: Sendable {
    /// From this size in bytes, the log is truncated.
    static let standardSize = 16 << 20
    /// From this size in bytes, a long read is waited for.
    private static let urgentSize = 40 << 20
    /// The growth of the log between two attempts, in bytes.
    private static let step = 4 << 20

    private let path: String
    private let size: Int
    private let next: Mutex<Attempt>

    /// The condition for the next attempt to truncate the log.
    ///
    /// A log that SQLite restarts keeps its file size, so the size alone is not sufficient.
    private struct Attempt {
        /// In bytes.
        var size: Int
        /// The number of transactions after which an attempt is made even below that size.
        var transactions = WriteAheadLogLimit.attemptPeriod
    }

    private static let attemptPeriod = 64

    init(database path: String, size: Int = standardSize) {
        self.path = path + "-wal"
        self.size = size
        self.next = Mutex(Attempt(size: size))
    }

    /// In bytes.
    var currentSize: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Truncates the log where it is too long; all readers of this process have to pass through `gate`.
    ///
    /// Throws `DatabaseError` for any obstacle but readers of another process.
    func enforce(on pool: DatabasePool, _ gate: ReadGate, _ checkpoints: WriteAheadLogCheckpoints) throws {
        let current = currentSize
        guard current >= size else { return }
        let isDue = next.withLock { next in
            next.transactions -= 1
            guard current >= next.size || next.transactions <= 0 else { return false }
            // The writers queued behind this one need not try as well.
            next = Attempt(size: current + Self.step)
            return true
        }
        guard isDue else { return }
        // The writer is acquired first; otherwise a transaction that reads would wait at the gate for ever.
        let isCut = try pool.writeWithoutTransaction { db in
            try gate.whileEmpty(waitingUpTo: current < Self.urgentSize ? 0.1 : 5) {
                try checkpoints.excluded { try Self.cut(db) }
            }
        }
        if isCut == true { next.withLock { $0 = Attempt(size: size) } }
    }

    /// Returns false where a reader of another process prevented the truncation.
    private static func cut(_ db: Database) throws -> Bool {
        let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
        try db.execute(sql: "PRAGMA busy_timeout = 100")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }
        // The first column is 1 where a reader prevented the truncation, which is not an error.
        return try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)").map { $0[0] == 0 } ?? false
    }
}
