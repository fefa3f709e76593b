import Interchange
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@Suite("Imports of facilities")
struct FacilityImportTests {
    static let three = """
        facility_id,name,latitude,longitude,time_zone
        a,North,51.51,-0.1,Europe/London
        b,South,51.49,-0.1,Europe/London
        c,East,51.5,-0.05,Europe/London
        """
    static let oneBad = """
        facility_id,name,latitude,longitude,time_zone
        a,North,51.51,-0.1,Europe/London
        b,South,91,-0.1,Europe/London
        c,East,51.5,-0.05,Europe/London
        """

    @Test("good rows are in the database, with every count")
    func counts() throws {
        let bench = try ImportBench()
        let report = try bench.facilities(Self.three)
        #expect(report.outcome == .imported)
        #expect((report.records, report.usable, report.rejected) == (3, 3, 0))
        #expect(report.facilityCounts == [3, 0, 0, 0])
        #expect(try bench.ids() == ["a", "b", "c"])
        #expect(report.mapping.map(\.field) == ["facility_id", "name", "latitude", "longitude", "time_zone"])
        #expect(report.codes.isEmpty)
    }

    @Test("the same file twice changes nothing")
    func again() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        let before = try bench.dump()
        #expect(try bench.facilities(Self.three).facilityCounts == [0, 0, 3, 0])
        #expect(try bench.dump() == before)
    }

    @Test("a changed row is an update and the others are unchanged")
    func update() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        let report = try bench.facilities(Self.three.replacing("North", with: "Far North"))
        #expect(report.facilityCounts == [0, 1, 2, 0])
    }

    @Test("a bad row is reported with its place and the good ones are kept")
    func badRow() throws {
        let bench = try ImportBench()
        let report = try bench.facilities(Self.oneBad)
        #expect(report.outcome == .imported)
        #expect((report.records, report.usable, report.rejected) == (3, 2, 1))
        #expect(try bench.ids() == ["a", "c"])
        let remark = try #require(report.diagnostics.entries.first)
        #expect(remark.severity == .error)
        #expect((remark.line, remark.column) == (3, "latitude"))
        #expect(report.rejectedByCode == [remark.code: 1])
    }

    @Test("a strict import stores nothing when a row is bad")
    func strict() throws {
        let bench = try ImportBench()
        let report = try bench.facilities(Self.oneBad, ImportMode(isStrict: true), timeZone: .utc)
        #expect(report.outcome == .refused)
        #expect(report.facilityCounts == [0, 0, 0, 0])
        #expect(try bench.ids().isEmpty)
        #expect(try bench.store.settings.defaultTimeZone() == nil)
    }

    @Test("a dry run reports the changes and makes none")
    func dryRun() throws {
        let bench = try ImportBench()
        let before = try bench.dump()
        let report = try bench.facilities(Self.three, ImportMode(isDryRun: true), timeZone: .utc)
        #expect(report.outcome == .dryRun)
        #expect(report.facilityCounts == [3, 0, 0, 0])
        #expect(try bench.dump() == before)
    }

    @Test("replacing retires the facilities that the file does not have")
    func replace() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        let report = try bench.facilities(
            "id,lat,lon,tz\nb,51.49,-0.1,Europe/London\nd,51.6,0,Europe/London",
            ImportMode(replaces: true)
        )
        #expect(report.facilityCounts == [1, 1, 0, 2])
        #expect(try bench.ids() == ["b", "d"])
        #expect(try bench.store.facilities.all(matching: FacilityFilter(includesRetired: true)).count == 4)
    }

    @Test("replacing by a file with bad rows gives a warning")
    func replaceWithBadRows() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        let report = try bench.facilities(Self.oneBad, ImportMode(replaces: true))
        #expect(report.codes.contains("replaced_without_bad_rows"))
        #expect(report.facilityCounts == [0, 0, 2, 1])
    }

    @Test("a file without one usable row retires nothing")
    func nothingUsable() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        let report = try bench.facilities("id,lat,lon\nx,,\ny,0,0\n", ImportMode(replaces: true))
        #expect(report.outcome == .nothingUsable)
        #expect(report.rejected == 2)
        #expect(try bench.ids() == ["a", "b", "c"])
    }

    @Test("of a repeated id the last row counts, and the others give a warning")
    func repeatedID() throws {
        let bench = try ImportBench()
        let report = try bench.facilities(
            "id,name,lat,lon,tz\na,First,51,0,UTC\nb,Other,52,0,UTC\na,Second,51,0.1,UTC\na,Third,51,0.2,UTC\n"
        )
        #expect(report.facilityCounts == [2, 0, 0, 0])
        #expect(report.codes.filter { $0 == "repeated_id" }.count == 2)
        let facility = try bench.store.facilities.find(FacilityID("a"))?.facility
        #expect(facility?.name == "Third")
        #expect(facility?.geofence.center.longitude == 0.2)
    }

    @Test("a column member_id puts each row's facility on its member's list")
    func members() throws {
        let bench = try ImportBench()
        let text = "member_id,id,lat,lon,tz\nm1,a,51,0,UTC\nm2,a,51,0,UTC\nm1,b,52,0,UTC\n,c,53,0,UTC\n"
        let report = try bench.facilities(text)
        #expect(report.facilityCounts == [3, 0, 0, 0])
        #expect(report.memberChanges.membersAdded == 2)
        #expect(report.memberChanges.facilitiesAdded == 3)
        #expect(try bench.store.members.find(MemberID("m1"))?.member.facilities == [FacilityID("a"), FacilityID("b")])
        #expect(try bench.store.members.find(MemberID("m2"))?.member.facilities == [FacilityID("a")])
        let before = try bench.dump()
        #expect(try bench.facilities(text).facilityCounts == [0, 0, 3, 0])
        #expect(try bench.dump() == before)
    }

    @Test("without any time zone the report says that months are those of UTC")
    func zoneWarning() throws {
        let text = "id,lat,lon\na,51,0\nb,52,0\n"
        #expect(try ImportBench().facilities(text).codes == ["no_time_zone"])
        let bench = try ImportBench()
        let zone = try TimeZoneName("Europe/London")
        #expect(try bench.facilities(text, timeZone: zone).codes.isEmpty)
        #expect(try bench.store.settings.defaultTimeZone() == zone)
        // Stored for the whole database, so the next file needs no option.
        #expect(try bench.facilities(text).codes.isEmpty)
    }

    @Test("a time zone that can't be read costs no row: the facility falls to the database's default, even when strict")
    func unreadableZone() throws {
        let bench = try ImportBench()
        let text = "id,lat,lon,tz\na,34,-118,GMT-07:00 America/Los_Angeles\nb,34,-119,Pacific Time\n"
        let zone = try TimeZoneName("America/Denver")
        let report = try bench.facilities(text, ImportMode(isStrict: true), timeZone: zone)
        #expect(report.outcome == .imported)
        #expect(report.codes == ["time_zone_among_words", "bad_time_zone"])
        #expect(
            try bench.store.facilities.find(FacilityID("a"))?.facility.timeZone == TimeZoneName("America/Los_Angeles")
        )
        #expect(try bench.store.facilities.find(FacilityID("b"))?.facility.timeZone == nil)
        #expect(try bench.store.settings.defaultTimeZone() == zone)
        // The override that the warning advises.
        let without = try bench.facilities(text, overrides: [.timeZone: ""])
        #expect(without.codes.isEmpty)
        #expect(without.ignoredColumns == ["tz"])
        #expect(without.facilityCounts == [0, 1, 1, 0])
    }

    @Test("an override takes a field from another column")
    func override() throws {
        let bench = try ImportBench()
        let text = "id,lat,lon,tz,LAT_DD\na,0,10,UTC,51.5\n"
        _ = try bench.facilities(text, overrides: [.latitude: "LAT_DD"])
        #expect(try bench.store.facilities.find(FacilityID("a"))?.facility.geofence.center.latitude == 51.5)
    }

    @Test("a missing file, or one that is not a facility file, is an error and changes nothing")
    func errors() throws {
        let bench = try ImportBench()
        #expect(throws: VisitPipelineError.self) {
            try bench.store.importFacilities(
                from: "/nowhere/gyms.csv",
                options: FacilityImportOptions(effectiveFrom: Timestamp(seconds: 1e9))
            )
        }
        #expect(throws: InterchangeError.self) { try bench.facilities("a,b\n1,2\n") }
        #expect(throws: InterchangeError.self) { try bench.facilities("") }
        #expect(try bench.ids().isEmpty)
    }

    @Test("the report for programs has every count")
    func document() throws {
        let bench = try ImportBench()
        let report = try bench.facilities(Self.oneBad)
        #expect(report.document.counts["records"] == 3)
        #expect(report.document.counts["rejected"] == 1)
        #expect(report.document.counts["added"] == 2)
        #expect(report.document.mapping["latitude"] == "latitude")
        #expect(report.document.diagnostics.entries == report.diagnostics.entries)
    }
}
