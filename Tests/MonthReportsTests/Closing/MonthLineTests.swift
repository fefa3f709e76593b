import SeededRandom
import Testing
import VisitModel

@testable import MonthReports

@Suite("Adjustments of closed months")
struct MonthLineTests {
    static func visit(
        _ member: String = "m1",
        facility: String = "gym",
        group: String? = "Acme",
        day: Int = 19_800,
        second: Int = 0,
        minutes: Int = 60
    ) throws -> ReportedVisit {
        let date = CivilDate(daysSince1970: day)
        return ReportedVisit(
            visit: try VisitID("v-\(member)-\(day)"),
            member: try MemberID(member),
            memberName: nil,
            facility: try FacilityID(facility),
            facilityName: "The gym",
            group: try group.map { try GroupID($0) },
            month: Month(containing: date),
            localDate: date,
            enteredAt: Timestamp(milliseconds: Int64(day) * 86_400_000 + Int64(second) * 1_000),
            exitedAt: nil,
            minutes: minutes,
            timeZone: .utc,
            evidence: .confirmed,
            confidence: 0.9,
            decision: nil
        )
    }

    @Test("a visit that still counts as reported has no adjustment, whatever its seconds are")
    func same() throws {
        #expect(MonthLine.adjustments(reported: try Self.visit(), current: try Self.visit(second: 20)).isEmpty)
    }

    @Test("a visit that differs is removed and added; one that is missing on a side is one of both")
    func differing() throws {
        let reported = try Self.visit()
        for current in [
            try Self.visit(facility: "pool"), try Self.visit(group: nil), try Self.visit(group: "Beta"),
            try Self.visit(minutes: 61), try Self.visit(day: 19_801),
        ] {
            let lines = MonthLine.adjustments(reported: reported, current: current)
            #expect(lines == [MonthLine(.removed, reported), MonthLine(.added, current)])
        }
        #expect(MonthLine.adjustments(reported: reported, current: nil) == [MonthLine(.removed, reported)])
        #expect(MonthLine.adjustments(reported: nil, current: reported) == [MonthLine(.added, reported)])
        #expect(MonthLine.adjustments(reported: nil, current: nil).isEmpty)
    }

    @Test("payouts of a member are adjusted by group")
    func payouts() throws {
        let (acme, beta, month) = (try GroupID("Acme"), try GroupID("Beta"), try Month("2024-03"))
        func line(_ group: GroupID?, _ cents: Int) throws -> PayoutLine {
            PayoutLine(
                member: try MemberID("m1"),
                memberName: nil,
                group: group,
                month: month,
                amount: Money(cents: cents, try Currency("USD"))
            )
        }
        let reported = [try line(acme, 5_000), try line(acme, -5_000), try line(acme, 2_000)]
        #expect(PayoutLine.adjustments(reported: reported, current: try line(acme, 2_000)).isEmpty)
        #expect(PayoutLine.adjustments(reported: reported, current: nil) == [try line(acme, -2_000)])
        #expect(
            PayoutLine.adjustments(reported: reported, current: try line(beta, 5_000))
                == [try line(acme, -2_000), try line(beta, 5_000)]
        )
        #expect(PayoutLine.adjustments(reported: [], current: nil).isEmpty)
    }

    @Test("the sum of all files is what counts, whatever changes after each closing")
    func sums() throws {
        var random = SeededGenerator(seed: 39)
        for _ in 0..<200 {
            var (files, reported): ([MonthLine], ReportedVisit?) = ([], nil)
            for _ in 0..<12 {
                let current =
                    Bool.random(using: &random)
                    ? try Self.visit(
                        facility: ["gym", "pool"].randomElement(using: &random) ?? "gym",
                        group: ["Acme", "Beta", nil].randomElement(using: &random) ?? nil,
                        minutes: Int.random(in: 58...62, using: &random)
                    ) : nil
                files += MonthLine.adjustments(reported: reported, current: current)
                // As a store finds it: the last line, where that adds the visit.
                reported = files.last.flatMap { $0.change == .added ? $0.visit : nil }
                for group in [try GroupID("Acme"), try GroupID("Beta"), nil] {
                    let sum = files.filter { $0.visit.group == group }.reduce(0) { $0 + $1.change.rawValue }
                    #expect(sum == (current != nil && current?.group == group ? 1 : 0), "seed 39")
                }
                #expect(files.reduce(0) { $0 + $1.change.rawValue * $1.visit.minutes } == current?.minutes ?? 0)
            }
        }
    }
}
