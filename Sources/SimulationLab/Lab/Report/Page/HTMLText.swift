/// HTML while it is put together: tags are written as they are, texts are escaped.
struct HTMLText {
    private(set) var text = ""

    /// Writes markup.
    mutating func raw(_ markup: String) { text += markup }

    /// Writes an element with a text in it.
    ///
    /// - Parameters:
    ///   - tag: its name with its attributes: `p class="note"`.
    ///   - content: any text.
    mutating func element(_ tag: String, _ content: String) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\(Self.escaped(content))</\(name)>\n"
    }

    /// Writes an element with other elements in it.
    mutating func element(_ tag: String, _ content: (inout HTMLText) -> Void) {
        let name = tag.prefix { $0 != " " }
        text += "<\(tag)>\n"
        content(&self)
        text += "</\(name)>\n"
    }

    /// A text that is no markup, in elements and in attributes with quotes.
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
