import TrackingTestSupport
import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Geofences during tracking")
struct GeofenceCourseTests {
    /// A fence `meters` north of the phone's first position.
    static func fence(
        _ name: String,
        north: Double,
        radius: Double = 100,
        dwells: Bool = false
    ) throws -> TrackedGeofence {
        try TrackedGeofence(
            identifier: name,
            center: Coordinate(latitude: 40 + north / 111_032, longitude: -75),
            radius: Radius(meters: radius),
            notifyOnDwell: dwells,
            loiteringDelay: .seconds(300)
        )
    }

    private func region(_ name: String, _ platform: Platform) -> String { TrackedRegion.id(of: name, on: platform) }

    private func actions(_ bench: TrackingBench) -> [String] {
        bench.emitted.compactMap { event in
            guard case .geofence(let occurrence, _) = event else { return nil }
            return "\(occurrence.crossing.action.rawValue) \(occurrence.crossing.identifier)"
        }
    }

    @Test("they are watched from start to stop, and stay stored", arguments: Platform.allCases)
    func power(platform: Platform) throws {
        var bench = try TrackingBench(platform, isReady: false)
        bench.perform(bench.tracking.addGeofences([try Self.fence("a", north: 500)], at: bench.now))
        #expect(bench.regions.isEmpty)
        #expect(bench.emitted.isEmpty)
        try bench.ready()
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.regions.keys.sorted() == [region("a", platform)])
        let changes = bench.emitted.compactMap { if case .geofencesChange(let change) = $0 { change } else { nil } }
        #expect(changes.map { $0.on.map(\.identifier) } == [["a"]])
        bench.perform(bench.tracking.stop(at: bench.now))
        #expect(bench.regions.isEmpty)
        #expect(bench.tracking.geofences.stored.count == 1)
    }

    @Test("a crossing is emitted and recorded with the phone's position", arguments: Platform.allCases)
    func crossing(platform: Platform) throws {
        var bench = try TrackingBench(platform)
        bench.perform(bench.tracking.addGeofences([try Self.fence("a", north: 500)], at: bench.now))
        bench.north = 480
        bench.wait(60)
        bench.say(.regionsCrossed(.enter, [region("a", platform)], bench.fix(20)))
        #expect(actions(bench) == ["ENTER a"])
        let record = bench.stored.last { $0.location.event == .geofence }?.location
        #expect(record?.geofence?.action == .enter)
        #expect(record?.fix.horizontalAccuracy == 20)
        #expect(bench.geofences?.stored.all.first?.hits == 1, "what happened is not kept")
    }

    @Test("on iOS a timer after the entry emits the dwell, once, also where the timer was lost with the process")
    func dwell() throws {
        for loses in [false, true] {
            var bench = try TrackingBench(.ios, #"{"app": {"stopOnTerminate": false}}"#)
            bench.perform(bench.tracking.addGeofences([try Self.fence("a", north: 0, dwells: true)], at: bench.now))
            bench.say(.regionsCrossed(.enter, [region("a", .ios)], bench.fix(20)))
            if loses {
                bench.now = bench.now.advanced(bySeconds: 400)
                try bench.relaunch(.event)
                try bench.ready()
                bench.say(.fix(bench.fix(20), .significantChange))
            } else {
                bench.wait(301)
            }
            #expect(actions(bench).filter { $0 == "DWELL a" }.count == 1, "loses its timer: \(loses)")
        }
    }

    @Test("geofences-only and back register nothing again and repeat no entry", arguments: Platform.allCases)
    func modes(platform: Platform) throws {
        var bench = try TrackingBench(platform)
        bench.perform(bench.tracking.addGeofences([try Self.fence("a", north: 0)], at: bench.now))
        bench.say(.regionsCrossed(.enter, [region("a", platform)], bench.fix(20)))
        let before = bench.regions
        bench.perform(try bench.tracking.startGeofences(at: bench.now))
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(bench.regions.filter { $0.key == region("a", platform) } == before)
        #expect(actions(bench) == ["ENTER a"])
    }

    @Test("after a reboot Android's regions are registered at once, without a fix and without another entry")
    func reboot() throws {
        var bench = try TrackingBench(.android, #"{"app": {"startOnBoot": true}}"#)
        bench.perform(bench.tracking.addGeofences([try Self.fence("a", north: 0)], at: bench.now))
        bench.say(.regionsCrossed(.enter, ["a"], bench.fix(20)))
        bench.answersRequests = false
        try bench.relaunch(.boot, didReboot: true)
        #expect(bench.regions.keys.contains("a"))
        bench.say(.regionsCrossed(.enter, ["a"], nil))
        try bench.ready()
        #expect(actions(bench).isEmpty)
    }

    @Test("iOS regions left by an earlier version of the app are removed, and missing ones added")
    func reconcile() throws {
        var bench = try TrackingBench(.ios, #"{"app": {"stopOnTerminate": false}}"#)
        bench.perform(bench.tracking.addGeofences([try Self.fence("a", north: 500)], at: bench.now))
        let own = bench.regions
        bench.regions = [
            region("gone", .ios): own[region("a", .ios)], "someone-else's": own[region("a", .ios)],
        ].compactMapValues(\.self)
        try bench.relaunch(.replaced)
        try bench.ready()
        #expect(bench.regions.keys.sorted() == [region("a", .ios), "someone-else's"])
    }

    @Test("Android's regions are registered again when location is switched on again")
    func locationServices() throws {
        var bench = try TrackingBench(.android)
        bench.perform(bench.tracking.addGeofences([try Self.fence("a", north: 500)], at: bench.now))
        bench.regions = [:]
        bench.say(.providerChanged(ProviderState(isEnabled: false, status: .authorizedAlways)))
        #expect(bench.regions.isEmpty)
        bench.say(.providerChanged(ProviderState(isEnabled: true, status: .authorizedAlways)))
        #expect(bench.regions.keys.sorted() == ["a"])
    }

    @Test("a region that the phone refuses is not counted as monitored")
    func refusal() throws {
        var bench = try TrackingBench(.ios)
        let fences = try (0..<18).map { try Self.fence("f\($0)", north: 300 * Double($0 + 1)) }
        bench.perform(bench.tracking.addGeofences(fences, at: bench.now))
        #expect(bench.regions.count == 18)
        let refused = [region("f16", .ios), region("f17", .ios)]
        for id in refused { bench.regions[id] = nil }
        bench.say(.regionsRefused(refused, .overLimit))
        #expect(bench.tracking.geofences.slots == 16)
        #expect(Set(bench.tracking.geofences.active.map { region($0, .ios) }) == Set(bench.regions.keys))
    }

    @Test("within the circle round a polygon fixes come at the highest rate")
    func polygon() throws {
        var bench = try TrackingBench(.ios)
        let corners = [(0.0, 0.0), (0.002, 0), (0.002, 0.002), (0, 0.002)]
        let polygon = try Polygon(exterior: corners.map { try Coordinate(latitude: 40 + $0.0, longitude: -75 + $0.1) })
        bench.perform(
            bench.tracking.addGeofences([try TrackedGeofence(identifier: "p", polygon: polygon)], at: bench.now)
        )
        #expect(bench.updates == nil)
        bench.say(.regionsCrossed(.enter, [region("p", .ios)], bench.fix(20)))
        #expect(bench.updates?.distanceFilterMeters == 0)
        bench.say(.regionsCrossed(.exit, [region("p", .ios)], nil))
        #expect(bench.updates == nil)
    }
}
