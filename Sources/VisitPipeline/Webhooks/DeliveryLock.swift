internal import Glibc

/// The right to send a database's messages, which one process has at a time.
///
/// So no message is ever under way twice, and one that was under way when a process died is sent again at once by the
/// next: the system lets go of the lock with the process, however that ends (flock(2)).
final class DeliveryLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameter database: the path of the database.
    /// - Throws: `VisitPipelineError` with code `deliveringElsewhere` when another process has it.
    init(database: String) throws {
        // By whatever name the database was opened, there is one lock.
        let path = Self.realPath(of: database) + ".delivering"
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw VisitPipelineError(
                .unreadableFile,
                "the lock file `\(path)` can't be made (\(String(cString: strerror(errno)))); check the database's folder"
            )
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            throw VisitPipelineError(
                .deliveringElsewhere,
                "another process is sending the messages of `\(database)`; it sends what is due, so nothing is to be done"
            )
        }
        descriptor = opened
    }

    private static func realPath(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    deinit {
        close(descriptor)
    }
}
