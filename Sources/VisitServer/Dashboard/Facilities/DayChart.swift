internal import Foundation
internal import VisitModel
internal import VisitStore

/// The visits of a month by day, as a chart and as a table.
struct DayChart: Sendable {
    /// In the drawing's own units.
    private static let (dayWidth, plotHeight, left, top) = (12.0, 96.0, 24.0, 8.0)

    let width: String
    let height: String
    let right: String
    let left: String
    let labelY: String
    let bars: [Bar]
    let lines: [Line]
    let labels: [Label]
    let days: [Day]
    let summary: String
    let isEmpty: Bool

    struct Bar: Sendable {
        let x: String
        let y: String
        let width: String
        let height: String
        let style: String
        let title: String
        /// The list of the day's visits.
        let address: String
    }

    /// A grid line with its number of visits.
    struct Line: Sendable {
        let y: String
        let textY: String
        let text: String
    }

    /// Below the bar of a day.
    struct Label: Sendable {
        let x: String
        let text: String
    }

    /// A row of the table.
    struct Day: Sendable {
        let date: String
        /// The list of the day's visits.
        let address: String
        let counted: String
        let others: String
    }

    /// `address` is the list of a day's visits.
    init(_ month: Month, _ tallies: [DayTally], address: (CivilDate) -> String) {
        let most = Self.rounded(tallies.map { $0.counted + $0.others }.max() ?? 0)
        func y(_ visits: Int) -> Double {
            Self.top + Self.plotHeight * (1 - Double(visits) / Double(most))
        }
        func x(_ day: Int) -> Double { Self.left + Double(day - 1) * Self.dayWidth }
        let span = Self.dayWidth * Double(month.length)
        width = Self.text(Self.left + span)
        right = width
        left = Self.text(Self.left)
        height = Self.text(Self.top + Self.plotHeight + 18)
        labelY = Self.text(Self.top + Self.plotHeight + 13)
        bars = tallies.flatMap { tally -> [Bar] in
            let title = "\(PageClock.text(tally.date)): \(Self.words(tally))"
            let pieces = [("counted", 0, tally.counted), ("other", tally.counted, tally.counted + tally.others)]
            return pieces.filter { $0.1 < $0.2 }.map { style, low, high in
                Bar(
                    x: Self.text(x(tally.date.day) + 1.5),
                    y: Self.text(y(high)),
                    width: Self.text(Self.dayWidth - 3),
                    height: Self.text(y(low) - y(high)),
                    style: style,
                    title: title,
                    address: address(tally.date)
                )
            }
        }
        lines = Set([0, most / 2, most]).sorted().map {
            Line(y: Self.text(y($0)), textY: Self.text(y($0) + 4), text: PageNumber.text($0))
        }
        labels = [1, 5, 10, 15, 20, 25, 30].filter { $0 <= month.length }.map {
            Label(x: Self.text(x($0) + Self.dayWidth / 2), text: "\($0)")
        }
        days = tallies.map {
            Day(
                date: PageClock.text($0.date),
                address: address($0.date),
                counted: PageNumber.text($0.counted),
                others: PageNumber.text($0.others)
            )
        }
        let counted = tallies.reduce(0) { $0 + $1.counted }
        summary =
            "\(PageNumber.text(counted, "visit counts", "visits count")) on "
            + PageNumber.text(tallies.filter { $0.counted > 0 }.count, "day", "days")
        isEmpty = tallies.isEmpty
    }

    private static func words(_ tally: DayTally) -> String {
        let counted = PageNumber.text(tally.counted, "visit counts", "visits count")
        return tally.others == 0 ? counted : "\(counted), \(PageNumber.text(tally.others)) not"
    }

    /// A round number that halves evenly.
    private static func rounded(_ most: Int) -> Int {
        var scale = 2
        while scale < most { scale = String(scale).hasPrefix("4") ? scale / 4 * 10 : scale * 2 }
        return scale
    }

    private static func text(_ number: Double) -> String {
        String(format: "%.1f", number)
    }
}
