import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Facilities in a part of a map")
struct FacilityViewTests {
    private static func store() throws -> VisitStore {
        let store = try VisitStore.temporary()
        // A grid of 20 by 20 round 45 N 10 E, one at the antimeridian, and one that is retired.
        let grid = try (0..<400).map { number in
            try gym("f\(number)", 45 + Double(number / 20) / 100, 10 + Double(number % 20) / 100)
        }
        try store.load(grid + [gym("east", 0, 179.9), gym("west", 0, -179.9), gym("gone", 45, 10)])
        try store.facilities.importRows(effectiveFrom: .march(9)) { try $0.retire(FacilityID("gone")) }
        return store
    }

    private static func view(
        _ south: Double,
        _ north: Double,
        _ west: Double,
        _ east: Double,
        cell: Double = 1
    ) throws -> FacilityView {
        try #require(FacilityView(south: south, north: north, west: west, east: east, cell: cell))
    }

    private static func ids(_ found: FacilitiesInView) throws -> [String] {
        guard case .facilities(let facilities) = found else { throw CancellationError() }
        return facilities.map(\.facility.id.text).sorted()
    }

    @Test("few facilities are themselves, without those that are retired")
    func few() throws {
        let store = try Self.store()
        let found = try store.facilities.inView(Self.view(44.995, 45.005, 9.995, 10.015), limit: 10)
        #expect(try Self.ids(found) == ["f0", "f1"])
        #expect(try Self.ids(store.facilities.inView(Self.view(-10, -5, 0, 5), limit: 10)).isEmpty)
    }

    @Test("a part across the antimeridian has both sides, however its longitudes are counted")
    func antimeridian() throws {
        let store = try Self.store()
        for (west, east) in [(179.0, 181.0), (-181.0, -179.0), (539.0, 541.0)] {
            #expect(try Self.ids(store.facilities.inView(Self.view(-1, 1, west, east), limit: 10)) == ["east", "west"])
        }
        #expect(try Self.ids(store.facilities.inView(Self.view(-1, 1, -500, 500), limit: 10)) == ["east", "west"])
    }

    @Test("many are clusters whose counts are all of them, in the middle of each cell's")
    func many() throws {
        let store = try Self.store()
        guard
            case .clusters(let clusters) = try store.facilities.inView(Self.view(44, 46, 9, 11, cell: 0.1), limit: 300)
        else { throw CancellationError() }
        #expect(clusters.reduce(0) { $0 + $1.count } == 400)
        #expect(clusters.allSatisfy { (45...45.2).contains($0.latitude) && (10...10.2).contains($0.longitude) })
        #expect((4...9).contains(clusters.count))
        #expect(clusters.map(\.count) == clusters.map(\.count).sorted(by: >))
    }

    @Test("the extent is the box round all of them; none without a facility")
    func extent() throws {
        let extent = try #require(try Self.store().facilities.extent())
        #expect(
            (-0.1...0).contains(extent.latitudes.lowerBound) && (45.19...45.2).contains(extent.latitudes.upperBound)
        )
        #expect(try VisitStore.temporary().facilities.extent() == nil)
    }

    @Test(
        "what is no box is refused",
        arguments: [(1, 0, 0, 1, 1), (0, 1, 1, 0, 1), (0, 1, 0, 1, 0), (.nan, 1, 0, 1, 1), (0, 1, 0, .infinity, 1)]
            as [(Double, Double, Double, Double, Double)]
    )
    func invalid(south: Double, north: Double, west: Double, east: Double, cell: Double) {
        #expect(FacilityView(south: south, north: north, west: west, east: east, cell: cell) == nil)
    }
}
