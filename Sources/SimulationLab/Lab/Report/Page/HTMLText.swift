/// Builds HTML: tags are written as they are, text is escaped.
struct HTMLText {
    private(set) var text = ""

    /// Appends markup.
    mutating func raw(_ markup: String) { text += markup }

    /// Appends an element with text.
    ///
    /// - Parameters:
    ///   - tag: the tag name with its attributes: `p class="note"`.
    ///   - content: any text; escaped.
    mutating func element(_ tag: String, _ content: String) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\(Self.escaped(content))</\(name)>\n"
    }

    /// Appends an element with child elements.
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
