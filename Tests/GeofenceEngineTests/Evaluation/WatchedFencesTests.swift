import GeofenceEngine
import Testing
import VisitModel

@Suite("Watched fences")
struct WatchedFencesTests {
    @Test("fences that the catalogue lacks are left out, wherever they stand", arguments: 0...9)
    func unknownFences(count: Int) throws {
        // Ten circles in a row, a kilometre apart, of which the catalogue has the first ones or the last ones.
        let fences = try (0..<10).map { try Ground.circle("gym-\($0)", key: $0 + 1, east: Double($0) * 1000) }
        for known in [fences.prefix(count), fences.suffix(count)] {
            let watched = WatchedFences(fences.map(\.key), in: FenceCatalog(Array(known)))
            #expect(watched.keys == known.map(\.key))
            for fence in fences {
                var near: [FenceKey] = []
                watched.forEachNear(EarthPoint(fence.geofence.center)) { near.append($0) }
                #expect(near == (known.contains { $0.key == fence.key } ? [fence.key] : []))
            }
        }
    }
}
