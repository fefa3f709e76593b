import Testing
import VisitModel

@testable import MonthReports

@Suite("The report of a month")
struct MonthReportTests {
    private static func figures(_ visits: Int, days: Int? = nil, minutes: Int = 0) -> ReportFigures {
        ReportFigures(visits: visits, days: days ?? visits, minutes: minutes, members: 1, first: nil, last: nil)
    }

    private static func member(_ id: String, _ name: String? = nil) throws -> ReportSubject {
        .member(try MemberID(id), try name.map { try MemberName($0) })
    }

    private static func content(
        _ key: ReportKey = .member,
        figures: [ReportSubject: ReportFigures],
        before: [ReportSubject: ReportFigures] = [:],
        adjustments: [MonthLine] = [],
        rule: PayoutRule? = nil,
        payouts: [PayoutLine] = [],
        payoutAdjustments: [PayoutLine] = []
    ) throws -> MonthContent {
        MonthContent(
            month: try Month("2024-04"),
            key: key,
            closed: ClosedMonths([
                ClosedMonth(
                    try Month("2024-03"),
                    closedAt: Timestamp(milliseconds: 0),
                    author: ReportAuthor(id: "t1", name: nil)
                )
            ]),
            figures: figures,
            before: before,
            adjustments: adjustments,
            rule: rule,
            payouts: payouts,
            payoutAdjustments: payoutAdjustments
        )
    }

    @Test("a row has a subject of the month, of the month before, or of an adjustment alone")
    func rows() throws {
        let report = MonthReport(
            try Self.content(
                figures: [try Self.member("a"): Self.figures(5)],
                before: [try Self.member("a"): Self.figures(7), try Self.member("b"): Self.figures(2)],
                adjustments: [MonthLine(.removed, try MonthLineTests.visit("c", minutes: 30))]
            )
        )
        #expect(report.rows.map(\.subject.id) == ["a", "b", "c"])
        #expect(report.rows.map(\.change) == [-2, -2, 0])
        #expect(report.rows.map(\.adjustedVisits) == [0, 0, -1])
        #expect(report.rows.map(\.adjustedMinutes) == [0, 0, -30])
        #expect((report.visits, report.visitsBefore, report.adjustedVisits) == (5, 9, -1))
        #expect(report.takesAdjustments)
    }

    @Test("payouts are summed by member or group; facilities have none")
    func payouts() throws {
        let rule = try PayoutRule(
            requiredDays: 8,
            unit: .day,
            centsPerUnit: nil,
            mostCents: 5_000,
            currency: Currency("USD")
        )
        let acme = try GroupID("Acme")
        func line(_ id: String, _ cents: Int) throws -> PayoutLine {
            PayoutLine(
                member: try MemberID(id),
                memberName: nil,
                group: acme,
                month: try Month("2024-04"),
                amount: Money(cents: cents, try Currency("USD"))
            )
        }
        let payouts = [try line("a", 5_000), try line("b", 5_000)]
        let byGroup = MonthReport(
            try Self.content(
                .group,
                figures: [.group(acme): Self.figures(30), .group(nil): Self.figures(1)],
                rule: rule,
                payouts: payouts,
                payoutAdjustments: [try line("c", -5_000)]
            )
        )
        #expect(byGroup.rows.map(\.payoutCents) == [10_000, 0])
        #expect(byGroup.rows.map(\.adjustedPayoutCents) == [-5_000, 0])
        #expect(byGroup.payoutCents == 10_000)
        let byFacility = MonthReport(
            try Self.content(
                .facility,
                figures: [.facility(try FacilityID("gym"), name: "The gym"): Self.figures(30)],
                rule: rule,
                payouts: payouts
            )
        )
        #expect(byFacility.rows.map(\.payoutCents) == [nil])
        #expect(byFacility.payoutCents == nil)
    }

    @Test("rows are sorted by any column; equal ones by name")
    func sorting() throws {
        var report = MonthReport(
            try Self.content(figures: [
                try Self.member("1", "Zoe"): Self.figures(3, minutes: 10), try Self.member("2", "Ada"): Self.figures(3),
                try Self.member("3"): Self.figures(9, minutes: 5),
            ])
        )
        func ids(_ order: ReportOrder, _ descending: Bool) -> [String] {
            report.sort(by: order, descending: descending)
            return report.rows.map(\.subject.id)
        }
        #expect(ids(.name, false) == ["3", "2", "1"])
        #expect(ids(.name, true) == ["1", "2", "3"])
        #expect(ids(.visits, true) == ["3", "2", "1"])
        #expect(ids(.visits, false) == ["2", "1", "3"])
        #expect(ids(.minutes, true) == ["1", "3", "2"])
    }

    @Test("the summary says whether the month is open, what counts and what it is worth")
    func summary() throws {
        let report = MonthReport(try Self.content(figures: [try Self.member("a"): Self.figures(1)]))
        #expect(report.summary == "2024-04: open, 1 visit counts, 0 in the month before")
    }
}

@Suite("Busy hours")
struct BusyHoursTests {
    @Test("visits are of the weekday and hour of the facility's clocks")
    func local() throws {
        let (york, kathmandu) = (try TimeZoneName("America/New_York"), try TimeZoneName("Asia/Kathmandu"))
        // 2024-03-04 was a Monday.
        let start = try #require(CivilDate(text: "2024-03-04")).daysSince1970
        let number = Int64(start) * 96
        let hours = BusyHours([
            .init(timeZone: .utc, number: number, visits: 1),
            .init(timeZone: york, number: number, visits: 2),
            .init(timeZone: kathmandu, number: number + 1, visits: 4),
        ])
        // Midnight, 19:00 on Sunday, and 06:00 on Monday.
        #expect(hours.visits[0][0] == 1)
        #expect(hours.visits[6][19] == 2)
        #expect(hours.visits[0][6] == 4)
        #expect(hours.visits.joined().reduce(0, +) == 7)
        #expect(hours.most == 4)
    }
}
