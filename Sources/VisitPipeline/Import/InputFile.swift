internal import Foundation

/// A file, or bytes at hand, that may be read more than once.
///
/// Standard input can be read only once, so what comes there is kept in a temporary file as long as it is needed.
struct InputFile {
    /// What standard input is called on a command line.
    static let standardInputMark = "-"

    /// Where the bytes are.
    private enum Content {
        case file(String)
        case bytes([UInt8])
    }

    private let content: Content
    /// What the file is called in messages.
    let name: String

    /// Bytes at hand.
    init(_ bytes: [UInt8], name: String) {
        self.content = .bytes(bytes)
        self.name = name
    }

    private init(path: String, name: String) {
        self.content = .file(path)
        self.name = name
    }

    /// Hands over a file by its path, `-` for standard input.
    ///
    /// - Throws: `VisitPipelineError` with code `unreadableFile`, and whatever `body` throws.
    static func reading<Value>(_ file: String, _ body: (InputFile) throws -> Value) throws -> Value {
        guard file == standardInputMark else { return try body(InputFile(path: file, name: file)) }
        let url = FileManager.default.temporaryDirectory.appending(path: "footfall-\(UUID().uuidString).input")
        defer { try? FileManager.default.removeItem(at: url) }
        try spool(to: url)
        return try body(InputFile(path: url.path, name: "stdin"))
    }

    /// Copies standard input to a file that nobody else may read: it may hold members.
    private static func spool(to url: URL) throws {
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: permissions),
            let copy = FileHandle(forWritingAtPath: url.path)
        else {
            throw VisitPipelineError(
                .unreadableFile,
                "the temporary file `\(url.path)` can't be made; set TMPDIR to a folder that may be written"
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

    /// Hands over the bytes piece by piece.
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
