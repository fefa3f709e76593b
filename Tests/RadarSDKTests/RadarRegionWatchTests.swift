import RadarEngine
import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@testable import RadarSDK

@Suite("Registering Radar's regions with the phone")
struct RadarRegionWatchTests {
    /// Regions as tracking makes them, for server fences with these radii.
    private static func regions(_ radii: [Double], on platform: Platform) throws -> [RadarRegion] {
        var fences = RadarSyncedFences(platform: platform)
        let list = try radii.enumerated().map { index, meters in
            RadarNearbyGeofence(
                id: "g\(index)",
                center: try RadarScene.place(east: 0),
                radius: try Radius(meters: meters)
            )
        }
        let options = RadarTrackingOptions.presetResponsive(on: platform)
        return fences.replace(list, succeeded: true, under: options, isTracking: true).added
    }

    @Test("only regions removed and added unchanged stay as they are", arguments: Platform.allCases, [true, false])
    func equal(platform: Platform, keeps: Bool) throws {
        var watch = RadarRegionWatch()
        let before = try Self.regions([100, 200, 300], on: platform)
        watch.add(before)
        _ = watch.takeChanges(on: platform, keepsEqual: keeps, at: RadarScene.start)
        let after = try Self.regions([100, 250], on: platform)
        watch.remove(before.map(\.id))
        watch.add(after)
        let changes = watch.takeChanges(on: platform, keepsEqual: keeps, at: RadarScene.start)
        #expect(changes.additions == (keeps ? [after[1]] : after))
        let leaving = platform == .ios ? [before[2].id] : [before[1].id, before[2].id]
        #expect(changes.removals == (keeps ? leaving : before.map(\.id)))
        #expect(!watch.hasChanges)
    }

    @Test("a refused region is requested once more by itself, and again when the phone has changed")
    func retries() throws {
        var watch = RadarRegionWatch()
        let region = try Self.regions([100], on: .android)[0]
        watch.add([region])
        _ = watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start)
        for _ in 0..<2 {
            watch.refuse(region, mayTakeLater: true)
            watch.retry(of: [region.id], isNew: false)
        }
        #expect(watch.hasChanges == true)
        #expect(watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start).additions == [region])
        watch.refuse(region, mayTakeLater: true)
        #expect(!watch.canRetry)
        watch.retry(of: [region.id], isNew: false)
        #expect(!watch.hasChanges)
        watch.retry(of: [region.id], isNew: true)
        #expect(watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start).additions == [region])
        watch.refuse(region, mayTakeLater: true)
        watch.remove([region.id])
        watch.retry(of: [region.id], isNew: true)
        #expect(watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start).additions.isEmpty)
    }

    @Test("a region added and removed before the request reaches the phone is not requested")
    func overtaken() throws {
        var watch = RadarRegionWatch()
        let regions = try Self.regions([100, 200], on: .ios)
        watch.add(regions)
        watch.remove([regions[0].id])
        #expect(watch.takeChanges(on: .ios, keepsEqual: true, at: RadarScene.start).additions == [regions[1]])
    }

    @Test("regions that a phone may have lost silently are requested again after an hour; iOS loses none so")
    func heals() throws {
        for platform in Platform.allCases {
            var watch = RadarRegionWatch()
            let regions = try Self.regions([100], on: platform)
            watch.add(regions)
            _ = watch.takeChanges(on: platform, keepsEqual: true, at: RadarScene.start)
            for (minute, isAsked) in [(59.0, false), (61, platform == .android), (119, false)] {
                watch.remove(regions.map(\.id))
                watch.add(regions)
                let changes = watch.takeChanges(on: platform, keepsEqual: true, at: RadarScene.minute(minute))
                #expect(changes.additions == (isAsked ? regions : []), "minute \(minute)")
            }
        }
    }

    @Test("regions no longer wanted are not requested again")
    func unwanted() throws {
        var watch = RadarRegionWatch()
        let regions = try Self.regions([100, 200], on: .android)
        watch.add(regions)
        _ = watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start)
        watch.loseAll()
        watch.retry(of: [regions[1].id], isNew: true)
        #expect(watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start).additions == [regions[1]])
        #expect(watch.refused.isEmpty)
    }

    @Test("the watch of a phone that lost all regions requests all again")
    func loses() throws {
        var watch = RadarRegionWatch()
        let regions = try Self.regions([100, 200], on: .android)
        watch.add(regions)
        _ = watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start)
        watch.loseAll()
        #expect(watch.known.isEmpty)
        watch.retry(of: Set(regions.map(\.id)), isNew: true)
        #expect(Set(watch.takeChanges(on: .android, keepsEqual: true, at: RadarScene.start).additions) == Set(regions))
    }

    @Test(
        "a list in another order changes nothing, and one with another region changes that one",
        arguments: [1, 2, 3]
    )
    func reordered(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let all = try Self.regions((0..<12).map { 100 + Double($0) * 10 }, on: .ios)
        var (watch, watched) = (RadarRegionWatch(), Array(all.prefix(8)))
        watch.add(watched)
        _ = watch.takeChanges(on: .ios, keepsEqual: true, at: RadarScene.start)
        for round in 0..<300 {
            var next = watched
            switch Int.random(in: 0..<4, using: &random) {
            case 0: next.shuffle(using: &random)
            case 1: next[Int.random(in: 0..<8, using: &random)] = all.filter { !next.contains($0) }[0]
            case 2: next.swapAt(Int.random(in: 0..<8, using: &random), Int.random(in: 0..<8, using: &random))
            default: break
            }
            if round % 50 == 49 { watch.refuse(next[0], mayTakeLater: false) }
            let missing = next.filter { watch.known[$0.id] == nil }
            watch.remove(watched.map(\.id))
            watch.add(next)
            let changes = watch.takeChanges(on: .ios, keepsEqual: true, at: RadarScene.minute(Double(round)))
            #expect(Set(changes.additions) == Set(missing), "seed \(seed), round \(round)")
            #expect(Set(changes.removals) == Set(watched.map(\.id)).subtracting(next.map(\.id)))
            #expect(Set(watch.known.values) == Set(next))
            watched = next
        }
    }
}
