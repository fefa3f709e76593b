import GeofenceEngine
import Testing
import VisitModel

@Suite("The fence index")
struct FenceIndexTests {
    @Test("finds what a scan finds, in the same order", arguments: seeds(8))
    func nearestEqualsScan(seed: UInt64) throws {
        let count = [0, 1, 3, 7, 40, 300, 1_000, 4_000][Int(seed) % 8]
        var world = try RandomWorld(seed: seed, count: count, polygonShare: seed % 3 == 0 ? 0.3 : 0.02)
        let index = FenceIndex(world.fences)
        var search = FenceSearch()
        for _ in 0..<15 {
            let place = try world.point()
            let point = EarthPoint(place)
            let wanted = world.pick([0, 1, 5, 20, 100, 400])
            let visits: (FenceKey) -> Int = { Int($0.rawValue) % 3 }
            index.nearest(wanted, to: place, point, using: &search, visits: visits)
            let expected = Self.scan(world.fences, from: place, visits: visits).prefix(wanted)
            #expect(search.found == Array(expected), "seed \(seed), \(wanted) nearest \(place)")
        }
    }

    @Test("a bounding circle holds its polygons", arguments: seeds(2, from: 200))
    func reachHoldsPolygon(seed: UInt64) throws {
        let world = try RandomWorld(seed: seed, count: 150, polygonShare: 1)
        for fence in world.fences {
            let edges = fence.geofence.polygons.flatMap { zip($0.exterior, $0.exterior.dropFirst()) }
            for (start, end) in edges {
                for step in 0...20 where abs(start.longitude - end.longitude) < 180 {
                    let part = Double(step) / 20
                    let place = try Coordinate(
                        latitude: start.latitude + part * (end.latitude - start.latitude),
                        longitude: start.longitude + part * (end.longitude - start.longitude)
                    )
                    #expect(fence.center.distance(to: EarthPoint(place)) <= fence.reachMeters, "seed \(seed)")
                }
            }
        }
    }

    /// All fences, measured and sorted.
    static func scan(_ fences: [Fence], from place: Coordinate, visits: (FenceKey) -> Int) -> [NearbyFence] {
        let point = EarthPoint(place)
        return fences.enumerated()
            .map { NearbyFence(position: $0, edgeMeters: $1.signedDistance(to: place, point)) }
            .sorted { first, second in
                if first.edgeMeters != second.edgeMeters { return first.edgeMeters < second.edgeMeters }
                let (firstFence, secondFence) = (fences[first.position], fences[second.position])
                if visits(firstFence.key) != visits(secondFence.key) {
                    return visits(firstFence.key) > visits(secondFence.key)
                }
                return firstFence.facility < secondFence.facility
            }
    }
}
