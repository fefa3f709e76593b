import TrackingModel
import Testing
import TrackingEngine
import VisitModel

@Suite("Entries and exits of geofences")
struct GeofenceCrossingTests {
    @Test("an entry and an exit carry the fence's extras, its record and the fix", arguments: Platform.allCases)
    func plain(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, [try FenceGround.fence("a", extras: ["tag": .text("gym")])])
        let fix = try FenceGround.fix(8)
        let entered = phone.receive(.enter, "a", fix: fix, at: 10)
        let occurrence = try #require(entered.occurrences.first)
        #expect(
            occurrence.crossing
                == GeofenceCrossing(
                    identifier: "a",
                    action: .enter,
                    timestamp: FenceGround.time(10),
                    extras: ["tag": .text("gym")]
                )
        )
        #expect(occurrence.fix == fix)
        #expect(occurrence.origin == .system)
        #expect(occurrence.geofence.hits == 1)
        #expect(occurrence.geofence.entryState == .inside)
        #expect(occurrence.geofence.stateUpdatedAt == FenceGround.time(10))
        let left = phone.receive(.exit, "a", fix: try FenceGround.fix(300, north: 300), at: 301)
        #expect(left.emitted == ["a EXIT"])
        #expect(left.occurrences.first?.geofence == phone.stored["a"])
        #expect(phone.stored["a"]?.entryState == .outside)
        #expect(phone.stored["a"]?.stateUpdatedAt == FenceGround.time(301))
        #expect(phone.receive(.enter, "a", at: 400).occurrences.first?.geofence.hits == 2)
    }

    @Test("one system report can name many fences, which are emitted in its order")
    func many() throws {
        var phone = try FenceGround.phone(.android, try FenceGround.row(3, every: 10))
        #expect(
            phone.receive(.enter, "f002", "f000", "f001", at: 5).emitted == ["f002 ENTER", "f000 ENTER", "f001 ENTER"]
        )
    }

    @Test(
        "a transition that was not requested is not emitted, and still counts",
        arguments: [(true, true, ["a ENTER", "a EXIT"]), (true, false, ["a ENTER"]), (false, true, ["a EXIT"])]
    )
    func flags(entry: Bool, exit: Bool, emitted: [String]) throws {
        var phone = try FenceGround.phone(.android, [try FenceGround.fence("a", entry: entry, exit: exit)])
        var all = phone.receive(.enter, "a", at: 5).emitted
        #expect(phone.stored["a"]?.hits == 1)
        all += phone.receive(.exit, "a", at: 50).emitted
        #expect(phone.stored["a"]?.entryState == .outside)
        #expect(all == emitted)
    }

    @Test("a second entry is a duplicate, and a second exit is nothing", arguments: Platform.allCases)
    func duplicates(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, [try FenceGround.fence("a")])
        #expect(phone.receive(.exit, "a", at: 1).isEmpty)
        _ = phone.receive(.enter, "a", at: 5)
        let second = phone.receive(.enter, "a", at: 6)
        #expect(second.emitted == [])
        #expect(second.refused == ["a geofence-duplicate-enter"])
        #expect(phone.stored["a"]?.hits == 1)
        #expect(phone.stored["a"]?.stateUpdatedAt == FenceGround.time(5))
        #expect(phone.receive(.exit, "a", at: 7).emitted == ["a EXIT"])
        #expect(phone.receive(.exit, "a", at: 8).isEmpty)
    }

    @Test("a report older than the fence's last one is refused")
    func late() throws {
        var phone = try FenceGround.phone(.android, try FenceGround.row(2, every: 10))
        // The exit overtook its entry: emitted afterwards, the entry would never end.
        #expect(phone.receive(.exit, "f000", at: 50).isEmpty)
        #expect(phone.receive(.enter, "f000", at: 40).refused == ["f000 out-of-order"])
        #expect(phone.stored["f000"]?.entryState == .outside)
        // Another fence has its own time.
        #expect(phone.receive(.enter, "f001", at: 45).emitted == ["f001 ENTER"])
    }

    @Test("a fence with entries only is entered again each time, for its exits are not reported")
    func entriesAlone() throws {
        var phone = try FenceGround.phone(.android, [try FenceGround.fence("a", exit: false)])
        #expect(phone.receive(.enter, "a", at: 5).emitted == ["a ENTER"])
        #expect(phone.receive(.enter, "a", at: 5).refused == ["a geofence-duplicate-enter"])
        #expect(phone.receive(.enter, "a", at: 90).emitted == ["a ENTER"])
        #expect(phone.stored["a"]?.hits == 2)
        // A fix that is surely outside is enough.
        #expect(phone.receive(try FenceGround.fix(100, north: 220, accuracy: 30)).isEmpty)
        #expect(phone.stored["a"]?.entryState == .inside)
        #expect(phone.receive(try FenceGround.fix(110, north: 240, accuracy: 30)).isEmpty)
        #expect(phone.stored["a"]?.entryState == .outside)
    }

    @Test("the region of a geofence that no longer exists is released", arguments: Platform.allCases)
    func stale(platform: Platform) throws {
        let fences = [try FenceGround.fence("a"), try FenceGround.fence("far", north: 9e5)]
        var phone = try FenceGround.phone(platform, fences) {
            $0.geofenceProximityRadius = 5000
        }
        let region = FenceGround.regions(["far"], on: platform)
        let step = phone.receive(.enter, "far", at: 5)
        #expect(step.removed == region)
        #expect(step.emitted == [])
        // Regions of other parts of the app are ignored.
        for id in ["a:b", "radar_stopped", TrackedRegion.stationaryID] {
            #expect(phone.process(.enter, of: [id], at: FenceGround.time(6)).isEmpty)
        }
        let unknown = phone.receive(.exit, "nobody", at: 7)
        #expect(unknown.removed == (platform == .ios ? FenceGround.regions(["nobody"], on: platform) : []))
    }

    @Test(
        "geofenceInitialTriggerEntry true: inside at the activation is an entry at once",
        arguments: Platform.allCases
    )
    func initialTrigger(platform: Platform) throws {
        var phone = try FenceGround.phone(platform, [try FenceGround.fence("a")])
        let id = TrackedRegion.id(of: "a", on: platform)
        let step =
            platform == .android
            ? phone.receive(.enter, "a", at: 2) : phone.applyState(true, of: id, at: FenceGround.time(2))
        #expect(step.emitted == ["a ENTER"])
        #expect(phone.receive(.exit, "a", at: 9).emitted == ["a EXIT"])
    }

    @Test("geofenceInitialTriggerEntry false: inside at the activation, an entry needs a real exit first")
    func noInitialTrigger() throws {
        for platform in Platform.allCases {
            var phone = try FenceGround.phone(platform, [try FenceGround.fence("a", dwell: 30)]) {
                $0.geofenceInitialTriggerEntry = false
            }
            let id = TrackedRegion.id(of: "a", on: platform)
            if platform == .ios { #expect(phone.applyState(true, of: id, at: FenceGround.time(2)).emitted == []) }
            #expect(phone.tick(at: FenceGround.time(500)).emitted == [])
            #expect(phone.receive(.exit, "a", at: 600).emitted == [])
            #expect(phone.stored["a"]?.hits == 0)
            #expect(phone.receive(.enter, "a", at: 700).emitted == ["a ENTER"])
            #expect(phone.receive(.exit, "a", at: 710).emitted == ["a EXIT"])
        }
    }

    @Test("iOS's state answers confirm what is known, and are not crossings themselves")
    func states() throws {
        var phone = try FenceGround.phone(.ios, [try FenceGround.fence("a")])
        let id = TrackedRegion.id(of: "a", on: .ios)
        #expect(phone.applyState(nil, of: id, at: FenceGround.time(1)).isEmpty)
        #expect(phone.applyState(false, of: id, at: FenceGround.time(2)).isEmpty)
        #expect(phone.receive(.enter, "a", at: 3).emitted == ["a ENTER"])
        #expect(phone.applyState(true, of: id, at: FenceGround.time(4)).isEmpty)
        #expect(phone.applyState(true, of: "other", at: FenceGround.time(4)).isEmpty)
        #expect(phone.applyState(false, of: id, at: FenceGround.time(9)).emitted == ["a EXIT"])
        #expect(phone.applyState(true, of: id, at: FenceGround.time(8)).refused == ["a out-of-order"])
    }
}
