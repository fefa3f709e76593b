internal import Glibc
internal import VisitModel

/// A lock beside a database that one process holds at a time.
///
/// The system releases it when the process ends, in whatever way (flock(2)).
package final class FileLock: Sendable {
    /// The suffix of the lock of the process that serves a database.
    package static let serving = ".serving"

    private let descriptor: Int32

    /// Acquires the lock; `nil` where another process holds it.
    ///
    /// Every path to the same database has the same lock. `suffix` is what the lock file's name appends to the
    /// database's. Throws `StorageError` with code `cannotOpen` where the lock file can't be created.
    package init?(database: String, suffix: String) throws {
        let path = Self.realPath(of: database) + suffix
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw StorageError(
                .cannotOpen,
                """
                the lock file `\(path)` can't be created (\(String(cString: strerror(errno)))); check the database's \
                folder
                """
            )
        }
        PrivateFile.give(path, toOwnerOf: Self.realPath(of: database))
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            return nil
        }
        descriptor = opened
    }

    /// Acquires the lock of those who upgrade a database, waiting while another process has it.
    ///
    /// Throws `StorageError` with code `busy` after a time in which a large database is copied.
    package static func forUpgrade(of database: String) throws -> FileLock {
        let deadline = ContinuousClock.now.advanced(by: .seconds(600))
        while true {
            if let lock = try FileLock(database: database, suffix: ".upgrading") { return lock }
            guard ContinuousClock.now < deadline else {
                throw StorageError(
                    .busy,
                    "another process has been upgrading `\(database)` for ten minutes; end it, or wait until it is done"
                )
            }
            usleep(20_000)
        }
    }

    private static func realPath(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    deinit { close(descriptor) }
}
