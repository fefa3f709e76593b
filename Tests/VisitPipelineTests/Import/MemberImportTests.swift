import Interchange
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@Suite("Imports of members")
struct MemberImportTests {
    private func bench() throws -> ImportBench {
        let bench = try ImportBench()
        _ = try bench.facilities(FacilityImportTests.three)
        return bench
    }

    private func list(_ member: String, _ bench: ImportBench) throws -> [String]? {
        let known = try #require(try bench.store.members.find(MemberID(member)))
        return known.member.facilities.map { $0.sorted().map(\.text) }
    }

    @Test("lists, phones and free members are imported")
    func rows() throws {
        let bench = try bench()
        let report = try bench.members(
            """
            member_id,facility_id,device_id,platform,time_zone
            m1,a,phone1,android,Europe/London
            m1,b,phone1,android,Europe/London
            m2,,phone2,ios,
            m3,-,,,
            """
        )
        #expect(report.outcome == .imported)
        #expect((report.records, report.usable) == (4, 4))
        #expect(report.memberChanges.membersAdded == 3)
        #expect(report.memberChanges.membersUpdated == 0)
        #expect(try list("m1", bench) == ["a", "b"])
        #expect(try list("m2", bench) == nil)
        #expect(try list("m3", bench) == [])
        #expect(try bench.store.devices.find(DeviceID("phone1"))?.device.platform == .android)
    }

    @Test("the same file twice changes nothing")
    func again() throws {
        let bench = try bench()
        let text = "member_id,facility_id,device_id\nm1,a,p1\nm1,c,p1\nm2,-,p2\n"
        _ = try bench.members(text)
        let before = try bench.dump()
        let report = try bench.members(text)
        #expect(report.memberChanges.facilitiesUnchanged == 2)
        #expect(report.memberChanges.membersUpdated == 0)
        #expect(try bench.dump() == before)
    }

    @Test("a file without facilities replaces no list, and what it leaves empty stays")
    func partial() throws {
        let bench = try bench()
        _ = try bench.members("member_id,facility_id,device_id,platform,time_zone\nm1,a,p1,android,Europe/London\n")
        let report = try bench.members("Employee ID,device_id\nm1,p2\n", ImportMode(replaces: true))
        #expect(report.codes == ["lists_kept"])
        #expect(report.memberChanges.facilitiesRemoved == 0)
        #expect(try list("m1", bench) == ["a"])
        _ = try bench.members("member_id,device_id,platform,time_zone\nm1,p1,,\n")
        let member = try #require(try bench.store.members.find(MemberID("m1")))
        #expect(member.timeZone?.identifier == "Europe/London")
        #expect(try bench.store.devices.find(DeviceID("p1"))?.device.platform == .android)
    }

    @Test("an unknown facility is reported with its line and column, and its member has a list all the same")
    func unknownFacility() throws {
        let bench = try bench()
        let report = try bench.members("member_id,facility_id\nm1,a\nm2,nowhere\n")
        #expect((report.records, report.usable, report.rejected) == (2, 1, 1))
        let remark = try #require(report.diagnostics.entries.first)
        #expect((remark.code, remark.line, remark.column) == ("unknown_facility", 3, "facility_id"))
        #expect(try list("m2", bench) == [])
    }

    @Test("a phone of another member is reported and the rest is stored")
    func otherMembersPhone() throws {
        let bench = try bench()
        _ = try bench.members("member_id,facility_id,device_id\nm1,a,phone\n")
        let report = try bench.members("member_id,facility_id,device_id\nm2,a,phone\nm3,b,other\n")
        #expect(report.codes == ["device_of_another_member"])
        #expect(report.usable == 1)
        #expect(try bench.store.members.find(MemberID("m2")) == nil)
        #expect(try list("m3", bench) == ["b"])
    }

    @Test(
        "nothing is kept of a file that is refused",
        arguments: [
            ("member_id,facility_id\nm1,a\nm2,nowhere\n", true, ImportReport.Outcome.refused),
            ("member_id,facility_id\nm2,nowhere\n", false, .nothingUsable),
            ("member_id,facility_id\n,a\n", false, .nothingUsable),
        ]
    )
    func refused(text: String, isStrict: Bool, outcome: ImportReport.Outcome) throws {
        let bench = try bench()
        let before = try bench.dump()
        #expect(try bench.members(text, ImportMode(isStrict: isStrict)).outcome == outcome)
        #expect(try bench.dump() == before)
    }

    @Test("a dry run does nothing")
    func dryRun() throws {
        let bench = try bench()
        let before = try bench.dump()
        let report = try bench.members("member_id,facility_id\nm1,a\n", ImportMode(isDryRun: true))
        #expect(report.outcome == .dryRun)
        #expect(report.memberChanges.facilitiesAdded == 1)
        #expect(try bench.dump() == before)
    }

    @Test("replacing cuts lists down to the imported rows")
    func replace() throws {
        let bench = try bench()
        _ = try bench.members("member_id,facility_id\nm1,a\nm1,b\nm2,c\nm3,\n")
        let report = try bench.members("member_id,facility_id\nm1,b\n", ImportMode(replaces: true))
        #expect(report.memberChanges.facilitiesRemoved == 2)
        #expect(try list("m1", bench) == ["b"])
        #expect(try list("m2", bench) == [])
        #expect(try list("m3", bench) == nil)
    }
}
