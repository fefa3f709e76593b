import GeofenceEngine
import Interchange
import MemberEngine
import SQLiteStorage
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Imports of stays and of facilities that are a part of others")
struct FacilityPartImportTests {
    static let mall = """
        id,name,lat,lon,tz,stays,part_of
        clinic,Clinic,51.5,-0.1,UTC,long,mall
        mall,Mall,51.5,-0.1,UTC,,
        """

    private func facility(_ id: String, _ bench: ImportBench) throws -> Facility? {
        try bench.store.facilities.find(FacilityID(id))?.facility
    }

    @Test("both are stored, a file without them keeps them, and another value begins a new version")
    func life() throws {
        let bench = try ImportBench()
        #expect(try bench.facilities(Self.mall).facilityCounts == [2, 0, 0, 0])
        #expect(try facility("clinic", bench)?.stays == .long)
        #expect(try facility("clinic", bench)?.partOf == FacilityID("mall"))
        #expect(try facility("mall", bench)?.stays == .short)
        #expect(try facility("mall", bench)?.partOf == nil)
        #expect(try bench.facilities(Self.mall).facilityCounts == [0, 0, 2, 0])
        let renamed = try bench.facilities("id,name\nclinic,Other\nmall,Mall\n")
        #expect(renamed.facilityCounts == [0, 1, 1, 0])
        #expect(renamed.keptCounts["stays"] == 1 && renamed.keptCounts["part_of"] == 1)
        #expect(try facility("clinic", bench)?.partOf == FacilityID("mall"))
        #expect(try bench.facilities("id,part_of\nclinic,-\n").facilityCounts == [0, 1, 0, 0])
        #expect(try facility("clinic", bench)?.stays == .long)
        #expect(try facility("clinic", bench)?.partOf == nil)
        var stays: [Facility.Stays] = []
        var wholes: [FacilityID?] = []
        try bench.store.facilities.forEachFenceVersion { version in
            guard version.facility.text == "clinic" else { return }
            stays.append(version.stays)
            wholes.append(version.partOf)
        }
        #expect(stays == [.long, .long])
        #expect(wholes == [try FacilityID("mall"), nil])
    }

    @Test("a facility that is a part of an unknown one is imported as a part of none")
    func unknown() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.mall)
        let report = try bench.facilities("id,part_of\nclinic,nowhere\n")
        #expect(report.facilityCounts == [0, 1, 0, 0])
        #expect(report.codes.contains("unknown_part_of"))
        #expect(try facility("clinic", bench)?.partOf == nil)
    }

    @Test("of two changes at once that together lead back to themselves the second is refused")
    func circleOfTwoChanges() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.mall)
        // Checked before the other change was stored.
        var mall = try #require(try facility("mall", bench))
        mall.partOf = try FacilityID("clinic")
        let time = Timestamp(seconds: 1_709_900_000)
        let error = #expect(throws: StorageError.self) {
            try bench.store.facilities.save(mall, effectiveFrom: time, observedAt: time)
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("by way of `clinic`") == true)
        #expect(try facility("mall", bench)?.partOf == nil)
    }

    @Test("facilities that lead back to themselves are rejected with their lists, and the others imported")
    func circle() throws {
        let bench = try ImportBench()
        let text = "id,lat,lon,tz,part_of,member_id\na,51,0,UTC,b,m1\nb,51,0,UTC,a,m1\nc,51,0,UTC,,m1\n"
        let strict = try bench.facilities(text, ImportMode(isStrict: true))
        #expect(strict.outcome == .refused)
        let report = try bench.facilities(text)
        #expect((report.records, report.usable, report.rejected) == (3, 1, 2))
        #expect(report.rejectedByCode == ["part_of_itself": 2])
        #expect(try bench.ids() == ["c"])
        #expect(try bench.store.members.find(MemberID("m1"))?.member.facilities == [try FacilityID("c")])
        // Nothing is left of a file with nothing else.
        let only = try bench.facilities("id,lat,lon,part_of\nx,51,0,y\ny,51,0,x\n")
        #expect(only.outcome == .nothingUsable)
        // A stored facility stays as it was.
        _ = try bench.facilities(Self.mall)
        let turned = try bench.facilities("id,name,part_of\nmall,New,clinic\n")
        #expect(turned.outcome == .nothingUsable)
        #expect(try facility("mall", bench)?.name == "Mall")
    }

    @Test("exports come back unchanged")
    func roundTrip() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.mall)
        var (csv, geoJSON): ([UInt8], [UInt8]) = ([], [])
        var writer = FacilityGeoJSONWriter()
        FacilityCSVWriter().writeHeader(into: &csv)
        writer.writeHeader(into: &geoJSON)
        for stored in try bench.store.facilities.all() {
            FacilityCSVWriter().write(stored.facility, into: &csv)
            writer.write(stored.facility, into: &geoJSON)
        }
        writer.writeFooter(into: &geoJSON)
        for bytes in [csv, geoJSON] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(try bench.facilities(text).facilityCounts == [0, 0, 2, 0])
            let other = try ImportBench()
            #expect(try other.facilities(text).facilityCounts == [2, 0, 0, 0])
            #expect(try other.store.facilities.all() == bench.store.facilities.all())
        }
    }

    @Test("the engine's fences have the stays and the facility that they are a part of")
    func fences() throws {
        let bench = try ImportBench()
        _ = try bench.facilities(Self.mall)
        let directory = try FacilityDirectory(bench.store, defaultTimeZone: .utc)
        let key = try #require(directory.key(of: FacilityID("clinic")))
        let fence = try #require(directory.history.latest[key])
        #expect(fence.stays == .long)
        #expect(try fence.partOf == FacilityID("mall"))
    }
}
