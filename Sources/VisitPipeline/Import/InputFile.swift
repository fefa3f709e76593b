internal import Foundation
internal import Interchange
internal import VisitModel
internal import VisitStore

/// A file, or bytes in memory, that can be read more than once.
///
/// Standard input can be read only once, so it is copied to a temporary file for as long as it is needed.
struct InputFile {
    /// The command line argument for standard input.
    static let standardInputMark = "-"

    private enum Content {
        case file(String)
        case bytes([UInt8])
    }

    private let content: Content
    /// The name shown in messages.
    let name: String

    init(_ bytes: [UInt8], name: String) {
        self.content = .bytes(bytes)
        self.name = name
    }

    private init(path: String, name: String) {
        self.content = .file(path)
        self.name = name
    }

    /// Calls a closure with a file given by its path, `-` for standard input.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile`, and the errors of `body`.
    static func open<Value>(_ file: String, _ body: (InputFile) throws -> Value) throws -> Value {
        guard file == standardInputMark else { return try body(InputFile(path: file, name: file)) }
        let url = FileManager.default.temporaryDirectory.appending(path: "footfall-\(UUID().uuidString).input")
        defer { try? FileManager.default.removeItem(at: url) }
        try spool(to: url)
        return try body(InputFile(path: url.path, name: "stdin"))
    }

    /// Copies standard input to a file with mode 0600, because it may contain members.
    private static func spool(to url: URL) throws {
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: permissions),
            let copy = FileHandle(forWritingAtPath: url.path)
        else {
            throw VisitPipelineError(
                .unreadableFile,
                "the temporary file `\(url.path)` can't be created; set TMPDIR to a writable folder"
            )
        }
        do {
            while let piece = try FileHandle.standardInput.read(upToCount: 1 << 20), !piece.isEmpty {
                try copy.write(contentsOf: piece)
            }
            try copy.close()
        } catch {
            throw VisitPipelineError(.unreadableFile, "standard input can't be read to its end", cause: error)
        }
    }

    /// In bytes; 0 where it is unknown.
    private var size: Int64 {
        switch content {
        case .file(let path): ByteSource.size(of: path)
        case .bytes(let bytes): Int64(bytes.count)
        }
    }

    /// How an import of this file is written: a long one in slices, so that phones do not wait for it.
    ///
    /// A short file that replaces everything may still retire every facility.
    func importMethod(_ mode: ImportMode) -> ImportMethod {
        size > Self.shortSize || mode.replaces ? .slices(.standard) : .oneTransaction
    }

    /// Some thousand rows, which are written in a few tens of milliseconds.
    private static let shortSize = 64 << 10

    /// The beginning of the file; empty for an empty one.
    func firstPiece() throws -> [UInt8] {
        switch content {
        case .file(let path): try ByteSource(path: path).next() ?? []
        case .bytes(let bytes): Array(bytes.prefix(1 << 16))
        }
    }

    /// Throws `InterchangeError` with code `quote` where a quote of this delimited text is not closed nearby.
    func checkQuotes() throws {
        var check = QuoteCheck(file: name)
        try eachPiece { try check.consume($0) }
        try check.finish()
    }

    func eachPiece(_ body: ([UInt8]) throws -> Void) throws {
        switch content {
        case .file(let path):
            let source = try ByteSource(path: path)
            while let piece = try source.next() { try body(piece) }
        case .bytes(let bytes): try body(bytes)
        }
    }
}

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
            while length < 0, errno == EINTR { length = read(descriptor, buffer.baseAddress, buffer.count) }
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
