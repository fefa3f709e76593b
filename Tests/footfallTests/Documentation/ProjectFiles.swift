import Foundation

/// The project's own files, which rows point at; each is read once.
final class ProjectFiles {
    private let read: (String) -> String?
    private var texts: [String: String?] = [:]

    /// Makes it over anything that has files.
    ///
    /// - Parameter read: the text of a path; `nil` where there is no such file.
    init(_ read: @escaping (String) -> String?) { self.read = read }

    /// Makes it over a folder.
    ///
    /// - Parameter root: the folder that paths begin at.
    convenience init(root: URL) { self.init { try? String(contentsOf: root.appending(path: $0), encoding: .utf8) } }

    /// The project's root.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file; `nil` where there is none.
    func text(_ path: String) -> String? {
        if let known = texts[path] { return known }
        let text = read(path)
        texts[path] = .some(text)
        return text
    }

    /// Looks whether a place's text stands in its file.
    ///
    /// - Parameters:
    ///   - place: the place.
    ///   - ignoresComments: whether a line that is only a comment does not count.
    /// - Returns: what is wrong; `nil` where it does.
    func fault(of place: OptionRow.Place, ignoresComments: Bool) -> String? {
        guard let text = text(place.path) else { return "there is no file \(place.path)" }
        guard place.text.count >= (ignoresComments ? 4 : 1) else { return "\(place.path) is named without a text" }
        for line in text.split(separator: "\n") where line.contains(place.text) {
            if ignoresComments, line.drop(while: \.isWhitespace).hasPrefix("//") { continue }
            if Self.hasWhole(place.text, in: line) { return nil }
        }
        return "\(place.path) has no `\(place.text)`"
    }

    /// Whether a text stands in a line and is no part of longer words.
    private static func hasWhole(_ text: String, in line: Substring) -> Bool {
        line.ranges(of: text).contains { range in
            let before = range.lowerBound > line.startIndex ? line[line.index(before: range.lowerBound)] : " "
            let after = range.upperBound < line.endIndex ? line[range.upperBound] : " "
            return !(isOfWord(before) && text.first.map(isOfWord) ?? false)
                && !(isOfWord(after) && text.last.map(isOfWord) ?? false)
        }
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
