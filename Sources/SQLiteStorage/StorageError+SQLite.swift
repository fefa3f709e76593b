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
                "the disk of `\(path)` is full; free some space and run the command again",
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
                "`\(path)` is not writable; check the permissions of the file and of its folder",
                cause: error
            )
        case .SQLITE_NOTADB:
            self.init(
                .notADatabase,
                "`\(path)` is not a database; choose a Footfall database, or a new file to create one",
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
                "`\(path)` can't be opened; check that its folder exists and is writable",
                cause: error
            )
        case .SQLITE_CONSTRAINT:
            self.init(
                .conflict,
                "the new data contradicts the data in `\(path)`; nothing was written",
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
        StorageError(.damaged, "the database contains \(what), which is invalid; restore it from a backup", cause: cause)
    }
}
