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
        #expect(report.facilityCounts == [1, 0, 1, 2])
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
        #expect(without.facilityCounts == [0, 0, 2, 0])
    }

    @Test("an override takes a field from another column")
    func override() throws {
        let bench = try ImportBench()
        let text = "id,lat,lon,tz,LAT_DD\na,0,10,UTC,51.5\n"
        _ = try bench.facilities(text, overrides: [.latitude: "LAT_DD"])
        #expect(try bench.store.facilities.find(FacilityID("a"))?.facility.geofence.center.latitude == 51.5)
    }

    private func facility(_ id: String, _ bench: ImportBench) throws -> Facility? {
        try bench.store.facilities.find(FacilityID(id))?.facility
    }

    @Test("a file with a part of the columns keeps the rest, and the report says what")
    func partial() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(
            "id,name,city,lat,lon,radius,dwell,tz\na,A,London,51,0,80,900,Europe/London\nb,,,52,0,,,UTC\n"
        )
        let report = try bench.facilities("id,latitude,longitude\na,51.1,0.1\nb,52.1,0.1\n")
        #expect(report.facilityCounts == [0, 2, 0, 0])
        #expect(report.codes.isEmpty)
        #expect(
            report.kept.map { "\($0.field) \($0.count)" }
                == ["name 1", "city 1", "radius_m 1", "dwell_seconds 1", "time_zone 2"]
        )
        #expect(report.document.kept["time_zone"] == 2)
        let moved = try #require(try facility("a", bench))
        #expect(moved.name == "A" && moved.address.city == "London" && moved.dwellThreshold.seconds == 900)
        #expect(moved.timeZone?.identifier == "Europe/London")
        #expect(
            moved.geofence
                == .circle(center: try Coordinate(latitude: 51.1, longitude: 0.1), radius: try Radius(meters: 80))
        )
        let before = try bench.dump()
        #expect(try bench.facilities("id,latitude,longitude\na,51.1,0.1\nb,52.1,0.1\n").facilityCounts == [0, 0, 2, 0])
        #expect(try bench.dump() == before)
        // A dry run reports the same and writes nothing.
        let trial = try bench.facilities("id,dwell_minutes\na,20\n", ImportMode(isDryRun: true))
        #expect(trial.facilityCounts == [0, 1, 0, 0])
        #expect(trial.kept.map(\.field).contains("position"))
        #expect(try bench.dump() == before)
    }

    @Test("a hyphen in a field clears what is stored")
    func clearing() throws {
        let bench = try ImportBench()
        _ = try bench.facilities("id,name,lat,lon,radius,dwell,tz\na,A,51,0,80,900,Europe/London\n", timeZone: .utc)
        let report = try bench.facilities("id,name,radius,tz\na,-,-,-\n")
        #expect(report.facilityCounts == [0, 1, 0, 0])
        let cleared = try #require(try facility("a", bench))
        #expect(cleared.name.isEmpty && cleared.timeZone == nil && cleared.dwellThreshold.seconds == 900)
        #expect(cleared.geofence == .circle(center: try Coordinate(latitude: 51, longitude: 0), radius: .standard))
    }

    @Test("a facility that returns from retirement has what it had")
    func returning() throws {
        let bench = try ImportBench()
        _ = try bench.facilities("id,name,lat,lon,dwell,tz\na,A,51,0,900,UTC\nb,B,52,0,900,UTC\n")
        _ = try bench.facilities("id,lat,lon\nb,52,0\n", ImportMode(replaces: true))
        #expect(try bench.ids() == ["b"])
        _ = try bench.facilities("id\na\n")
        #expect(try bench.ids() == ["a", "b"])
        #expect(try facility("a", bench)?.dwellThreshold.seconds == 900)
    }

    @Test("rows for stored facilities are used where others have no position, unless the import is strict")
    func unknownInPartial() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        let before = try bench.dump()
        let text = "id,name\na,New\nnowhere,X\n"
        #expect(try bench.facilities(text, ImportMode(isStrict: true)).outcome == .refused)
        #expect(try bench.dump() == before)
        let report = try bench.facilities(text)
        #expect((report.records, report.usable, report.rejected) == (2, 1, 1))
        #expect(report.rejectedByCode == ["missing_coordinate": 1])
        #expect(report.facilityCounts == [0, 1, 0, 0])
        #expect(throws: InterchangeError.self) { try bench.facilities("id,name\nnowhere,X\n") }
    }

    @Test("a column of members needs no positions of stored facilities")
    func membersOfStored() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        let report = try bench.facilities("id,member_id\na,m1\nb,m1\na,m2\n")
        #expect(report.memberChanges.facilitiesAdded == 3)
        #expect(report.facilityCounts == [0, 0, 2, 0])
    }

    @Test("only facilities without any time zone, stored or stated, are warned of")
    func zoneOfStored() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.three)
        #expect(try bench.facilities("id,lat,lon\na,51.52,-0.1\n").codes.isEmpty)
        #expect(try bench.facilities("id,lat,lon\nnew,51.52,-0.1\n").codes == ["no_time_zone"])
    }

    @Test("a GeoJSON list is imported, several polygons as one fence, and its export comes back unchanged")
    func geoJSON() throws {
        let bench = try ImportBench()
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","id":"g","geometry":{"type":"Point","coordinates":[0.1,51.1]},"properties":{"name":"Gym","tz":"UTC"}},
            {"type":"Feature","id":"c","geometry":{"type":"MultiPolygon","coordinates":
            [[[[2,48],[2.1,48],[2.1,48.1],[2,48]]],[[[3,48],[3.1,48],[3.1,48.1],[3,48]]]]},"properties":{"name":"Campus","tz":"UTC"}}
            ]}
            """
        let report = try bench.facilities(text)
        #expect(report.outcome == .imported && report.isGeoJSON && report.dialect == nil)
        #expect(report.facilityCounts == [2, 0, 0, 0])
        #expect(report.mapping.map(\.header) == ["feature.id", "name", "tz", "geometry"])
        #expect(try facility("c", bench)?.geofence.polygons.count == 2)
        #expect(try bench.facilities(text).facilityCounts == [0, 0, 2, 0])
        var writer = FacilityGeoJSONWriter()
        var bytes: [UInt8] = []
        writer.writeHeader(into: &bytes)
        for stored in try bench.store.facilities.all() { writer.write(stored.facility, into: &bytes) }
        writer.writeFooter(into: &bytes)
        #expect(try bench.facilities(String(decoding: bytes, as: UTF8.self)).facilityCounts == [0, 0, 2, 0])
        // In an export, a circle is a point with its radius.
        _ = try bench.facilities("id,lat,lon,wkt\ng,51.1,0.1,\"POLYGON((0 51,0.2 51,0.2 51.2,0 51))\"\n")
        #expect(try bench.facilities(String(decoding: bytes, as: UTF8.self)).facilityCounts == [0, 1, 1, 0])
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
