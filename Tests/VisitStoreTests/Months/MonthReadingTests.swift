import MonthReports
import Testing
import VisitModel

@testable import VisitStore

@Suite("Reading months")
struct MonthReadingTests {
    @Test("a report has visits, days, minutes, members, first and last, beside the month before")
    func figures() throws {
        let scene = try MonthScene()
        try scene.write(
            scene.visit("anna", 40),
            scene.visit("anna", 65),
            scene.visit("anna", 75, at: "b"),
            scene.visit("ben", 65, minutes: 30)
        )
        let report = try scene.report("2024-03", by: .facility)
        #expect(report.rows.map(\.subject.words) == ["Alpha", "Beta"])
        let alpha = try #require(report.rows.first)
        #expect((alpha.figures.visits, alpha.figures.days, alpha.figures.minutes) == (2, 1, 90))
        #expect(alpha.figures.members == 2)
        #expect(alpha.figures.first?.description == "2024-03-05")
        #expect(alpha.figures.last?.description == "2024-03-05")
        #expect(alpha.before.visits == 1)
        #expect(alpha.change == 1)
        let anna = try #require(try scene.report("2024-03").rows.first)
        #expect((anna.figures.visits, anna.figures.days, anna.before.visits) == (2, 2, 1))
        #expect(anna.figures.last?.description == "2024-03-15")
    }

    @Test("a visit is of the group that its member has on its local day")
    func groups() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 40), scene.visit("anna", 65), scene.visit("anna", 70))
        // The first group has all visits, the next one those from its day on.
        try scene.setGroup("Acme", of: "anna")
        try scene.setGroup("Beta", of: "anna", from: "2024-03-10")
        func rows(_ month: String) throws -> [String] {
            try scene.report(month, by: .group).rows.filter { $0.figures.visits > 0 }
                .map { "\($0.subject.id) \($0.figures.visits)" }
        }
        #expect(try rows("2024-02") == ["Acme 1"])
        #expect(try rows("2024-03") == ["Acme 1", "Beta 1"])
        let acme = try GroupID("Acme")
        #expect(try scene.report("2024-03", group: .named(acme)).visits == 1)
        var filter = VisitFilter()
        filter.group = .named(acme)
        #expect(try scene.store.visits.all(matching: filter).count == 2)
        filter.group = GroupSelection.none
        #expect(try scene.store.visits.all(matching: filter).isEmpty)
        #expect(try scene.store.months.groups().map(\.text) == ["Acme", "Beta"])
    }

    @Test("a group that is set again changes nothing, and keeps what is planned for later")
    func repeatedGroup() throws {
        let scene = try MonthScene()
        try scene.setGroup("Acme", of: "anna")
        try scene.setGroup("Beta", of: "anna", from: "2024-12-01")
        let groups = try scene.store.members.find(MemberID("anna"))?.groups
        #expect(groups?.map(\.group?.text) == ["Acme", "Beta"])
        try scene.setGroup("Acme", of: "anna")
        #expect(try scene.store.members.find(MemberID("anna"))?.groups == groups)
        try scene.setGroup("Beta", of: "ben", from: "2024-12-01")
        try scene.setGroup(nil, of: "ben")
        #expect(
            try scene.store.members.find(MemberID("ben"))?.groups.map(\.group?.text) == ["Beta"],
            "none holds today"
        )
        // A stated day decides about all later ones.
        try scene.setGroup("Acme", of: "anna", from: "2024-06-01")
        #expect(try scene.store.members.find(MemberID("anna"))?.groups.map(\.group?.text) == ["Acme"])
        try scene.setGroup(nil, of: "anna", from: "2024-06-01")
        #expect(try scene.store.members.find(MemberID("anna"))?.groups.map(\.group?.text) == ["Acme", nil])
    }

    @Test("hours are those of the facility's clocks")
    func hours() throws {
        let scene = try MonthScene()
        try scene.write(scene.visit("anna", 65), scene.visit("ben", 65))
        // 2024-03-05 was a Tuesday; 18:00 in UTC is 13:00 in New York.
        let hours = try scene.store.months.busyHours(
            of: Month("2024-03"),
            standard: TimeZoneName("America/New_York")
        )
        #expect(hours.visits[1][13] == 2)
        #expect(hours.visits.joined().reduce(0, +) == 2)
        // And of a closed month
        try scene.close("2024-03")
        #expect(try scene.store.months.busyHours(of: Month("2024-03"), standard: .utc).visits[1][18] == 2)
    }

    @Test("members are found by a part of the id or of the name")
    func names() throws {
        let scene = try MonthScene()
        try scene.store.members.importRows { importer in
            try importer.add(
                MemberRow(
                    member: try MemberID("anna"),
                    details: MemberDetailsChange(name: .set(try MemberName("Ada Lovelace")))
                )
            )
        }
        #expect(try scene.store.members.all(containing: "LOVE").map(\.member.id.text) == ["anna"])
        #expect(try scene.store.members.all(containing: "nn").map(\.name?.text) == ["Ada Lovelace"])
    }
}
