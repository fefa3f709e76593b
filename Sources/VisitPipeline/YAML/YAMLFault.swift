internal import Foundation
internal import Yams

/// Formats the errors of YAML files, of policies as of scenarios, as lines `file:line: key: …`.
package enum YAMLFault {
    /// The lines of a parser's error: one line, or one for each duplicate key.
    ///
    /// `subject` is what the text should be, in place of a key: `scenario`.
    package static func lines(of error: any Error, in text: String, file: String, subject: String) -> String {
        func said(_ line: Int, _ problem: String) -> String { "\(file):\(line): \(subject): is not YAML: \(problem)" }
        switch error {
        case YamlError.scanner(let context, let problem, let mark, _),
            YamlError.parser(let context, let problem, let mark, _),
            YamlError.composer(let context, let problem, let mark, _):
            return said(mark.line, "\(words(problem, after: context?.text)) in column \(mark.column)")
        case YamlError.reader(let problem, let offset, _, _):
            let line = text.utf8.prefix(offset ?? 0).count { $0 == UInt8(ascii: "\n") } + 1
            return said(line, oneLine(problem).trimmingCharacters(in: .whitespaces))
        case YamlError.duplicatedKeysInMapping(let duplicates, let context):
            let places = DuplicateKey(text, line: context.mark.line, column: context.mark.column)
            return duplicates.sorted().map { key in
                "\(file):\(places.line(of: key)): \(oneLine(places.path + key)): occurs twice, expected once"
            }.joined(separator: "\n")
        default: return said(1, oneLine("\(error)"))
        }
    }

    private static func words(_ problem: String, after context: String?) -> String {
        // The library's message names its own call here.
        if problem.lowercased().contains("nesting level") { return "it is nested too deeply" }
        // The message is half a sentence that the context begins.
        guard problem.hasPrefix("but "), let context else { return oneLine(problem) }
        return oneLine("\(context.trimmingCharacters(in: .whitespacesAndNewlines)) \(problem)")
    }

    /// The line of the first bytes that are not valid UTF-8, from 1.
    package static func lineWithoutUTF8(_ bytes: some Collection<UInt8>) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    /// A text with control characters replaced by spaces.
    package static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }
}

/// Finds the second occurrence of a key in a mapping by the text alone, because the parser only reports where the
/// mapping begins.
struct DuplicateKey {
    private let lines: [Substring]
    /// The line where the mapping begins, from 0.
    private let start: Int
    private let indent: Int

    /// Creates a search from the mapping's position; `line` and `column` are counted from 1.
    init(_ text: String, line: Int, column: Int) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        start = max(0, min(line, lines.count) - 1)
        indent = max(0, column - 1)
    }

    /// The line of the second occurrence, from 1; the mapping's own line for a mapping on one line.
    func line(of key: String) -> Int {
        var found = 0
        for index in start..<lines.count {
            let line = lines[index]
            let own = Self.indent(of: line)
            if index > start, own < indent, own < line.count { break }
            guard index == start || own == indent, Self.key(line.dropFirst(indent)) == key else { continue }
            found += 1
            if found == 2 { return index + 1 }
        }
        return start + 1
    }

    /// The path of the enclosing keys, each followed by a dot.
    var path: String {
        var path = ""
        var limit = indent
        for index in stride(from: start, through: 0, by: -1) {
            let line = lines[index]
            let own = Self.indent(of: line)
            guard own < limit, own < line.count else { continue }
            if let key = Self.key(line.dropFirst(own)) {
                path = "\(key).\(path)"
                limit = own
            } else if line.dropFirst(own).first != "-" {
                return path
            }
        }
        return path
    }

    private static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    private static func key(_ line: Substring) -> String? {
        guard let colon = line.firstIndex(of: ":"), line.first != "-", line.first != "{", line.first != "#" else {
            return nil
        }
        return String(line[..<colon].filter { $0 != "\"" && $0 != "'" }).trimmingCharacters(in: .whitespaces)
    }
}
