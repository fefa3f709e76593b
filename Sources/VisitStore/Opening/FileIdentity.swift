internal import Glibc

/// The identity of the file at a path: its device and inode number (stat(2)).
struct FileIdentity: Hashable {
    private let device: UInt64
    private let file: UInt64

    /// Reads the identity of a file; `nil` where the path refers to no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        file = UInt64(status.st_ino)
    }
}
