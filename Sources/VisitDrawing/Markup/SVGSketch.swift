internal import Foundation

/// Builds an SVG drawing; colours come from the page's classes, so that the page decides on dark and light.
package struct SVGSketch {
    /// The usual width of a drawing, in its own units; the page scales it to the screen.
    package static let width = 480.0

    private var body = HTMLText()
    private let height: Double
    private let id: String
    private let title: String
    private let description: String

    /// Begins a drawing; `title` and `description`, the content in words, are for screen readers.
    package init(id: String, height: Double, title: String, description: String) {
        (self.id, self.height, self.title, self.description) = (id, height, title, description)
    }

    package var markup: String {
        var text = HTMLText()
        let size = "\(Self.text(Self.width)) \(Self.text(height))"
        text.element("svg viewBox=\"0 0 \(size)\" role=\"img\" aria-labelledby=\"\(id)-title \(id)-text\"") { svg in
            svg.element("title id=\"\(id)-title\"", title)
            svg.element("desc id=\"\(id)-text\"", description)
            svg.raw(body.text)
        }
        return text.text
    }

    package mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        let ends = "x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" y2=\"\(Self.text(y2))\""
        body.raw("<line class=\"\(style)\" \(ends)/>\n")
    }

    package mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String, title: String? = nil) {
        let place = "cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\""
        shape("circle class=\"\(style)\" \(place)", title)
    }

    package mutating func box(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ style: String,
        title: String? = nil
    ) {
        let place = "x=\"\(Self.text(x))\" y=\"\(Self.text(y))\""
        let size = "width=\"\(Self.text(max(0, width)))\" height=\"\(Self.text(max(0, height)))\""
        shape("rect class=\"\(style)\" \(place) \(size)", title)
    }

    /// Draws lines through points, each list one; `isClosed` makes them polygons, with holes where one is inside another.
    package mutating func path(
        _ lines: [[(x: Double, y: Double)]],
        _ style: String,
        isClosed: Bool = false,
        strokeWidth: Double? = nil,
        title: String? = nil
    ) {
        var data = ""
        for line in lines where !line.isEmpty {
            for (index, point) in line.enumerated() {
                data += "\(index == 0 ? "M" : "L")\(Self.text(point.x)) \(Self.text(point.y))"
            }
            if isClosed { data += "Z" }
        }
        guard !data.isEmpty else { return }
        let width = strokeWidth.map { " stroke-width=\"\(Self.text($0))\"" } ?? ""
        shape("path class=\"\(style)\"\(width) fill-rule=\"evenodd\" d=\"\(data)\"", title)
    }

    /// Draws text, escaped, from its anchor and baseline; one of the classes `start`, `middle` and `end` sets the
    /// anchor.
    package mutating func text(_ words: String, _ x: Double, _ y: Double, _ style: String = "start") {
        body.element("text class=\"\(style)\" x=\"\(Self.text(x))\" y=\"\(Self.text(y))\"", words)
    }

    /// A number to a tenth of a unit.
    package static func text(_ value: Double) -> String { String(format: "%.1f", value) }

    /// Appends a shape, with a title that browsers show where the pointer rests.
    private mutating func shape(_ tag: String, _ title: String?) {
        guard let title else { return body.raw("<\(tag)/>\n") }
        let name = tag.prefix { $0 != " " }
        body.raw("<\(tag)><title>\(HTMLText.escaped(title))</title></\(name)>\n")
    }
}
