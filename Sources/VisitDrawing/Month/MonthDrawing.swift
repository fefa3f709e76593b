package import MonthReports
internal import VisitModel

/// The busiest places and hours of a month: bars, and a heat map of the week.
package enum MonthDrawing {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The most bars.
    private static let barLimit = 12

    /// Draws the subjects with the most visits as bars; empty where none has a visit.
    package static func bars(_ rows: [MonthReport.Row], of key: ReportKey) -> String {
        let most = rows.filter { $0.figures.visits > 0 }.sorted { one, other in
            (other.figures.visits, one.subject.words) < (one.figures.visits, other.subject.words)
        }.prefix(barLimit)
        guard let top = most.first?.figures.visits else { return "" }
        let (rowHeight, left, right) = (22.0, 190.0, 44.0)
        var sketch = SVGSketch(
            id: "busiest-\(key.rawValue)",
            height: Double(most.count) * rowHeight + 4,
            title: "Most visits",
            description: most.map { "\($0.subject.words): \($0.figures.visits)" }.joined(separator: "; ")
        )
        for (index, row) in most.enumerated() {
            let (y, visits) = (Double(index) * rowHeight + 2, row.figures.visits)
            let length = (SVGSketch.width - left - right) * Double(visits) / Double(top)
            sketch.text(shortened(row.subject.words), left - 8, y + 15, "end")
            sketch.box(left, y + 3, length, rowHeight - 6, "bar", title: "\(row.subject.words): \(visits)")
            sketch.text("\(visits)", left + length + 5, y + 15)
        }
        return sketch.markup
    }

    /// Draws the visits by weekday and hour; empty where there is none.
    package static func hours(_ hours: BusyHours) -> String {
        guard hours.most > 0 else { return "" }
        let (left, top, cell) = (34.0, 18.0, 18.5)
        var sketch = SVGSketch(
            id: "busiest-hours",
            height: top + 7 * cell + 6,
            title: "Visits by weekday and hour of entry",
            description: busiest(hours)
        )
        for hour in stride(from: 0, to: 24, by: 3) {
            sketch.text("\(hour)", left + Double(hour) * cell + cell / 2, 12, "middle quiet")
        }
        for (day, row) in hours.visits.enumerated() {
            let y = top + Double(day) * cell
            sketch.text(weekdays[day], left - 6, y + 13, "end quiet")
            for (hour, visits) in row.enumerated() {
                // Of five steps, so that few visits differ from none.
                let step = visits == 0 ? 0 : 1 + min(4, visits * 5 / (hours.most + 1))
                sketch.box(
                    left + Double(hour) * cell,
                    y,
                    cell - 1.5,
                    cell - 1.5,
                    "heat h\(step)",
                    title: visits == 0 ? nil : "\(weekdays[day]) \(hour):00 to \(hour + 1):00: \(visits)"
                )
            }
        }
        return sketch.markup
    }

    /// In words: the three busiest hours of the week.
    private static func busiest(_ hours: BusyHours) -> String {
        let all = hours.visits.enumerated().flatMap { day, row in
            row.enumerated().map { (visits: $0.element, words: "\(weekdays[day]) \($0.offset):00: \($0.element)") }
        }
        let top = all.filter { $0.visits > 0 }.sorted { $0.visits > $1.visits }.prefix(3)
        return "The busiest hours: \(top.map(\.words).joined(separator: "; "))"
    }

    private static func shortened(_ name: String) -> String {
        name.count <= 24 ? name : name.prefix(23) + "…"
    }
}
