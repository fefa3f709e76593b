internal import Glibc
internal import Synchronization

/// What has become of a database's file since it was opened.
package enum DatabaseFileState: Hashable, Sendable {
    case inPlace
    /// The path refers to no file, or to another one.
    case replaced
    /// The file had no content at some time, so what it contains since then is not the whole database.
    case cut
}

/// The file of an open database, compared with the file that its path refers to later.
final class OpenedFile: Sendable {
    private let path: String
    /// At the time of opening.
    private let identity: FileStatus.Identity?
    /// Stays true: a checkpoint of the write-ahead log gives a cut file some content again.
    private let wasCut = Mutex(false)

    /// The length of SQLite's header, without which a file is no database.
    private static let headerLength = 100

    init(path: String) {
        self.path = path
        self.identity = FileStatus(path: path)?.identity
    }

    var state: DatabaseFileState {
        guard let identity, let current = FileStatus(path: path), current.identity == identity else { return .replaced }
        return wasCut.withLock { wasCut in
            if current.size < Self.headerLength { wasCut = true }
            return wasCut ? .cut : .inPlace
        }
    }
}

/// The file at a path (stat(2)).
struct FileStatus: Hashable {
    /// The device and inode number.
    struct Identity: Hashable {
        let device: UInt64
        let file: UInt64
    }

    let identity: Identity
    /// In bytes.
    let size: Int

    /// `nil` where the path refers to no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino))
        size = Int(status.st_size)
    }
}
