/// Builds an SVG chart; colours come from the page's classes, so that the page decides on dark and light.
struct ChartSketch {
    /// The width of every chart, in its own units; the page scales it to the screen.
    static let width = 480.0

    private var body = HTMLText()
    private let height: Double
    private let id: String
    private let title: String
    private let description: String

    /// Begins a chart; `title` and `description`, the numbers in words, are for screen readers.
    init(id: String, height: Double, title: String, description: String) {
        (self.id, self.height, self.title, self.description) = (id, height, title, description)
    }

    var markup: String {
        var text = HTMLText()
        let size = "\(Self.text(Self.width)) \(Self.text(height))"
        text.element("svg viewBox=\"0 0 \(size)\" role=\"img\" aria-labelledby=\"\(id)-title \(id)-text\"") { svg in
            svg.element("title id=\"\(id)-title\"", title)
            svg.element("desc id=\"\(id)-text\"", description)
            svg.raw(body.text)
        }
        return text.text
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        let ends = "x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" y2=\"\(Self.text(y2))\""
        body.raw("<line class=\"\(style)\" \(ends)/>\n")
    }

    mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String) {
        let place = "cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"\(Self.text(radius))\""
        body.raw("<circle class=\"\(style)\" \(place)/>\n")
    }

    mutating func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String) {
        let place = "x=\"\(Self.text(x))\" y=\"\(Self.text(y))\""
        let size = "width=\"\(Self.text(max(0, width)))\" height=\"\(Self.text(max(0, height)))\""
        body.raw("<rect class=\"\(style)\" \(place) \(size)/>\n")
    }

    /// Draws text, escaped, from its anchor and baseline; one of the classes `start`, `middle` and `end` sets the
    /// anchor.
    mutating func text(_ words: String, _ x: Double, _ y: Double, _ style: String = "start") {
        body.element("text class=\"\(style)\" x=\"\(Self.text(x))\" y=\"\(Self.text(y))\"", words)
    }

    /// A number to a tenth of a unit.
    private static func text(_ value: Double) -> String { LabNumber.text(value, 1) }
}
