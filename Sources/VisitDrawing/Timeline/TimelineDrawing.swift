internal import Foundation
package import VisitModel

/// Lanes along one axis of time, with spans and marks: an SVG without a script.
///
/// A value: what it shows is decided where it is made. It knows no visit, phone or scenario.
package struct TimelineDrawing: Sendable {
    private let id: String
    private let title: String
    private let span: ClosedRange<Timestamp>
    private let clock: LocalTime
    private let lanes: [Lane]
    private let lines: [Mark]

    package struct Lane: Sendable {
        package let name: String
        package let spans: [Span]
        package let marks: [Mark]

        package init(_ name: String, spans: [Span] = [], marks: [Mark] = []) {
            (self.name, self.spans, self.marks) = (name, spans, marks)
        }
    }

    package struct Span: Sendable {
        package let start: Timestamp
        package let end: Timestamp
        package let style: Style
        /// What it is, in words.
        package let title: String

        package init(_ style: Style, from start: Timestamp, to end: Timestamp, _ title: String) {
            (self.style, self.start, self.end, self.title) = (style, start, end, title)
        }

        /// Its appearance; the raw value is the class in the style sheet.
        package enum Style: String, Sendable, CaseIterable {
            case visit, uncounted, bounds, proven, bridged, absent, truth
        }
    }

    package struct Mark: Sendable {
        package let time: Timestamp
        package let style: Style
        /// What it is, in words.
        package let title: String

        package init(_ style: Style, at time: Timestamp, _ title: String) {
            (self.style, self.time, self.title) = (style, time, title)
        }

        /// Its appearance; the raw value is the class in the style sheet.
        package enum Style: String, Sendable, CaseIterable {
            /// Fixes.
            case inside, edge, outside, coarse, ignored
            /// Reports and events.
            case heartbeat, transition, change, entered, dwell, exited, problem
            /// The time at which the dwell threshold is reached.
            case threshold
        }
    }

    /// `lines` go through all lanes; `id` is unique in the page.
    package init(
        id: String,
        title: String,
        span: ClosedRange<Timestamp>,
        zone: TimeZoneName,
        lanes: [Lane],
        lines: [Mark] = []
    ) {
        self.id = id
        self.title = title
        self.span = span
        self.clock = LocalTime(zone)
        self.lanes = lanes
        self.lines = lines
    }

    private static let (left, right, top) = (8.0, 472.0, 4.0)
    /// The height of a lane: its name, and its content.
    private static let (nameHeight, laneHeight) = (18.0, 22.0)
    /// The most marks of one lane; further ones would cover each other.
    private static let markLimit = 250

    package var markup: String {
        let bottom = Self.top + (Self.nameHeight + Self.laneHeight) * Double(lanes.count) + 6
        var sketch = SVGSketch(id: id, height: bottom + 20, title: title, description: description)
        for tick in clock.ticks(in: span, count: 6) {
            sketch.line(x(tick.time), Self.top, x(tick.time), bottom, "grid")
            let anchor = x(tick.time) < 30 ? "start" : x(tick.time) > Self.right - 22 ? "end" : "middle"
            sketch.text(tick.label, x(tick.time), bottom + 15, "\(anchor) quiet")
        }
        for (index, lane) in lanes.enumerated() {
            let y = Self.top + (Self.nameHeight + Self.laneHeight) * Double(index)
            sketch.text(lane.name, Self.left, y + 13, "start halo")
            draw(lane, y + Self.nameHeight, &sketch)
        }
        for line in lines where span.contains(line.time) {
            sketch.path(
                [[(x(line.time), Self.top + Self.nameHeight), (x(line.time), bottom)]],
                "line \(line.style.rawValue)",
                title: line.title
            )
        }
        return sketch.markup
    }

    private func draw(_ lane: Lane, _ y: Double, _ sketch: inout SVGSketch) {
        let middle = y + Self.laneHeight / 2
        sketch.line(Self.left, middle, Self.right, middle, "axis")
        for part in lane.spans {
            let (start, end) = (max(part.start, span.lowerBound), min(part.end, span.upperBound))
            guard start <= end else { continue }
            let inset = part.style == .bounds ? 7.0 : 3.0
            sketch.box(
                x(start),
                y + inset,
                max(1, x(end) - x(start)),
                Self.laneHeight - 2 * inset,
                "span \(part.style.rawValue)",
                title: part.title
            )
        }
        let marks = lane.marks.filter { span.contains($0.time) }
        for mark in marks.thinned(to: Self.markLimit, by: \.style) { draw(mark, middle, &sketch) }
    }

    private func draw(_ mark: Mark, _ y: Double, _ sketch: inout SVGSketch) {
        let x = x(mark.time)
        let shape: [[(x: Double, y: Double)]]
        switch mark.style {
        case .inside: shape = [[(x, y - 8), (x, y + 8)]]
        case .edge, .outside, .coarse: shape = [[(x, y), (x, y + 8)]]
        case .ignored: shape = [[(x - 4, y - 4), (x + 4, y + 4)], [(x - 4, y + 4), (x + 4, y - 4)]]
        case .heartbeat: shape = [[(x - 4, y + 4), (x, y - 4), (x + 4, y + 4), (x - 4, y + 4)]]
        case .threshold: shape = [[(x, y - 11), (x, y + 11)]]
        case .transition, .change, .entered, .dwell, .exited, .problem:
            shape = [[(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y), (x, y - 6)]]
        }
        sketch.path(shape, "mark \(mark.style.rawValue)", title: mark.title)
    }

    private func x(_ time: Timestamp) -> Double {
        let seconds = max(1, span.lowerBound.seconds(to: span.upperBound))
        let share = span.lowerBound.seconds(to: time) / seconds
        return Self.left + (Self.right - Self.left) * min(max(share, 0), 1)
    }

    /// The spans in words, and how many marks there are of each kind.
    private var description: String {
        let parts = lanes.compactMap { lane -> String? in
            let spans = lane.spans.prefix(12).map(\.title)
            let counts = Dictionary(grouping: lane.marks, by: \.style).sorted { $0.key.rawValue < $1.key.rawValue }
                .map { "\($0.value.count) \($0.key.rawValue)" }
            let words = spans + counts
            return words.isEmpty ? nil : "\(lane.name): \(words.joined(separator: ", "))"
        }
        return "From \(clock.moment(span.lowerBound)) to \(clock.moment(span.upperBound)). "
            + parts.joined(separator: ". ") + "."
    }
}
