package import GRDB
public import VisitModel

/// A failure to open, read or write the database, or a request that would break one of its rules.
///
/// The code is for programs; the message says what the user can do. Nothing of a write that threw is kept, but
/// for `notWiped`: then the data is erased.
public typealias StorageError = CodedError<StorageErrorCode>

/// The kinds of `StorageError`.
public enum StorageErrorCode: String, ErrorCode, CaseIterable {
    /// The file, or its folder, can't be opened or created.
    case cannotOpen = "cannot_open"
    /// The file is not a Footfall database.
    case notADatabase = "not_a_database"
    /// The file was written by a newer version of the program.
    case newerDatabase = "newer_database"
    /// The file or its folder is not writable.
    case readOnly = "read_only"
    /// The disk is full.
    case diskFull = "disk_full"
    /// Another process locked the database for too long.
    case busy
    /// The file's content is inconsistent or contains an invalid value.
    case damaged
    /// The system failed to read or write the file.
    case inputOutput = "input_output"
    /// The SpatiaLite library does not work.
    case spatialite
    /// A facility, member, device or visit that is not in the database.
    case unknownName = "unknown_name"
    /// A name that occurs twice where it has to be unique.
    case repeatedName = "repeated_name"
    /// A write that contradicts the stored data.
    case conflict
    /// A visit to add is of the same time as a counted one, and what becomes of that was not said.
    case overlappingVisit = "overlapping_visit"
    /// An invalid argument.
    case invalidRequest = "invalid_request"
    /// An SQL statement failed for another reason: a bug in the program.
    case statement

    /// The erased data is deleted, but traces remain in the file because another program uses it.
    case notWiped = "not_wiped"
    /// Another process has stored something newer in the meantime.
    case outpaced
}

extension StorageError {
    package init(_ error: DatabaseError, path: String) {
        let (code, message): (Code, String) =
            switch error.resultCode {
            case .SQLITE_FULL: (.diskFull, "the disk of `\(path)` is full; free some space and try again")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                (.busy, "another process is writing to `\(path)`; wait until it is done and try again")
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
                (.readOnly, "`\(path)` is not writable; check the permissions of the file and of its folder")
            case .SQLITE_NOTADB:
                (.notADatabase, "`\(path)` is not a database; choose a Footfall database, or a new file to create one")
            case .SQLITE_CORRUPT: (.damaged, "`\(path)` is damaged; restore it from a backup")
            case .SQLITE_IOERR, .SQLITE_NOLFS:
                (.inputOutput, "the system could not read or write `\(path)`; check the disk it is on")
            case .SQLITE_CANTOPEN:
                (.cannotOpen, "`\(path)` can't be opened; check that its folder exists and is writable")
            case .SQLITE_CONSTRAINT: (.conflict, "the new data contradicts the data in `\(path)`; nothing was written")
            default: (.statement, "a statement on `\(path)` failed")
            }
        self.init(code, message, cause: error)
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
    package static func damaged(_ what: String, cause: (any Error)? = nil) -> StorageError {
        let message = "the database contains \(what), which is invalid; restore it from a backup"
        return StorageError(.damaged, message, cause: cause)
    }
}
