import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Importing facilities")
struct FacilityImportTests {
    private struct Stopped: Error {}

    @Test("every field is read back unchanged")
    func roundTrip() throws {
        let store = try VisitStore.temporary()
        let facility = Facility(
            id: try FacilityID("Gym \"Ö\" 1"),
            name: "Fitness, \"Zürich\"\nOerlikon",
            address: PostalAddress(street: "a", city: "b", state: "c", postalCode: "d", country: "e"),
            geofence: .circle(
                center: try Coordinate(latitude: 47.123456789012345, longitude: -8.000000000000001),
                radius: try Radius(meters: 77.7)
            ),
            dwellThreshold: try DwellThreshold(seconds: 900),
            timeZone: try TimeZoneName("Europe/Zurich"),
            stays: .long,
            partOf: try FacilityID("mall")
        )
        let polygon = try mall("mall", 10, 20, hole: true)
        let several = try campus("school", 10, 179.999)
        try store.load([facility, polygon, several])
        #expect(try store.facilities.find(facility.id) == StoredFacility(facility: facility, retiredAt: nil))
        #expect(try store.facilities.find(polygon.id)?.facility == polygon)
        #expect(try store.facilities.find(several.id)?.facility == several)
        #expect(try store.facilities.all().map(\.facility) == [facility, polygon, several])
        #expect(try store.facilities.fenceVersions().map(\.geofence).contains(several.geofence))
        #expect(try store.facilities.find(FacilityID("none")) == nil)
    }

    @Test("the same list twice writes nothing the second time")
    func idempotent() throws {
        let store = try VisitStore.temporary()
        let list =
            try (0..<50).map { try gym("g\($0)", 40 + Double($0) / 100, zone: "Europe/Paris") }
            + (0..<4).map { try mall("m\($0)", 50, Double($0)) } + [campus("c", 51, 0)]
        #expect(try store.load(list).added == 55)
        let before = try store.dump()
        let changes = store.database.pool.writeWithoutTransaction { $0.totalChangesCount }
        let summary = try store.load(list, replace: true, from: .march(100))
        #expect(summary.unchanged == 55)
        #expect(summary.added + summary.updated + summary.retired == 0)
        #expect(store.database.pool.writeWithoutTransaction { $0.totalChangesCount } == changes)
        #expect(try store.dump() == before)
    }

    @Test("a new name updates the row and adds no version")
    func rename() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a", name: "Old")])
        let summary = try store.load([gym("a", name: "New", city: "Town")])
        #expect(summary.updated == 1)
        #expect(try store.facilities.find(FacilityID("a"))?.facility.name == "New")
        #expect(try store.facilities.fenceVersions().count == 1)
    }

    @Test(
        "a change of fence, threshold, zone, stays or whole ends one version and begins the next",
        arguments: [
            "moved", "larger", "longer dwell", "other zone", "long stays", "part of another", "polygon",
            "several polygons",
        ]
    )
    func newVersion(_ change: String) throws {
        // Given a facility
        let store = try VisitStore.temporary()
        let old = try gym("a", zone: "Europe/Paris")
        try store.load([old])
        // When it changes
        let new =
            switch change {
            case "moved": try gym("a", 45.01, zone: "Europe/Paris")
            case "larger": try gym("a", radius: 200, zone: "Europe/Paris")
            case "longer dwell": try gym("a", dwell: 700, zone: "Europe/Paris")
            case "other zone": try gym("a", zone: "Europe/London")
            case "long stays": try gym("a", zone: "Europe/Paris", stays: .long)
            case "part of another": try gym("a", zone: "Europe/Paris", partOf: "b")
            case "several polygons": try campus("a", 45, -93)
            default: try mall("a", 45, -93)
            }
        #expect(try store.load([new], from: .march(10)).updated == 1)
        // Then the old version ends where the new one begins
        let versions = try store.facilities.fenceVersions()
        #expect(versions.map(\.validFrom) == [Timestamp.beginningOfTime, .march(10)])
        #expect(versions.map(\.validTo) == [.march(10), nil])
        #expect(versions.map(\.geofence) == [old.geofence, new.geofence])
        #expect(versions.map(\.dwellThreshold) == [old.dwellThreshold, new.dwellThreshold])
        #expect(versions.map(\.timeZone) == [old.timeZone, new.timeZone])
        #expect(versions.map(\.stays) == [old.stays, new.stays])
        #expect(versions.map(\.partOf) == [old.partOf, new.partOf])
        #expect(try store.facilities.find(FacilityID("a"))?.facility == new)
    }

    @Test("the same stays and the same whole begin no version, and another whole does")
    func sameWhole() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a", stays: .long, partOf: "b"), gym("b"), gym("c")])
        #expect(try store.load([gym("a", name: "New", stays: .long, partOf: "b")], from: .march(10)).updated == 1)
        #expect(try store.facilities.fenceVersions().count == 3)
        #expect(try store.load([gym("a", name: "New", stays: .long, partOf: "c")], from: .march(10)).updated == 1)
        #expect(try store.load([gym("a", name: "New", stays: .long)], from: .march(20)).updated == 1)
        let versions = try store.facilities.fenceVersions().filter { $0.facility.text == "a" }
        #expect(versions.map { $0.partOf?.text } == ["b", "c", nil])
    }

    @Test("a change dated before an earlier change replaces it")
    func earlierChange() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a", 1)])
        try store.load([gym("a", 2)], from: .march(20))
        let replaced = try #require(try store.facilities.fenceVersions().last)
        try store.load([gym("a", 3)], from: .march(10))
        let versions = try store.facilities.fenceVersions()
        #expect(versions.map(\.geofence.center.latitude) == [1, 3])
        #expect(versions.map(\.validTo) == [.march(10), nil])
        #expect(!versions.map(\.key).contains(replaced.key), "a key must not be given out twice")
        #expect(try store.number("SELECT CheckSpatialIndex('facility_version', 'extent')") == 1)
    }

    @Test("replace retires missing facilities, and a returning one gets a new version")
    func retireAndReturn() throws {
        let store = try VisitStore.temporary()
        let (a, b) = (try gym("a", 1), try gym("b", 2))
        try store.load([a, b])
        // When b is missing
        let summary = try store.load([a], replace: true, from: .march(10))
        // Then it is retired and kept
        #expect(summary.retired == 1)
        #expect(summary.unchanged == 1)
        #expect(try store.facilities.all().map(\.facility) == [a])
        let all = try store.facilities.all(matching: FacilityFilter(includesRetired: true))
        #expect(
            all == [StoredFacility(facility: a, retiredAt: nil), StoredFacility(facility: b, retiredAt: .march(10))]
        )
        #expect(try store.facilities.nearest(to: b.geofence.center, count: 5).map(\.facility) == [a])
        // And a second time is not retired again
        #expect(try store.load([a], replace: true, from: .march(15)).retired == 0)
        // When it returns
        #expect(try store.load([a, b], replace: true, from: .march(20)).updated == 1)
        // Then it holds again, after a gap
        let versions = try store.facilities.fenceVersions().filter { $0.facility == b.id }
        #expect(versions.map(\.validFrom) == [Timestamp.beginningOfTime, .march(20)])
        #expect(versions.map(\.validTo) == [.march(10), nil])
        #expect(try store.facilities.find(b.id) == StoredFacility(facility: b, retiredAt: nil))
        #expect(try store.facilities.nearest(to: b.geofence.center, count: 1).map(\.facility) == [b])
    }

    @Test("a dry run returns the same counts and stores nothing")
    func dryRun() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a", 1), gym("b", 2)])
        let before = try store.dump()
        let list = [try gym("a", 5), try gym("c", 3)]
        let summary = try store.load(list, replace: true, dryRun: true, from: .march(10))
        #expect((summary.added, summary.updated, summary.retired) == (1, 1, 1))
        #expect(try store.dump() == before)
        #expect(try store.facilities.nearest(to: Coordinate(latitude: 3, longitude: -93), count: 9).count == 2)
        #expect(try store.load(list, replace: true, from: .march(10)) == summary)
    }

    @Test("no writer waits for a dry run, which sees the facilities as they were at its beginning")
    func dryRunBesideWriter() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("a", 1), gym("b", 2)])
        let summary = try store.facilities.importRows(replace: true, dryRun: true, effectiveFrom: .march(10)) {
            importer in
            try importer.upsert(gym("a", 5))
            try store.load([gym("c", 3)])
            try importer.upsert(gym("c", 3))
            try importer.assign(FacilityID("c"), to: MemberID("ann"))
        }
        #expect((summary.added, summary.updated, summary.retired) == (1, 1, 1))
        #expect(try store.facilities.all().map(\.facility.id.text).sorted() == ["a", "b", "c"])
        #expect(try store.members.find(MemberID("ann")) == nil)
    }

    @Test("an error of the caller rolls everything back and is rethrown")
    func callerThrows() throws {
        let store = try VisitStore.temporary()
        let before = try store.dump()
        #expect(throws: Stopped.self) {
            try store.facilities.importRows(effectiveFrom: .march()) { importer in
                try importer.upsert(gym("a"))
                throw Stopped()
            }
        }
        #expect(try store.dump() == before)
        #expect(try store.load([gym("a")]).added == 1)
    }

    @Test("an id that comes twice in one import is refused")
    func repeated() throws {
        let store = try VisitStore.temporary()
        let error = #expect(throws: StorageError.self) { try store.load([gym("a", 1), gym("a", 2)]) }
        #expect(error?.code == .repeatedName)
        #expect(try store.facilities.all().isEmpty)
    }

    @Test("fences can't change before their first version begins")
    func tooEarly() throws {
        let store = try VisitStore.temporary()
        let error = #expect(throws: StorageError.self) {
            try store.load([gym("a")], from: Timestamp.beginningOfTime)
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test("members imported with the facilities get lists")
    func membersToo() throws {
        let store = try VisitStore.temporary()
        let summary = try store.facilities.importRows(effectiveFrom: .march()) { importer in
            try importer.upsert(gym("a"))
            #expect(try importer.assign(FacilityID("a"), to: MemberID("anna")))
            #expect(try !importer.assign(FacilityID("none"), to: MemberID("ben")))
        }
        #expect(summary.members.membersAdded == 2)
        #expect(summary.members.facilitiesAdded == 1)
        #expect(summary.members.facilitiesUnknown == 1)
        #expect(try store.members.find(MemberID("anna"))?.member.facilities == [try FacilityID("a")])
        #expect(try store.members.find(MemberID("ben"))?.member.facilities == [])
        #expect(try store.facilities.all(matching: FacilityFilter(member: MemberID("anna"))).count == 1)
        #expect(try store.facilities.all(matching: FacilityFilter(member: MemberID("ben"))).isEmpty)
    }

    @Test("filters restrict by city and state, and limit by id")
    func filters() throws {
        let store = try VisitStore.temporary()
        try store.load([gym("c", city: "X"), gym("b", city: "Y"), gym("a", city: "X")])
        #expect(try store.facilities.all(matching: FacilityFilter(city: "X")).map(\.facility.id.text) == ["a", "c"])
        #expect(try store.facilities.all(matching: FacilityFilter(limit: 2)).map(\.facility.id.text) == ["a", "b"])
        #expect(try store.facilities.all(matching: FacilityFilter(state: "Z")).isEmpty)
    }
}
