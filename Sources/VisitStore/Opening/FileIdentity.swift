internal import Glibc

/// Which file a path leads to: the file system's device and the number of the file on it (stat(2)).
struct FileIdentity: Hashable {
    private let device: UInt64
    private let file: UInt64

    /// Looks a file up.
    ///
    /// - Parameter path: the path; `nil` where it leads to no file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        file = UInt64(status.st_ino)
    }
}
