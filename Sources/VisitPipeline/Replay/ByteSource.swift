internal import Foundation

/// A file as a stream of pieces.
struct ByteSource {
    private let path: String
    private let handle: FileHandle
    private static let pieceLength = 1 << 20

    /// Opens a file.
    ///
    /// - Throws: `VisitPipelineError` with code `unreadableFile`.
    init(path: String) throws(VisitPipelineError) {
        self.path = path
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw VisitPipelineError(.unreadableFile, "\(path): there is no such file")
        }
        guard !isDirectory.boolValue else {
            throw VisitPipelineError(.unreadableFile, "\(path) is a directory, expected a file")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw VisitPipelineError(.unreadableFile, "\(path) can't be opened for reading; check its permissions")
        }
        self.handle = handle
    }

    /// The next piece; `nil` at the end.
    mutating func next() throws(VisitPipelineError) -> [UInt8]? {
        do {
            guard let data = try handle.read(upToCount: Self.pieceLength), !data.isEmpty else {
                try handle.close()
                return nil
            }
            return [UInt8](data)
        } catch {
            throw VisitPipelineError(.unreadableFile, "\(path) can't be read to its end", cause: error)
        }
    }

    /// A file's length in bytes; 0 where it can't be told.
    static func size(of path: String) -> Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }
}
