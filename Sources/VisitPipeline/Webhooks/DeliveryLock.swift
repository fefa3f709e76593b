/// The right to send a database's messages, which one process has at a time.
///
/// So no message is ever under way twice, and one that was under way when a process died is sent again at once by the
/// next.
final class DeliveryLock: Sendable {
    private let lock: FileLock

    /// Takes the lock.
    ///
    /// - Parameter database: the path of the database.
    /// - Throws: `VisitPipelineError` with code `deliveringElsewhere` when another process has it.
    init(database: String) throws {
        guard let lock = try FileLock(database: database, suffix: ".delivering") else {
            throw VisitPipelineError(
                .deliveringElsewhere,
                "another process is sending the messages of `\(database)`; it sends what is due, so nothing is to be done"
            )
        }
        self.lock = lock
    }
}
