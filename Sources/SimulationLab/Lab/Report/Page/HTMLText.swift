/// Builds HTML: tags are written as they are, text is escaped.
struct HTMLText {
    private(set) var text = ""

    mutating func raw(_ markup: String) { text += markup }

    /// Appends an element with text, which is escaped; `tag` has the name with its attributes: `p class="note"`.
    mutating func element(_ tag: String, _ content: String) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\(Self.escaped(content))</\(name)>\n"
    }

    mutating func element(_ tag: String, _ content: (inout HTMLText) -> Void) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\n"
        content(&self)
        text += "</\(name)>\n"
    }

    /// Text escaped for elements and for quoted attributes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
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
