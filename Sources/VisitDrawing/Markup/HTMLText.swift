internal import VisitModel

/// Builds HTML: tags are written as they are, text is escaped.
package struct HTMLText {
    package private(set) var text = ""

    package init() {}

    package mutating func raw(_ markup: String) { text += markup }

    /// Appends an element with text, which is escaped; `tag` has the name with its attributes: `p class="note"`.
    package mutating func element(_ tag: String, _ content: String) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\(Self.escaped(content))</\(name)>\n"
    }

    package mutating func element(_ tag: String, _ content: (inout HTMLText) -> Void) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\n"
        content(&self)
        text += "</\(name)>\n"
    }

    /// Appends a table whose cells are text; the titles are its head.
    package mutating func table(_ titles: [String], _ rows: [[String]]) {
        element("div class=\"scroll\"") { frame in
            frame.element("table") { table in
                table.element("thead") { head in
                    head.element("tr") { row in for title in titles { row.element("th scope=\"col\"", title) } }
                }
                table.element("tbody") { body in
                    for cells in rows { body.element("tr") { row in for cell in cells { row.element("td", cell) } } }
                }
            }
        }
    }

    /// Text escaped for elements and for quoted attributes, with hidden characters made visible.
    package static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in HiddenCharacters.shown(in: text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
