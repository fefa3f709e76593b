internal import Glibc

/// The permissions of a database file.
///
/// SQLite creates the write-ahead log, its index and a journal with the permissions of the database file.
package enum PrivateFile {
    /// Creates an empty file that only its owner may read and write, whatever the umask; nothing where there is one.
    ///
    /// SQLite would create it readable by everyone, less the umask. Errors are left to SQLite, which reports them when it
    /// opens the file.
    package static func create(_ path: String) {
        // An existing file is not opened: closing it would release the locks of this process on it (fcntl(2)).
        guard access(path, F_OK) != 0 else { return }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // A umask can take away the owner's permissions too.
        fchmod(descriptor, 0o600)
        close(descriptor)
    }

    /// Whether users other than the owner may read or write a file; false where there is none.
    package static func isShared(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o066 != 0
    }

    /// Gives a file that root made to the owner of another file, or of the folder where that is missing.
    ///
    /// What root restores or locks has to be usable for the service's user. SQLite does the same with its logs.
    package static func give(_ path: String, toOwnerOf other: String) {
        guard geteuid() == 0 else { return }
        var status = stat()
        let folder = other.lastIndex(of: "/").map { String(other[...$0]) } ?? "."
        guard stat(other, &status) == 0 || stat(folder, &status) == 0 else { return }
        _ = chown(path, status.st_uid, status.st_gid)
    }
}
