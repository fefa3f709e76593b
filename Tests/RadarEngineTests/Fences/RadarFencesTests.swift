import RadarEngine
import Testing
import RadarEngine
import VisitModel

@Suite("Radar's bubble and synced fences")
struct RadarFencesTests {
    static func fences(_ count: Int) throws -> [RadarNearbyGeofence] {
        try (0..<count).map {
            RadarNearbyGeofence(
                id: "g\($0)",
                center: try RadarGround.place(north: Double($0) * 100),
                radius: try Radius(meters: 50 + Double($0))
            )
        }
    }

    @Test("iOS's bubble is an exit region with a new name round each update")
    func iosBubble() throws {
        var bubble = RadarBubble(platform: .ios, salt: "i1")
        let options = RadarGround.options(on: .ios) { $0.stoppedGeofenceRadius = 200 }
        let place = try RadarGround.place()
        let first = bubble.update(center: place, isStopped: false, under: options)
        let second = bubble.update(center: place, isStopped: true, under: options)
        #expect(first.removed == [])
        #expect(second.removed == first.added.map(\.id))
        #expect(first.added.map(\.radiusMeters) + second.added.map(\.radiusMeters) == [100, 200])
        for region in first.added + second.added {
            #expect(region.transitions == .exit)
            #expect(region.initialTrigger == [])
            #expect(region.center == place)
            #expect(region.id.wholeMatch(of: /radar_bubble_[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil)
        }
        #expect(first.added[0].id != second.added[0].id)
        var other = RadarBubble(platform: .ios, salt: "i2")
        #expect(other.update(center: place, isStopped: false, under: options).added[0].id != first.added[0].id)
    }

    @Test("Android's bubble reports an exit, while moving also a dwell, and its initial state")
    func androidBubble() throws {
        var bubble = RadarBubble(platform: .android, salt: "i1")
        let options = RadarGround.options(on: .android)
        let moving = bubble.update(center: try RadarGround.place(), isStopped: false, under: options)
        let stopped = bubble.update(center: try RadarGround.place(), isStopped: true, under: options)
        #expect(moving.added.map(\.id) == ["radar_moving"])
        #expect(moving.added[0].transitions == [.exit, .dwell])
        #expect(moving.added[0].initialTrigger == [.exit, .dwell])
        #expect(moving.added[0].dwellDelay == .seconds(150))
        #expect(stopped.removed == ["radar_moving"])
        #expect(stopped.added.map(\.id) == ["radar_stopped"])
        #expect(stopped.added[0].transitions == .exit)
        #expect(stopped.added[0].initialTrigger == .exit)
        #expect(stopped.added[0].radiusMeters == 100)
    }

    @Test(
        "the bubble stays without an update, and goes with its option, its radius or tracking",
        arguments: Platform.allCases
    )
    func bubbleEnd(platform: Platform) throws {
        let options = RadarGround.options(on: platform)
        let place = try RadarGround.place()
        for (isStopped, change) in [
            (true, { $0.useStoppedGeofence = false }), (true, { $0.stoppedGeofenceRadius = 0 }),
            (false, { $0.useMovingGeofence = false }), (false, { $0.movingGeofenceRadius = 0 }),
        ] as [(Bool, (inout RadarTrackingOptions) -> Void)] {
            var bubble = RadarBubble(platform: platform, salt: "i1")
            let id = try #require(bubble.update(center: place, isStopped: isStopped, under: options).added.first?.id)
            #expect(bubble.update(center: nil, isStopped: isStopped, under: options) == RadarRegionChange())
            #expect(bubble.id == id)
            let without = RadarGround.options(on: platform, change)
            var other = bubble
            #expect(bubble.update(center: place, isStopped: isStopped, under: without).removed == [id])
            #expect(bubble.id == nil)
            #expect(bubble.update(center: place, isStopped: isStopped, under: without) == RadarRegionChange())
            #expect(other.update(center: place, isStopped: isStopped, under: nil) == RadarRegionChange(removed: [id]))
        }
    }

    @Test(
        "as many fences are watched as the platform has slots beside the bubble, with `beacons` and without",
        arguments: [
            (Platform.ios, false, 40, 19), (.ios, true, 40, 19), (.ios, false, 7, 7), (.android, true, 40, 40),
            (.android, false, 150, 99),
        ]
    )
    func limits(platform: Platform, beacons: Bool, count: Int, watched: Int) throws {
        var synced = RadarSyncedFences(platform: platform)
        let options = RadarGround.options(on: platform) { $0.beacons = beacons }
        let list = try Self.fences(count)
        let change = synced.replace(list, succeeded: true, under: options, isTracking: true)
        #expect(change.added.count == watched)
        #expect(synced.ids == change.added.map(\.id))
        #expect(change.added.map(\.center) == list.prefix(watched).map(\.center))
        #expect(change.added.map(\.radiusMeters) == list.prefix(watched).map(\.radiusMeters))
        #expect(change.added.allSatisfy { $0.initialTrigger == [] && RadarRegion.isRadar($0.id) })
        switch platform {
        case .ios:
            #expect(change.added.map(\.id) == list.prefix(watched).map { "radar_geofence_\($0.id)" })
            #expect(change.added.allSatisfy { $0.transitions == [.enter, .exit] })
        case .android:
            #expect(change.added.map(\.id) == (0..<watched).map { "radar_sync_\($0)" })
            #expect(change.added.allSatisfy { $0.transitions == [.enter, .exit, .dwell] })
            #expect(change.added.allSatisfy { $0.dwellDelay == .seconds(150) })
        }
    }

    @Test("a list replaces the whole set; no list keeps it, on every platform", arguments: Platform.allCases)
    func replacement(platform: Platform) throws {
        let options = RadarGround.options(on: platform)
        var synced = RadarSyncedFences(platform: platform)
        _ = synced.replace(try Self.fences(3), succeeded: true, under: options, isTracking: true)
        let ids = synced.ids
        for (list, succeeded) in [(nil, true), (nil, false), (try Self.fences(2), false)] {
            #expect(synced.replace(list, succeeded: succeeded, under: options, isTracking: true) == RadarRegionChange())
            #expect(synced.ids == ids)
        }
        let change = synced.replace(try Self.fences(2), succeeded: true, under: options, isTracking: true)
        #expect(change.removed == ids)
        #expect(change.added.map(\.id) == Array(ids.prefix(2)))
        let empty = synced.replace([], succeeded: true, under: options, isTracking: true)
        #expect(empty.removed == Array(ids.prefix(2)))
        #expect(synced.ids == [])
    }

    @Test("with the vendor's defect an Android upload without a list removes every fence; iOS does not have it")
    func defect() throws {
        for platform in Platform.allCases {
            for (list, succeeded) in [(nil, true), (nil, false)] as [([RadarNearbyGeofence]?, Bool)] {
                var synced = RadarSyncedFences(platform: platform, dropsWithoutList: true)
                let options = RadarGround.options(on: platform)
                _ = synced.replace(try Self.fences(3), succeeded: true, under: options, isTracking: true)
                let change = synced.replace(list, succeeded: succeeded, under: options, isTracking: true)
                #expect(change.removed.count == (platform == .android ? 3 : 0))
                #expect(synced.ids.count == (platform == .android ? 0 : 3))
            }
        }
    }

    @Test("fences go when they are switched off or tracking ends", arguments: Platform.allCases)
    func end(platform: Platform) throws {
        let off = RadarGround.options(on: platform) { $0.syncGeofences = false }
        for options in [off, nil] {
            var synced = RadarSyncedFences(platform: platform)
            _ = synced.replace(
                try Self.fences(3),
                succeeded: true,
                under: RadarGround.options(on: platform),
                isTracking: true
            )
            #expect(synced.update(under: RadarGround.options(on: platform)) == RadarRegionChange())
            #expect(synced.update(under: options).removed.count == 3)
            #expect(synced.update(under: options) == RadarRegionChange())
        }
        var late = RadarSyncedFences(platform: platform)
        let options = RadarGround.options(on: platform)
        let fences = try Self.fences(3)
        #expect(late.replace(fences, succeeded: true, under: options, isTracking: false) == RadarRegionChange())
        #expect(late.replace(fences, succeeded: true, under: off, isTracking: true) == RadarRegionChange())
    }
}
