/// The page `docs/options.md`, generated from the rows.
struct OptionsPage {
    /// The documents and their rows, in the order of the page.
    let sections: [(document: OptionDocument, rows: [OptionRow])]

    /// The whole page, in Markdown.
    var text: String {
        ([opening] + sections.map(section)).joined(separator: "\n")
    }

    private var opening: String {
        let contents = sections.map { document, rows in
            "| [\(document.title)](#\(Self.anchor(document.title))) | \(rows.count) | \(document.about) |"
        }
        return """
            # Every option, and who answers it

            Footfall takes five documents of today's SDKs as what it has to do. This page has each option, method, event, rule
            and warning that they name: what Footfall does with it, where, and which test fails when it no longer does.

            | document | rows | what it is |
            |---|---|---|
            \(contents.joined(separator: "\n"))

            How to read a row:

            - **line** is the line of the document on which the item stands.
            - **Footfall** is what Footfall does: with the number where there is one, and with the reason where it decides
              otherwise than the document.
            - **where** leads to the file; the words are the symbol to look for in it.
            - **tested by** leads to the file of the test; the words are its name, or the row of its table.

            The page is made from the files under [options/](options/), a row a line. `swift test --filter OptionsTable` checks
            that every file, symbol and test exists, and, with `FOOTFALL_RECORD_GOLDEN=1`, rewrites the page.

            """
    }

    private func section(_ document: OptionDocument, _ rows: [OptionRow]) -> String {
        var lines = ["## \(document.title)", "", document.about, ""]
        var group: String?
        for row in rows {
            if row.group != group {
                if group != nil { lines.append("") }
                group = row.group
                lines += [
                    "### \(row.group)", "", "| line | item | Footfall | where | tested by |", "|---|---|---|---|---|",
                ]
            }
            let places = [
                row.implemented.map { Self.link(Self.code($0.text), to: $0.path) },
                row.tested.map { Self.link(Self.plain($0.text), to: $0.path) },
            ]
            let cells =
                [row.line, Self.cell(row.item), Self.cell(row.does)] + places.map { $0.joined(separator: "<br>") }
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A link from the page, which is in `docs`.
    private static func link(_ words: String, to path: String) -> String {
        let target = path.hasPrefix("docs/") ? String(path.dropFirst(5)) : "../\(path)"
        return "[\(words)](\(target))"
    }

    /// Text shown literally: as code, or escaped where a back quote prevents code.
    private static func code(_ text: String) -> String {
        text.contains("`") ? plain(text) : "`\(text.replacing("|", with: "\\|"))`"
    }

    /// Text with all special characters escaped.
    private static func plain(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "\\`*_[]<>|#".contains(character) { result.append("\\") }
            result.append(character)
        }
    }

    /// Text of a table cell, with code between back quotes and all other special characters escaped.
    private static func cell(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? plain(String($0.element)) : "`\($0.element)`" }.joined()
    }

    /// The anchor that GitHub generates for a heading.
    private static func anchor(_ title: String) -> String {
        title.lowercased().replacing(" ", with: "-")
    }
}
