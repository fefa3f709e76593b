internal import Foundation

/// The process's standard output.
enum StandardOutput {
    /// The reader closed the pipe, as in `footfall events | head`, which is not a failure.
    struct Closed: Error {}

    /// Writes bytes.
    ///
    /// - Throws: `Closed` when the reader closed the pipe, `CommandFailure` when the disk or pipe fails.
    static func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw Closed()
            } else if errno != EINTR {
                throw CommandFailure(.inputOutput, "the output can't be written: \(String(cString: strerror(errno)))")
            }
        }
    }
}
