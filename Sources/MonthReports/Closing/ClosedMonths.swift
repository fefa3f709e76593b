package import VisitModel

package struct ClosedMonth: Hashable, Sendable {
    package let month: Month
    package let closedAt: Timestamp
    package let author: ReportAuthor

    package init(_ month: Month, closedAt: Timestamp, author: ReportAuthor) {
        self.month = month
        self.closedAt = closedAt
        self.author = author
    }
}

/// The months whose files no longer change; each follows the one before.
package struct ClosedMonths: Hashable, Sendable {
    /// In order.
    package let months: [ClosedMonth]

    package init(_ months: [ClosedMonth]) { self.months = months.sorted { $0.month < $1.month } }

    package subscript(_ month: Month) -> ClosedMonth? { months.first { $0.month == month } }

    /// The month after the last one, whose file has the adjustments; `nil` while none is closed.
    package var next: Month? { months.last?.month.advanced(by: 1) }

    /// Checks that a month can be closed; throws `MonthReportError` with code `closing`.
    ///
    /// A month has to be over in every time zone, and next to those that are closed. The first may be any.
    package func checkClosing(_ month: Month, at now: Timestamp) throws {
        if let closed = self[month] {
            throw MonthReportError(.closing, "\(month) was closed on \(closed.closedAt) by \(closed.author.words)")
        }
        guard now >= Self.end(of: month) else {
            throw MonthReportError(
                .closing,
                "\(month) is not over in every time zone before \(Self.end(of: month)); close it then"
            )
        }
        guard let first = months.first?.month, let last = months.last?.month else { return }
        guard month == last.advanced(by: 1) || month == first.advanced(by: -1) else {
            throw MonthReportError(
                .closing,
                "\(first)\(first == last ? " is" : " to \(last) are") closed; the next to close is "
                    + "\(last.advanced(by: 1)?.description ?? "none"), or \(first.advanced(by: -1)?.description ?? "none") before"
            )
        }
    }

    /// When a month is over everywhere: the last clocks are 12 hours behind UTC.
    static func end(of month: Month) -> Timestamp {
        let day = month.firstDay.daysSince1970 + month.length
        return Timestamp(milliseconds: Int64(day) * 86_400_000 + 12 * 3_600_000)
    }
}
