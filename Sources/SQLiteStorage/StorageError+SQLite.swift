package import GRDB

extension StorageError {
    /// Converts an SQLite error.
    ///
    /// - Parameters:
    ///   - error: the SQLite error.
    ///   - path: the database file, to name it in the message.
    package init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(
                .diskFull,
                "there is no room left for `\(path)`; make room on its disk and run the command again",
                cause: error
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .busy,
                "another process is writing to `\(path)`; wait until it is done and try again",
                cause: error
            )
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .readOnly,
                "`\(path)` may not be written; check the permissions of the file and of its folder",
                cause: error
            )
        case .SQLITE_NOTADB:
            self.init(
                .notADatabase,
                "`\(path)` is not a database; name a Footfall database, or a new file to make one",
                cause: error
            )
        case .SQLITE_CORRUPT:
            self.init(.damaged, "`\(path)` is damaged; restore it from a backup", cause: error)
        case .SQLITE_IOERR, .SQLITE_NOLFS:
            self.init(
                .inputOutput,
                "the system could not read or write `\(path)`; check the disk it is on",
                cause: error
            )
        case .SQLITE_CANTOPEN:
            self.init(
                .cannotOpen,
                "`\(path)` can't be opened; check that its folder exists and may be written",
                cause: error
            )
        case .SQLITE_CONSTRAINT:
            self.init(
                .conflict,
                "what was to be written contradicts what is in `\(path)`; nothing of it was kept",
                cause: error
            )
        default:
            self.init(.statement, "a statement on `\(path)` failed", cause: error)
        }
    }

    /// Runs a closure and converts the database library's errors; no other function does.
    package static func translating<Value>(path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    /// Returns the error for a stored value that no version of the program writes.
    ///
    /// - Parameters:
    ///   - what: the table and the value.
    ///   - cause: the error of decoding the value.
    /// - Returns: the error to throw.
    package static func damaged(_ what: String, cause: (any Error)? = nil) -> StorageError {
        StorageError(.damaged, "the database holds \(what), which can't be; restore it from a backup", cause: cause)
    }
}
