import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("The fence catalogue and its history")
struct FenceCatalogTests {
    @Test(
        "finds fences by key and by facility, whether the keys are near each other or not",
        arguments: [1, 1_000_003]
    )
    func lookup(step: Int) throws {
        let fences = try (0..<50).map { try fence(key: 7 + $0 * step, name: "f\($0)") }
        let catalog = FenceCatalog(fences.shuffled())
        #expect(catalog.fences == fences)
        for fence in fences {
            #expect(catalog[fence.key] == fence)
            #expect(catalog[fence.facility] == fence)
        }
        for absent in [0, 6, 7 + 50 * step] {
            #expect(catalog[try key(absent)] == nil)
        }
        #expect(catalog[try FacilityID("nowhere")] == nil)
        #expect(FenceCatalog.empty[try key(0)] == nil)
    }

    @Test("keeps the last of two fences with one key")
    func lastWins() throws {
        let catalog = FenceCatalog([
            try fence(key: 3, name: "old"), try fence(key: 1, name: "other"), try fence(key: 3, name: "new"),
        ])
        #expect(catalog.fences.map(\.facility.text) == ["other", "new"])
    }

    @Test("a fix is judged by the fences of its day")
    func history() throws {
        let (moved, kept) = (Timestamp(milliseconds: 1000), Timestamp(milliseconds: 2000))
        let versions = [
            FenceHistory.Version(fence: try fence(key: 1, name: "a", meters: 100), validTo: moved),
            FenceHistory.Version(fence: try fence(key: 1, name: "a", meters: 200), validFrom: moved),
            FenceHistory.Version(fence: try fence(key: 2, name: "b"), validFrom: kept),
            FenceHistory.Version(fence: try fence(key: 3, name: "never"), validFrom: kept, validTo: moved),
        ]
        let history = FenceHistory(versions, cachedCatalogs: 2)
        #expect(history.changes == [moved, kept])
        let table: [(Int64, [Double])] = [
            (-5, [100]), (999, [100]), (1000, [200]), (1999, [200]), (2000, [200, 150]), (9000, [200, 150]),
        ]
        for (time, reaches) in table {
            let catalog = history.catalog(at: Timestamp(milliseconds: time))
            #expect(catalog.fences.map(\.reachMeters) == reaches, "at \(time)")
            #expect(catalog.validFrom.map { $0.milliseconds <= time } ?? true)
            #expect(catalog.validTo.map { $0.milliseconds > time } ?? true)
        }
        let early = history.catalog(at: Timestamp(milliseconds: 1500))
        #expect(early === history.catalog(at: Timestamp(milliseconds: 1001)))
        #expect(history.latest === history.catalog(at: Timestamp(milliseconds: 7000)))
        #expect(history.latest.epoch == 2)
    }

    @Test("catalogues that many threads need at once are those of their times, though few are cached")
    func concurrentBuilds() async throws {
        let times = (1...40).map { Timestamp(milliseconds: Int64($0) * 1000) }
        let versions = try times.enumerated().map { number, time in
            FenceHistory.Version(fence: try fence(key: number, name: "f\(number)"), validFrom: time)
        }
        let history = FenceHistory(versions, cachedCatalogs: 3)
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for turn in 0..<200 {
                        let time = times[(turn * 7 + task) % times.count]
                        let catalog = history.catalog(at: time)
                        #expect(catalog.validFrom == time)
                        #expect(catalog.count == catalog.epoch)
                    }
                }
            }
        }
    }

    @Test("a history that replaces another is prepared for the times that were asked for last, and for the newest")
    func prepared() throws {
        let times = (1...6).map { Timestamp(milliseconds: Int64($0) * 1000) }
        let versions = try times.enumerated().map { number, time in
            FenceHistory.Version(fence: try fence(key: number, name: "f\(number)"), validFrom: time)
        }
        let first = FenceHistory(Array(versions.prefix(4)), cachedCatalogs: 3)
        first.prepare(replacing: nil)
        #expect(first.cached.map(\.start) == [times[3], times[2]])
        #expect(first.cached.filter(\.isAsked).isEmpty)
        for asked in [1500, 500] { _ = first.catalog(at: Timestamp(milliseconds: Int64(asked))) }
        #expect(first.cached.filter(\.isAsked).map(\.start) == [nil, times[0]])

        let second = FenceHistory(versions, cachedCatalogs: 3)
        second.prepare(replacing: first)
        #expect(second.cached.map(\.start) == [times[5], times[4], nil])
        // What was only prepared is not prepared again.
        let third = FenceHistory(versions, cachedCatalogs: 3)
        third.prepare(replacing: second)
        #expect(third.cached.map(\.start) == [times[5], times[4]])
        let smallest = FenceHistory(versions, cachedCatalogs: 1)
        smallest.prepare(replacing: first)
        #expect(smallest.cached.map(\.start) == [times[5]])
    }

    @Test("a history without changes has one catalogue for all times")
    func noChanges() throws {
        let history = FenceHistory([FenceHistory.Version(fence: try fence(key: 1, name: "a"))])
        #expect(
            history.catalog(at: Timestamp(milliseconds: .min)) === history.catalog(at: Timestamp(milliseconds: .max))
        )
        #expect(history.latest.count == 1)
    }

    @Test(
        "a key is a number that fits",
        arguments: [(-1, false), (0, true), (2_147_483_647, true), (2_147_483_648, false)]
    )
    func keys(number: Int64, fits: Bool) {
        #expect((FenceKey(exactly: number) != nil) == fits)
    }

    private func key(_ number: Int) throws -> FenceKey {
        try #require(FenceKey(exactly: number))
    }

    private func fence(key number: Int, name: String, meters: Double = 150) throws -> Fence {
        Fence(
            key: try key(number),
            facility: try FacilityID(name),
            geofence: .circle(
                center: try Coordinate(latitude: 10, longitude: 20),
                radius: try Radius(meters: meters)
            )
        )
    }
}
