internal import VisitDrawing

/// A chart of the energy by consumer: a stacked bar for each set.
struct EnergyChart {
    let report: LabReport

    private static let left = 20.0, right = 456.0, top = 12.0, step = 48.0

    var markup: String {
        let totals = report.energy.map { $0.values.reduce(0, +) }
        let bottom = Self.top + Self.step * Double(report.sets.count)
        let scale = ChartScale(evenly: 0...max(totals.max() ?? 1, 1), from: Self.left, to: Self.right)
        var sketch = SVGSketch(
            id: "energy",
            height: bottom + 46,
            title: "Energy by component",
            description: report.sets.indices.map { set in
                let parts = Self.parts(of: report.energy[set]).map {
                    "\($0.part.rawValue) \(LabNumber.text($0.joules, 0)) J"
                }
                return "\(report.sets[set].name): \(parts.isEmpty ? "nothing" : parts.joined(separator: ", ")) a day"
            }.joined(separator: ". ") + "."
        )
        for tick in scale.ticks {
            let x = scale.place(tick)
            sketch.line(x, Self.top, x, bottom, "grid")
            sketch.text(scale.text(tick), x, bottom + 18, "middle")
        }
        sketch.text("energy proxy, J a day", (Self.left + Self.right) / 2, bottom + 38, "middle strong")
        for set in report.sets.indices {
            let top = Self.top + Self.step * Double(set)
            sketch.text("\(set + 1)  \(report.sets[set].name)", Self.left, top + 16, "start strong halo")
            var sum = 0.0
            for (part, joules) in Self.parts(of: report.energy[set]) {
                let (first, last) = (scale.place(sum), scale.place(sum + joules))
                sketch.box(first, top + 23, last - first, 16, "part part-\(part)")
                sum += joules
            }
        }
        return sketch.markup
    }

    /// The consumers that used energy, in the order of `EnergyProxy.Part`.
    static func parts(of energy: [EnergyProxy.Part: Double]) -> [(part: EnergyProxy.Part, joules: Double)] {
        EnergyProxy.Part.allCases.compactMap { part in
            energy[part].flatMap { $0 > 0 ? (part: part, joules: $0) : nil }
        }
    }
}
