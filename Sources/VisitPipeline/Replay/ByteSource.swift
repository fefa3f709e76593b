internal import Foundation
internal import VisitModel

/// A file that is read in pieces; nothing is read ahead, so that memory does not grow with the file.
package final class ByteSource: Sendable {
    private let path: String
    private let descriptor: Int32
    private static let pieceLength = 1 << 20

    /// Throws `VisitPipelineError` with code `unreadableFile`.
    package init(path: String) throws(VisitPipelineError) {
        try Self.check(path: path)
        self.path = path
        self.descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unopenable(path) }
    }

    /// Checks that a file exists and is readable, without opening it.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile`.
    static func check(path: String) throws(VisitPipelineError) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw VisitPipelineError(.unreadableFile, "\(path): there is no such file")
        }
        guard !isDirectory.boolValue else {
            throw VisitPipelineError(.unreadableFile, "\(path) is a directory, expected a file")
        }
        guard access(path, R_OK) == 0 else { throw unopenable(path) }
    }

    private static func unopenable(_ path: String) -> VisitPipelineError {
        VisitPipelineError(
            .unreadableFile,
            "\(path) can't be opened for reading: \(String(cString: strerror(errno)))"
        )
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Reads the next piece; `nil` at the end.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile`.
    package func next() throws(VisitPipelineError) -> [UInt8]? {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { buffer, count in
            var length = read(descriptor, buffer.baseAddress, buffer.count)
            while length < 0, errno == EINTR {
                length = read(descriptor, buffer.baseAddress, buffer.count)
            }
            failure = length < 0 ? errno : 0
            count = max(0, length)
        }
        guard failure == 0 else {
            throw VisitPipelineError(
                .unreadableFile,
                "\(path) can't be read to its end: \(String(cString: strerror(failure)))"
            )
        }
        return piece.isEmpty ? nil : piece
    }

    /// A file's length in bytes; 0 where it is unknown.
    static func size(of path: String) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
}
