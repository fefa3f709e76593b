import Testing
import VisitModel

@testable import MonthReports

@Suite("Closed months")
struct ClosedMonthsTests {
    private static func closed(_ months: String...) throws -> ClosedMonths {
        ClosedMonths(
            try months.map {
                ClosedMonth(
                    try Month($0),
                    closedAt: Timestamp(milliseconds: 0),
                    author: ReportAuthor(id: "t1", name: "Ada")
                )
            }
        )
    }

    private static let later = Timestamp(milliseconds: 1_900_000_000_000)

    @Test("the first month may be any, the next one follows or precedes those that are closed")
    func order() throws {
        try Self.closed().checkClosing(Month("2024-03"), at: Self.later)
        let closed = try Self.closed("2024-03", "2024-02")
        try closed.checkClosing(Month("2024-04"), at: Self.later)
        try closed.checkClosing(Month("2024-01"), at: Self.later)
        for month in ["2024-05", "2023-12", "2024-02", "2024-03"] {
            let error = #expect(throws: MonthReportError.self) {
                try closed.checkClosing(Month(month), at: Self.later)
            }
            #expect(error?.code == .closing)
        }
        #expect(closed.next == (try Month("2024-04")))
        #expect(try Self.closed().next == nil)
    }

    @Test("a month is over when the last clocks of the world say so")
    func end() throws {
        // 2024-03-31 24:00 in UTC-12.
        let end = Timestamp(milliseconds: 1_711_972_800_000)
        try Self.closed().checkClosing(Month("2024-03"), at: end)
        #expect(throws: MonthReportError.self) {
            try Self.closed().checkClosing(Month("2024-03"), at: end.advanced(bySeconds: -1))
        }
    }
}
