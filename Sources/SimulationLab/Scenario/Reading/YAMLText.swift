internal import VisitPipeline
internal import Yams

/// A text that should be YAML, with the words for what is wrong with it.
struct YAMLText {
    /// The text, without a byte order mark, which says nothing about UTF-8 (Unicode Standard, 23.8).
    private let text: String
    /// The file's name, for messages.
    private let file: String
    /// What the text should be.
    private let subject: Subject

    /// What a text should be.
    struct Subject {
        /// What stands in place of a key in messages, `scenario`.
        let name: String
        /// What was expected, in words.
        let expectation: String
        /// The longest file, in MB (of 1,048,576 bytes).
        let longestFile: Int
        /// The code of what is thrown.
        let code: SimulationLabError.Code
    }

    /// Takes a text.
    init(_ text: String, file: String, _ subject: Subject) {
        self.text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        (self.file, self.subject) = (file, subject)
    }

    /// Reads a file.
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
            throw fault(YAMLFault.lineWithoutUTF8(bytes), "is no text in UTF-8")
        }
        return text
    }

    /// The parsed text; `nil` for an empty one.
    func root() throws(SimulationLabError) -> Node? {
        do {
            return try compose(yaml: text)
        } catch {
            let message = YAMLFault.lines(of: error, in: text, file: file, subject: subject.name)
            throw SimulationLabError(subject.code, message, cause: error)
        }
    }
}
