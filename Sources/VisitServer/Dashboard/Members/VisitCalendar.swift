internal import VisitModel

/// The visits of a month in weeks that begin on Monday.
struct VisitCalendar: Sendable {
    let weeks: [Week]
    /// In words, for screen readers.
    let summary: String

    struct Week: Sendable {
        let days: [Day]
    }

    /// Without a number where the day is of another month.
    struct Day: Sendable {
        let number: String
        let style: String
        /// `nil` for no counted visit.
        let counted: String?
        /// The number of other visits; `nil` for none.
        let others: String?
    }

    init(_ month: Month, _ visits: [Visit], today: CivilDate) {
        let byDay = Dictionary(grouping: visits, by: \.localDate)
        // 1970-01-01 was a Thursday, three days after a Monday.
        let first = CivilDate(year: month.year, month: month.month, day: 1)?.daysSince1970 ?? 0
        let lead = ((first + 3) % 7 + 7) % 7
        let cells = (0..<((lead + month.length + 6) / 7 * 7)).map { cell -> Day in
            let number = cell - lead + 1
            guard (1...month.length).contains(number) else {
                return Day(number: "", style: "out", counted: nil, others: nil)
            }
            let date = CivilDate(daysSince1970: first + number - 1)
            let found = byDay[date] ?? []
            let (counted, all) = (found.count(where: \.isCounted), found.count)
            let styles = [counted > 0 ? "visited" : nil, date == today ? "today" : nil].compactMap(\.self)
            return Day(
                number: "\(number)",
                style: styles.joined(separator: " "),
                counted: counted > 0 ? PageNumber.text(counted, "visit", "visits") : nil,
                others: all > counted ? PageNumber.text(all - counted) : nil
            )
        }
        weeks = stride(from: 0, to: cells.count, by: 7).map { Week(days: Array(cells[$0..<$0 + 7])) }
        let counted = visits.filter(\.isCounted)
        let days = Set(counted.map(\.localDate)).count
        summary =
            "\(PageNumber.text(counted.count, "visit counts", "visits count")) on \(PageNumber.text(days, "day", "days"))"
    }
}
