internal import VisitDrawing
internal import VisitModel

/// A chart of visits found against energy, with the intervals of both.
struct TradeOffChart {
    let report: LabReport

    private static let height = 330.0
    private static let left = 52.0, right = 462.0, top = 18.0, bottom = 272.0

    /// The chart; `nil` where there were no true visits.
    var markup: String? {
        guard let found = report.row(LabMetric.found.key)?.estimates,
            let energy = report.row(LabMetric.energy.key)?.estimates
        else { return nil }
        let points = report.sets.indices.compactMap { set in
            found[set].flatMap { found in energy[set].map { (set: set, found: found, energy: $0) } }
        }
        guard let lowest = points.map(\.found.low).min() else { return nil }
        let vertical = ChartScale(evenly: min(lowest, 95)...100, from: Self.bottom, to: Self.top)
        let horizontal = ChartScale(
            positive: points.flatMap { [$0.energy.low, $0.energy.value, $0.energy.high] },
            from: Self.left,
            to: Self.right
        )
        var sketch = SVGSketch(
            id: "trade-off",
            height: Self.height,
            title: "Visits found against energy",
            description: points.map { point in
                "\(report.sets[point.set].name): \(LabNumber.text(point.found.value, 1)) % found for "
                    + "\(LabNumber.text(point.energy.value, 0)) J a day"
            }.joined(separator: "; ") + "."
        )
        drawFrame(&sketch, horizontal, vertical)
        for point in points {
            let (x, y) = (horizontal.place(point.energy.value), vertical.place(point.found.value))
            sketch.line(x, vertical.place(point.found.low), x, vertical.place(point.found.high), "range")
            sketch.line(horizontal.place(point.energy.low), y, horizontal.place(point.energy.high), y, "range")
        }
        let places = points.map { point in
            MarkLabels.Place(x: horizontal.place(point.energy.value), y: vertical.place(point.found.value))
        }
        for (point, place) in zip(points, places) {
            if report.sets[point.set].platform == .ios {
                sketch.circle(place.x, place.y, 5.5, "mark")
            } else {
                sketch.box(place.x - 5, place.y - 5, 10, 10, "mark")
            }
        }
        // Labels are drawn last, so that nothing hides them.
        let frame = (x: Self.left + 8...Self.right - 8, y: Self.top + 2...Self.bottom - 22)
        for ((point, place), label) in zip(zip(points, places), MarkLabels.places(beside: places, in: frame)) {
            sketch.line(place.x, place.y, label.x, label.y, "leader")
            sketch.text("\(point.set + 1)", label.x, label.y + 4.5, "middle strong halo")
        }
        return sketch.markup
    }

    private func drawFrame(_ sketch: inout SVGSketch, _ horizontal: ChartScale, _ vertical: ChartScale) {
        for tick in vertical.ticks where tick <= 100 {
            let y = vertical.place(tick)
            sketch.line(Self.left, y, Self.right, y, "grid")
            sketch.text("\(vertical.text(tick)) %", Self.left - 6, y + 4.5, "end")
        }
        for tick in horizontal.ticks {
            let x = horizontal.place(tick)
            sketch.line(x, Self.top, x, Self.bottom, "grid")
            sketch.text(horizontal.text(tick), x, Self.bottom + 18, "middle")
        }
        let unit =
            horizontal.isLogarithmic
            ? "energy proxy, J a day, logarithmic scale" : "energy proxy, J a day"
        sketch.text(unit, (Self.left + Self.right) / 2, Self.bottom + 40, "middle strong")
        sketch.text("better: up and to the left", Self.right - 6, Self.bottom - 8, "end quiet halo")
    }
}

/// Places the labels of a chart's marks so that none hides another.
enum MarkLabels {
    struct Place: Hashable {
        let x, y: Double

        func distance(to other: Place) -> Double {
            let (x, y) = (other.x - x, other.y - y)
            return (x * x + y * y).squareRoot()
        }
    }

    /// Finds a place beside each mark, in the order of the marks; where none is free, the last candidate.
    static func places(
        beside marks: [Place],
        in frame: (x: ClosedRange<Double>, y: ClosedRange<Double>)
    ) -> [Place] {
        var taken: [Place] = []
        for mark in marks {
            let candidates = offsets.map { Place(x: mark.x + $0.x, y: mark.y + $0.y) }
                .filter { frame.x.contains($0.x) && frame.y.contains($0.y) }
            let free = candidates.first { candidate in
                taken.allSatisfy { $0.distance(to: candidate) > 17 }
                    && marks.allSatisfy { $0.distance(to: candidate) > 12 }
            }
            taken.append(free ?? candidates.last ?? mark)
        }
        return taken
    }

    /// The offsets of the candidates from a mark, near ones first.
    private static let offsets: [Place] = [16.0, 34, 52, 70].flatMap { far -> [Place] in
        let near = far * 0.71
        return [
            Place(x: near, y: -near), Place(x: far, y: 0), Place(x: -far, y: 0), Place(x: 0, y: far),
            Place(x: 0, y: -far),
            Place(x: near, y: near), Place(x: -near, y: -near), Place(x: -near, y: near),
        ]
    }
}
