/// The style sheet of drawings.
package enum DrawingStyle {
    /// UTF-8; its colours follow the reader's dark or light mode.
    package static let sheet: [UInt8] = PackageResources.drawing_css
    fileprivate static let page: [UInt8] = PackageResources.page_css
}

/// A self-contained page with drawings: no script, nothing loaded, so that it can be mailed and printed.
package enum DrawingPage {
    /// `body` appends what follows the heading.
    package static func html(title: String, _ body: (inout HTMLText) -> Void) -> String {
        var text = HTMLText()
        text.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        text.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        text.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        text.element("title", title)
        text.raw("<style>\n\(String(decoding: DrawingStyle.page + DrawingStyle.sheet, as: UTF8.self))</style>\n")
        text.raw("</head>\n<body>\n<main>\n")
        text.element("h1", title)
        body(&text)
        text.raw("</main>\n</body>\n</html>\n")
        return text.text
    }
}
