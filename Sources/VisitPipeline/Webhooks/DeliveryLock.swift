/// The lock that lets one process at a time deliver a database's messages.
///
/// No message is therefore delivered twice at once, and an attempt that was in progress when a process crashed is
/// repeated immediately by the next process.
final class DeliveryLock: Sendable {
    private let lock: FileLock

    /// Acquires the lock.
    ///
    /// - Parameter database: the path of the database.
    /// - Throws: `VisitPipelineError` with code `deliveringElsewhere` when another process holds it.
    init(database: String) throws {
        guard let lock = try FileLock(database: database, suffix: ".delivering") else {
            throw VisitPipelineError(
                .deliveringElsewhere,
                "another process is sending the messages of `\(database)`; it sends the messages that are due"
            )
        }
        self.lock = lock
    }
}
