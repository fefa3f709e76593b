internal import VisitDrawing

/// A chart of the delays of entries and exits: each set's median and 95th percentile, with their intervals.
struct DelayChart {
    let report: LabReport

    private static let left = 20.0, right = 456.0, top = 30.0
    /// The height of a set in the chart: its name, and a line each for entries and exits.
    private static let step = 66.0

    /// The chart; `nil` where no visit was found.
    var markup: String? {
        let keys = ["entry_told", "exit_told"]
        let rows = keys.compactMap { key in
            report.row("\(key)_median_min").flatMap { median in
                report.row("\(key)_p95_min").map { (median: median.estimates, late: $0.estimates) }
            }
        }
        let values = rows.flatMap { $0.median + $0.late }.compactMap { $0 }.flatMap { [$0.low, $0.value, $0.high] }
        guard !values.isEmpty else { return nil }
        let bottom = Self.top + Self.step * Double(report.sets.count)
        let scale = ChartScale(positive: values.map { max(0, $0) }, from: Self.left, to: Self.right)
        var sketch = SVGSketch(
            id: "delays",
            height: bottom + 46,
            title: "Delays of entries and exits",
            description: report.sets.indices.map { set in
                let words = zip(["entries", "exits"], rows).map { name, row in
                    """
                    \(name) \(Self.words(row.median[set])) at the median, \(Self.words(row.late[set])) at the 95th \
                    percentile
                    """
                }
                return "\(report.sets[set].name): \(words.joined(separator: "; "))"
            }.joined(separator: ". ") + "."
        )
        for tick in scale.ticks {
            let x = scale.place(tick)
            sketch.line(x, Self.top, x, bottom, "grid")
            sketch.text(scale.text(tick), x, bottom + 18, "middle")
        }
        let unit = scale.isLogarithmic ? "minutes, logarithmic scale" : "minutes"
        sketch.text(unit, (Self.left + Self.right) / 2, bottom + 38, "middle strong")
        for set in report.sets.indices {
            let top = Self.top + Self.step * Double(set)
            sketch.text("\(set + 1)  \(report.sets[set].name)", Self.left, top + 16, "start strong halo")
            for (index, row) in rows.enumerated() {
                draw(
                    row.median[set],
                    row.late[set],
                    top + 32 + Double(index) * 18,
                    index == 0 ? "entry" : "exit",
                    scale,
                    &sketch
                )
            }
        }
        return sketch.markup
    }

    private func draw(
        _ median: LabEstimate?,
        _ late: LabEstimate?,
        _ y: Double,
        _ style: String,
        _ scale: ChartScale,
        _ sketch: inout SVGSketch
    ) {
        guard let median, let late else { return sketch.text("no events", Self.left, y + 4, "start quiet") }
        for estimate in [median, late] {
            let (low, high) = (scale.place(estimate.low), scale.place(estimate.high))
            sketch.box(low, y - 6, max(1, high - low), 12, "band \(style)")
        }
        sketch.line(scale.place(median.value), y, scale.place(late.value), y, "bar \(style)")
        sketch.circle(scale.place(median.value), y, 5.5, "dot \(style)")
        sketch.circle(scale.place(late.value), y, 5, "ring \(style)")
    }

    private static func words(_ estimate: LabEstimate?) -> String {
        estimate.map { "\(LabNumber.text($0.value, 1)) min" } ?? "none"
    }
}
