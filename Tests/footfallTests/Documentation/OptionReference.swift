import Foundation

/// The list of every item of the documents, from which the rows were taken; it lies beside the project.
struct OptionReference: Sendable {
    /// An item, `L62` and what it is about.
    struct Item: Hashable, Sendable {
        let line: String
        let item: String

        /// Whether a row answers it: its own words, or other words for the `…` that they begin with.
        func isAnswered(by row: OptionRow) -> Bool {
            guard line == row.line else { return false }
            return item == row.item || item.hasPrefix("… ") && row.item.hasSuffix(item.dropFirst(2))
        }
    }

    /// Where the list is; `nil` where it is not.
    static let url: URL? = {
        let named = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"].map { URL(filePath: $0) }
        let data = named ?? ProjectFiles.root.appending(path: "../shared/data")
        let url = data.appending(path: "../reference/seed-features.md").standardizedFileURL
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }()

    /// The items of each document, by its number.
    let items: [Substring: [Item]]

    /// Reads the list.
    ///
    /// - Parameter text: Markdown, with a heading `## Seed 000` and a table for each document.
    init(reading text: String) {
        var number: Substring?
        var items: [Substring: [Item]] = [:]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { number = line.hasPrefix("## Seed ") ? line.suffix(3) : nil }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let number, cells.count >= 2, cells[0].first == "L", Int(cells[0].dropFirst()) != nil else {
                continue
            }
            items[number, default: []].append(Item(line: cells[0], item: cells[1]))
        }
        self.items = items
    }
}
