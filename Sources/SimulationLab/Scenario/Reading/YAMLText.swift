internal import VisitPipeline
internal import Yams
internal import VisitModel

/// A YAML text with its file name, for error messages.
struct YAMLText {
    /// The text without a byte order mark, which has no meaning in UTF-8 (Unicode Standard, 23.8).
    private let text: String
    private let file: String
    private let subject: Subject

    struct Subject {
        /// The name in place of a key in messages, `scenario`.
        let name: String
        /// The expected format, in words.
        let expectation: String
        /// The largest file, in MB (of 1,048,576 bytes).
        let longestFile: Int
        let code: SimulationLabError.Code
    }

    /// Creates a document from text, dropping a byte order mark.
    init(_ text: String, file: String, _ subject: Subject) {
        self.text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        (self.file, self.subject) = (file, subject)
    }

    /// Reads a file's text, checking its size and its UTF-8.
    static func read(_ file: String, _ subject: Subject) throws(SimulationLabError) -> String {
        let longest = subject.longestFile << 20
        var bytes: [UInt8] = []
        do {
            let source = try ByteSource(path: file)
            while let piece = try source.next(), bytes.count <= longest { bytes += piece }
        } catch {
            throw SimulationLabError(.unreadableFile, error.message, cause: error)
        }
        func fault(_ line: Int, _ problem: String) -> SimulationLabError {
            let message = "\(file):\(line): \(subject.name): \(problem), expected \(subject.expectation)"
            return SimulationLabError(subject.code, message)
        }
        guard bytes.count <= longest else { throw fault(1, "is larger than \(subject.longestFile) MB") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw fault(YAMLFault.lineWithoutUTF8(bytes), "is not UTF-8 text")
        }
        return text
    }

    /// The root of the parsed text; `nil` for an empty one.
    func root() throws(SimulationLabError) -> Node? {
        do {
            return try compose(yaml: text)
        } catch {
            let message = YAMLFault.lines(of: error, in: text, file: file, subject: subject.name)
            throw SimulationLabError(subject.code, message, cause: error)
        }
    }
}
