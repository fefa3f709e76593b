internal import Foundation
internal import VisitModel

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
    static func reading<Value>(_ file: String, _ body: (InputFile) throws -> Value) throws -> Value {
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

    func eachPiece(_ body: ([UInt8]) throws -> Void) throws {
        switch content {
        case .file(let path):
            let source = try ByteSource(path: path)
            while let piece = try source.next() {
                try body(piece)
            }
        case .bytes(let bytes): try body(bytes)
        }
    }
}
