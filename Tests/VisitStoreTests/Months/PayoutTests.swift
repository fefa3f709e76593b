import MonthReports
import Testing
import VisitModel

@testable import VisitStore

@Suite("Payouts of months")
struct PayoutTests {
    @Test("a payout is for a member's different days of the month, in the group of the last visit")
    func payouts() throws {
        let scene = try MonthScene()
        try scene.setGroup("Acme", of: "anna")
        try scene.setGroup("Beta", of: "anna", from: "2024-03-06")
        try scene.decide(from: "2024-03")
        try scene.write(scene.visit("anna", 65), scene.visit("anna", 66, at: "b"), scene.visit("ben", 66))
        #expect(try scene.report("2024-03").rows.map(\.payoutCents) == [5_000, 0])
        let groups = try scene.report("2024-03", by: .group)
        #expect(groups.rows.map(\.subject.id) == ["Acme", "Beta", ""])
        #expect(groups.rows.map(\.payoutCents) == [0, 5_000, 0])
        #expect(try scene.report("2024-02").payoutCents == nil)
        let one = try scene.report("2024-03", group: .named(GroupID("Beta")))
        #expect(one.rows.map(\.figures.visits) == [1])
        #expect(one.payoutCents == 5_000, "the whole month decides, also on the page of a group")
    }

    @Test("what a closed month's visits are worth less or more is an adjustment of the next one")
    func adjustments() throws {
        let scene = try MonthScene()
        try scene.decide(from: "2024-03")
        try scene.write(scene.visit("anna", 65), scene.visit("anna", 66), scene.visit("ben", 66))
        try scene.close("2024-03")
        try scene.decide(from: "2024-04", most: 9_900)
        try scene.write(scene.visit("anna", 65, verdict: .ambiguous), scene.visit("ben", 67))
        let report = try scene.report("2024-04")
        #expect(report.rows.map(\.subject.id) == ["anna", "ben"])
        #expect(report.rows.map(\.adjustedPayoutCents) == [-5_000, 5_000], "by the rule of March")
        try scene.close("2024-04")
        #expect(try scene.report("2024-04").rows.map(\.adjustedPayoutCents) == [-5_000, 5_000])
        #expect(try scene.report("2024-05").payoutAdjustments.isEmpty)
    }

    @Test("what a closed month's visits are worth less is an adjustment also where payouts have ended")
    func ended() throws {
        let scene = try MonthScene()
        try scene.decide(from: "2024-03", days: 1)
        try scene.decide(from: "2024-04", most: nil)
        try scene.write(scene.visit("anna", 65))
        try scene.close("2024-03")
        try scene.write(scene.visit("anna", 65, verdict: .ambiguous))
        let report = try scene.report("2024-04")
        #expect(report.rule == nil && report.payoutCents == nil)
        #expect(report.currency?.code == "USD")
        #expect(report.rows.map(\.adjustedPayoutCents) == [-5_000])
        #expect(report.summary.hasSuffix("payout adjustments -50.00 USD"))
        try scene.close("2024-04")
        #expect(try scene.report("2024-04").rows.map(\.adjustedPayoutCents) == [-5_000])
    }

    @Test("many members' payouts are adjusted as few are")
    func many() throws {
        let scene = try MonthScene()
        try scene.decide(from: "2024-03", days: 1)
        let ids = (0..<60).map { "m\($0)" }
        let keys = try scene.store.devices.ensure(
            try ids.map { Device(id: try DeviceID("\($0)-phone"), member: try MemberID($0), platform: .ios) }
        )
        func write(_ verdict: Visit.Verdict) throws {
            for (id, key) in zip(ids, keys) {
                var commit = DeviceCommit(device: key, state: [], stateFormat: 1, policyVersion: "p", newestFixAt: nil)
                commit.visits = [try scene.visit(id, 65, verdict: verdict)]
                try scene.store.commit([commit])
            }
        }
        try write(.counted)
        try scene.close("2024-03")
        try write(.ambiguous)
        #expect(
            try scene.report("2024-04").payoutAdjustments.map(\.amount.cents) == Array(repeating: -5_000, count: 60)
        )
    }

    @Test("payouts of closed months and their currency can't be decided about any more")
    func decisions() throws {
        let scene = try MonthScene()
        try scene.decide(from: "2024-03", days: 1)
        try scene.decide(from: "2024-03", days: 1, currency: "EUR")
        try scene.write(scene.visit("anna", 65))
        try scene.close("2024-03")
        // Other currencies from a later month on would be in one file with the adjustments of earlier ones.
        for (month, currency) in [("2024-03", "EUR"), ("2024-01", "EUR"), ("2024-04", "USD"), ("2025-01", "USD")] {
            let error = #expect(throws: MonthReportError.self) { try scene.decide(from: month, currency: currency) }
            #expect(error?.code == .payout)
        }
        try scene.decide(from: "2024-04", most: nil)
        let error = #expect(throws: MonthReportError.self) { try scene.decide(from: "2024-06", currency: "USD") }
        #expect(error?.code == .payout)
        #expect(try scene.store.months.payoutHistory().rule(of: Month("2024-03"))?.currency.code == "EUR")
        #expect(try scene.store.months.payoutHistory().rule(of: Month("2024-04")) == nil)
    }
}
