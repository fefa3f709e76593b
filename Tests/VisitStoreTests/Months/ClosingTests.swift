import GRDB
import MonthReports
import SeededRandom
import Testing
import VisitModel

@testable import VisitStore

@Suite("Closing months")
struct ClosingTests {
    @Test("a closed month's file has the visits that count, and no later change")
    func frozen() throws {
        let scene = try MonthScene()
        try scene.setGroup("Acme", of: "anna")
        try scene.write(
            scene.visit("anna", 65),
            scene.visit("ben", 66, at: "b"),
            scene.visit("anna", 67, verdict: .tooShort)
        )
        try scene.close("2024-03", expecting: 2)
        let file = ["+anna 2024-03-05 a Acme 60", "+ben 2024-03-06 b none 60"]
        #expect(try scene.file("2024-03") == file)
        // When a visit no longer counts, another one does, and a third is added
        try scene.write(
            scene.visit("anna", 65, verdict: .ambiguous),
            scene.visit("anna", 67),
            scene.visit("cleo", 68)
        )
        // Then the file is as it was, and the next month has what changed
        #expect(try scene.file("2024-03") == file)
        #expect(try scene.report("2024-03").visits == 2)
        let next = try scene.report("2024-04")
        #expect(next.takesAdjustments)
        #expect(
            next.adjustments.map(scene.words) == [
                "-anna 2024-03-05 a Acme 60", "+anna 2024-03-07 a Acme 60", "+cleo 2024-03-08 a none 60",
            ]
        )
        #expect(next.rows.map(\.adjustedVisits) == [0, 0, 1])
        #expect(try scene.report("2024-05").adjustments.isEmpty)
        // And when that is closed, they are in its file and in no later one
        try scene.write(scene.visit("anna", 95))
        try scene.close("2024-04")
        #expect(try scene.file("2024-04").count == 4)
        #expect(try scene.file("2024-04").last == "+anna 2024-04-04 a Acme 60")
        #expect(try scene.report("2024-05").adjustments.isEmpty)
        #expect(try scene.report("2024-04").adjustments.count == 3)
    }

    @Test("a change and its reverse leave no adjustment")
    func reversed() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65))
        try scene.close("2024-03")
        try scene.write(scene.visit("anna", 65, verdict: .ambiguous))
        #expect(try scene.report("2024-04").adjustments.count == 1)
        try scene.write(scene.visit("anna", 65))
        #expect(try scene.report("2024-04").adjustments.isEmpty)
    }

    @Test("a visit whose minutes change is removed and added; one whose seconds change is not")
    func minutes() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65))
        try scene.close("2024-03")
        try scene.write(scene.visit("anna", 65, minutes: 75))
        let report = try scene.report("2024-04")
        #expect(report.adjustments.map(scene.words) == ["-anna 2024-03-05 a none 60", "+anna 2024-03-05 a none 75"])
        #expect(report.rows.map(\.adjustedVisits) == [0])
        #expect(report.rows.map(\.adjustedMinutes) == [15])
    }

    @Test("what a closed file says of times and reviews is that of the closing")
    func facts() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65))
        let edit = VisitReview.Edit(decision: .confirmed, note: "", reviewer: "t", at: MonthScene.later)
        try scene.store.visits.review(VisitID("v-anna-65"), edit)
        func line() throws -> [String] {
            var lines: [String] = []
            try scene.store.months.forEachLine(of: Month("2024-03")) { line in
                let visit = line.visit
                lines.append("\(visit.timeZone) \(visit.decision?.rawValue ?? "none") \(visit.evidence)")
            }
            return lines
        }
        #expect(try line() == ["UTC confirmed confirmed"])
        try scene.close("2024-03")
        try scene.store.settings.setDefaultTimeZone(TimeZoneName("Asia/Tokyo"))
        try scene.store.visits.review(
            VisitID("v-anna-65"),
            VisitReview.Edit(.clear, reviewer: "t", at: MonthScene.later)
        )
        #expect(try line() == ["UTC confirmed confirmed"])
    }

    @Test("a month is closed only with the number of visits that was seen")
    func expected() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65))
        let error = #expect(throws: MonthReportError.self) { try scene.close("2024-03", expecting: 2) }
        #expect(error?.code == .outdated)
        #expect(try scene.store.months.closed().months.isEmpty)
        try scene.close("2024-03", expecting: 1)
        #expect(throws: MonthReportError.self) { try scene.close("2024-03") }
    }

    @Test("a month before the first closed one can be closed too, and leaves the adjustments to the next one")
    func earlier() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 40), scene.visit("anna", 65))
        try scene.close("2024-03")
        try scene.write(scene.visit("anna", 65, verdict: .ambiguous))
        try scene.close("2024-02")
        #expect(try scene.file("2024-02") == ["+anna 2024-02-09 a none 60"])
        #expect(try scene.report("2024-04").adjustments.count == 1)
    }

    @Test(
        "a visit that a late fix moves into the month before is in one file, whenever that month is closed",
        arguments: [true, false]
    )
    func movedToEarlierMonth(isClosedFirst: Bool) throws {
        let scene = try MonthScene()
        try scene.decide(from: "2024-02", days: 1)
        try scene.write(scene.visit("anna", 61, id: "v"))
        try scene.close("2024-03")
        // When its entry is on 29 February
        try scene.write(scene.visit("anna", 60, id: "v"))
        #expect(try scene.report("2024-02").visits == 0, "the next file moves it")
        #expect(try scene.report("2024-04").adjustments.map(scene.words) == ["-anna 2024-03-01 a none 60"])
        if isClosedFirst {
            try scene.close("2024-02", expecting: 0)
            let added = "+anna 2024-02-29 a none 60"
            #expect(try scene.report("2024-04").adjustments.map(scene.words) == ["-anna 2024-03-01 a none 60", added])
            #expect(try scene.report("2024-04").rows.map(\.adjustedPayoutCents) == [0])
            try scene.close("2024-04")
            #expect(try scene.file("2024-02").isEmpty)
            #expect(try scene.file("2024-04").last == added)
        } else {
            #expect(try scene.report("2024-04").rows.map(\.adjustedPayoutCents) == [-5_000])
            try scene.close("2024-04")
            #expect(try scene.report("2024-02").visits == 1)
            try scene.close("2024-02", expecting: 1)
            #expect(try scene.file("2024-02") == ["+anna 2024-02-29 a none 60"])
            #expect(try scene.report("2024-05").adjustments.isEmpty)
        }
    }

    @Test("a visit that is written again as it was is no change")
    func unchanged() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65))
        try scene.close("2024-03")
        try scene.write(scene.visit("anna", 65))
        #expect(try scene.store.number("SELECT count(*) FROM changed_visit") == 0)
        try scene.write(scene.visit("anna", 65, minutes: 61))
        #expect(try scene.store.number("SELECT count(*) FROM changed_visit") == 1)
    }

    @Test("adjustments are found by the changed visits, whatever the number of closed months and visits")
    func plan() throws {
        let scene = try MonthScene()
        for month in 3...6 { try scene.close("2024-0\(month)") }
        for request in [AdjustmentTable.reportedSQL, AdjustmentTable.currentSQL] {
            let (sql, arguments) = try scene.store.database.read { try request.build($0) }
            let plan = try scene.store.plan(sql, arguments)
            #expect(plan.contains { $0.hasPrefix("SCAN c") } && plan.count { $0.hasPrefix("SCAN") } == 1, "\(plan)")
        }
    }

    @Test("a group that is set for days of a closed month moves their visits by adjustments")
    func regrouped() throws {
        let scene = try MonthScene()
        try scene.setGroup("Acme", of: "anna")
        try scene.write(scene.visit("anna", 65), scene.visit("anna", 75))
        try scene.close("2024-03")
        try scene.setGroup("Beta", of: "anna", from: "2024-03-10")
        let report = try scene.report("2024-04", by: .group)
        #expect(report.adjustments.map(scene.words) == ["-anna 2024-03-15 a Acme 60", "+anna 2024-03-15 a Beta 60"])
        #expect(report.rows.map(\.subject.id) == ["Acme", "Beta"])
        #expect(report.rows.map(\.adjustedVisits) == [-1, 1])
        // And as set back
        try scene.setGroup("Acme", of: "anna", from: "2024-03-10")
        #expect(try scene.report("2024-04").adjustments.isEmpty)
    }

    @Test("a first group changes no closed month")
    func firstGroup() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65), scene.visit("anna", 95))
        try scene.close("2024-03")
        try scene.setGroup("Acme", of: "anna")
        let report = try scene.report("2024-04", by: .group)
        #expect(report.adjustments.isEmpty)
        #expect(report.rows.filter { $0.figures.visits > 0 }.map(\.subject.id) == ["Acme"])
    }

    @Test("an erasure leaves the numbers of closed months, and nothing of the person")
    func erasure() throws {
        let scene = try MonthScene()
        try scene.setGroup("Acme", of: "anna")
        try scene.decide(from: "2024-03", days: 1)
        try scene.write(scene.visit("anna", 65), scene.visit("anna", 66, at: "b"), scene.visit("ben", 66))
        try scene.close("2024-03")
        try scene.write(scene.visit("anna", 65, verdict: .ambiguous))
        let before = try scene.report("2024-03", by: .facility).rows
        let erased = try scene.store.privacy.erase(MemberID("anna"))
        #expect(erased.visits == 2)
        #expect(try scene.report("2024-03", by: .facility).rows.map(\.figures.visits) == before.map(\.figures.visits))
        #expect(try scene.report("2024-03", by: .group).rows.map(\.payoutCents) == [5_000, 5_000])
        #expect(try scene.report("2024-04").adjustments.isEmpty)
        #expect(try scene.report("2024-03").rows.map(\.subject.words) == ["ben", "erased members"])
        #expect(try scene.store.dump().allSatisfy { !$0.contains("anna") })
        // The visits of the scene have no stays.
        #expect(try scene.store.check().allSatisfy { $0.rule == "visit_stay" })
        // And the next file is made without the person
        try scene.close("2024-04")
        #expect(try scene.file("2024-04").isEmpty)
    }

    @Test("counts of a closed month are those of its file")
    func counts() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65), scene.visit("ben", 66))
        try scene.close("2024-03")
        try scene.write(scene.visit("anna", 65, verdict: .ambiguous))
        let month = try Month("2024-03")
        #expect(try scene.store.visits.counts(month, by: []).map(\.visits) == [2])
        #expect(try scene.store.visits.counts(month, by: .member).map(\.member?.text) == ["anna", "ben"])
    }

    @Test("whatever changes between closings, all files together have what counts", .timeLimit(.minutes(2)))
    func sums() throws {
        var random = SeededGenerator(seed: 3_939)
        for round in 0..<12 {
            let scene = try MonthScene()
            var files: [String: [String]] = [:]
            for (index, month) in ["2024-03", "2024-04", "2024-05", "2024-06"].enumerated() {
                for _ in 0..<25 {
                    let member = MonthScene.members.randomElement(using: &random) ?? "anna"
                    if Int.random(in: 0..<6, using: &random) == 0 {
                        try scene.setGroup(
                            ["Acme", "Beta", nil].randomElement(using: &random) ?? nil,
                            of: member,
                            from: ["2024-03-10", "2024-04-10", "2024-05-20", nil].randomElement(using: &random) ?? nil
                        )
                    } else {
                        // From March to the month to close, so that closed ones change too.
                        let day = Int.random(in: 61...(90 + index * 30), using: &random)
                        try scene.write(
                            scene.visit(
                                member,
                                day,
                                at: ["a", "b"].randomElement(using: &random) ?? "a",
                                minutes: Int.random(in: 58...60, using: &random),
                                verdict: [.counted, .counted, .tooShort].randomElement(using: &random) ?? .counted
                            )
                        )
                    }
                }
                let open = try scene.report(month, by: .group)
                try scene.close(month)
                let closed = try scene.report(month, by: .group)
                #expect(open.rows == closed.rows, "seed 3939, round \(round): a month closes with what it showed")
                for (earlier, lines) in files { #expect(try scene.file(earlier) == lines, "seed 3939, round \(round)") }
                files[month] = try scene.file(month)
                // All files so far, against the visits of those months as they are.
                var sums: [String: Int] = [:]
                for line in files.values.joined() {
                    sums[String(line.dropFirst()), default: 0] += line.hasPrefix("+") ? 1 : -1
                }
                let standing = sums.filter { $0.value != 0 }
                #expect(standing.values.allSatisfy { $0 == 1 }, "seed 3939, round \(round)")
                #expect(Set(standing.keys) == (try scene.counting(upTo: month)), "seed 3939, round \(round)")
            }
        }
    }
}

extension MonthScene {
    /// The visits that count now, as words of lines.
    fileprivate func counting(upTo month: String) throws -> Set<String> {
        let last = try Month(month)
        let visits = try store.visits.all(matching: VisitFilter(verdicts: [.counted])).filter { $0.month <= last }
        let details = try store.visits.memberDetails(of: visits.map(\.id))
        return Set(
            visits.map { visit in
                let minutes = Int(visit.enteredAt.seconds(to: visit.end) / 60)
                let group = details[visit.id]?.group?.text ?? "none"
                return "\(visit.member) \(visit.localDate) \(visit.facility) \(group) \(minutes)"
            }
        )
    }
}
