import RadarEngine
import Testing
import RadarEngine
import VisitModel

@Suite("Under sync events a phone uploads when an event happens")
struct RadarEventsCourseTests {
    /// A server that reports the device in the fences around its position, and always sends the list.
    private struct Course {
        var bench: RadarBench
        var fences: [RadarNearbyGeofence]
        /// The times of the updates that were uploaded, in seconds.
        var uploaded: [Double] = []

        init(
            _ platform: Platform,
            profile: RadarProfile = .documented,
            _ change: (inout RadarTrackingOptions) -> Void = { _ in }
        ) throws {
            bench = RadarBench(platform, profile: profile)
            fences = [
                try RadarFenceGround.gym(north: 1000), try RadarFenceGround.gym("spa", north: 2000),
                try RadarFenceGround.far(),
            ]
            try bench.start(
                RadarGround.options(on: platform) {
                    $0.sync = .events
                    change(&$0)
                }
            )
        }

        /// Processes a fix, and the server's answer to its upload.
        mutating func fix(
            _ seconds: Double,
            north: Double,
            from source: RadarLocationSource = .backgroundLocation,
            status: RadarStatus = .success
        ) throws {
            let effects = try bench.fix(at: seconds, north: north, from: source)
            for upload in effects.uploads {
                uploaded += upload.records.map { RadarGround.start.seconds(to: $0.location.fix.time) }
            }
            let place = effects.uploads.last?.records.last?.location.fix.coordinate
            let answer = RadarServerResponse(
                status: status,
                geofenceIDs: place.map { place in
                    Set(fences.filter { $0.contains(place, marginMeters: 5) }.map(\.id))
                },
                nearbyGeofences: status == .success ? fences : nil
            )
            try bench.answer(effects, answer, at: seconds + 1)
        }
    }

    /// A course along a street past two geofences, 100 m in half a minute.
    private static let walk = (0...25).map { (seconds: Double($0) * 30, north: Double($0) * 100) }

    @Test("the first update, entries and exits; all of them without it", arguments: Platform.allCases)
    func walk(platform: Platform) throws {
        var course = try Course(platform)
        for point in Self.walk { try course.fix(point.seconds, north: point.north) }
        // With an accuracy of 10 m the edge is touched at 900 and 1100 m: entered at 900, left at 1200; at 1900, left
        // at 2200.
        #expect(course.uploaded == [0, 270, 360, 570, 660])
        var all = try Course(platform) { $0.sync = .all }
        for point in Self.walk { try all.fix(point.seconds, north: point.north) }
        #expect(all.uploaded.count == Self.walk.count)
        #expect(all.bench.tracking.localFences.fences.isEmpty)
    }

    @Test("a new stop passes, and resting does not", arguments: Platform.allCases)
    func stop(platform: Platform) throws {
        var course = try Course(platform) { $0.desiredStoppedUpdateInterval = 30 }
        for seconds in stride(from: 0.0, through: 600, by: 30) { try course.fix(seconds, north: 500) }
        #expect(course.uploaded == [0, 150])
    }

    @Test("a dwell passes, once", arguments: Platform.allCases)
    func dwell(platform: Platform) throws {
        var course = try Course(platform) { $0.desiredStoppedUpdateInterval = 30 }
        course.fences[0] = try RadarFenceGround.gym(north: 1000, dwellMinutes: 10)
        try course.fix(0, north: 500)
        for seconds in stride(from: 30.0, through: 1200, by: 30) { try course.fix(seconds, north: 1000) }
        #expect(course.uploaded == [0, 30, 180, 630])
    }

    @Test("an event waits for the sync interval, and is uploaded with the first update after it")
    func interval() throws {
        var course = try Course(.ios) { $0.desiredSyncInterval = 120 }
        try course.fix(0, north: 500)
        for (index, seconds) in stride(from: 30.0, through: 150, by: 30).enumerated() {
            try course.fix(seconds, north: 1000 + Double(index) * 10)
        }
        #expect(course.uploaded == [0, 120])
        #expect(course.bench.tracking.localFences.inside == ["gym"])
    }

    @Test(
        "an event whose upload fails is uploaded with the next update, and with replay all before it the one that failed",
        arguments: [(RadarReplayMode.none, [0, 30, 60]), (.all, [0, 30, 30, 60])] as [(RadarReplayMode, [Double])]
    )
    func failure(mode: RadarReplayMode, uploaded: [Double]) throws {
        var course = try Course(.android) { $0.replay = mode }
        try course.fix(0, north: 500)
        try course.fix(30, north: 1000, status: .errorNetwork)
        try course.fix(60, north: 1010)
        try course.fix(90, north: 1020)
        #expect(course.uploaded == uploaded)
    }

    @Test("a failed stop that replaces an update does not stand for its event", arguments: Platform.allCases)
    func replayedStop(platform: Platform) throws {
        // The vendor's SDKs send only the stop at 400: the entry follows.
        for (profile, last) in [(RadarProfile.documented, 400.0), (.vendor, 430)] {
            var course = try Course(platform, profile: profile) { $0.replay = .stops }
            try course.fix(0, north: 500)
            try course.fix(200, north: 500, status: .errorNetwork)
            try course.fix(400, north: 1000)
            try course.fix(430, north: 1010)
            #expect(course.uploaded == [0, 200, 200, last])
        }
    }

    @Test("a process that ends before the answer comes detects the event again")
    func restart() throws {
        var course = try Course(.ios) { $0.replay = .none }
        try course.fix(0, north: 500)
        #expect(try course.bench.fix(at: 30, north: 1000).uploads.count == 1)
        course.bench.tracking = try RadarGround.reborn(course.bench.tracking)
        try course.bench.run { $0.restarted(.relaunch, at: RadarGround.time(40)) }
        #expect(try course.bench.fix(at: 60, north: 1000).uploads.count == 1)
    }

    @Test("where the phone may not know the nearest fences, everything is uploaded")
    func unknown() throws {
        var course = try Course(.android) { $0.syncGeofences = false }
        for point in Self.walk { try course.fix(point.seconds, north: point.north) }
        #expect(course.uploaded.count == Self.walk.count)
        var away = try Course(.android)
        away.fences = [try RadarFenceGround.gym(north: 1000)]
        for index in 0...10 { try away.fix(Double(index) * 30, north: Double(index) * -500) }
        // 900 m to the edge at first, so 720 m; from a kilometre farther 1900 m, so 1520 m.
        #expect(away.uploaded == [0, 60, 180])
    }

    @Test("during a trip everything is uploaded, unless the server's options for trips are in force")
    func trip() throws {
        let trip = RadarTripOptions(externalID: "t")
        for isForTrips in [false, true] {
            var course = try Course(.ios)
            let options = RadarGround.options(on: .ios) { $0.sync = .events }
            let meta = RadarServerMeta(
                trackingOptions: options,
                remoteOptions: isForTrips ? [RadarRemoteOptions(.onTrip, options)] : []
            )
            try course.fix(0, north: 300)
            try course.bench.run { $0.configured(meta, at: RadarGround.time(1)) }
            try course.bench.run { try $0.tripStarted(trip, at: RadarGround.time(2)) }
            try course.fix(30, north: 400, from: .geofenceExit)
            #expect(course.uploaded == (isForTrips ? [0] : [0, 30]))
        }
    }

    @Test("stops and exits goes by the server's word alone", arguments: Platform.allCases)
    func stopsAndExits(platform: Platform) throws {
        var bench = RadarBench(platform)
        try bench.start(RadarGround.options(on: platform) { $0.sync = .stopsAndExits })
        let (inside, outside) = (
            RadarServerResponse(status: .success, canExit: true, geofenceIDs: ["gym"]),
            RadarServerResponse(status: .success, canExit: false, geofenceIDs: [])
        )
        try bench.answer(try bench.fix(at: 0), outside, at: 1)
        #expect(try bench.fix(at: 60, north: 200).uploads.isEmpty)
        let stop = try bench.fix(at: 300, north: 200)
        #expect(stop.uploads.count == 1)
        try bench.answer(stop, inside, at: 301)
        // Any update may be the exit.
        let exit = try bench.fix(at: 400, north: 600)
        #expect(exit.uploads.count == 1)
        try bench.answer(exit, outside, at: 401)
        #expect(try bench.fix(at: 460, north: 900).uploads.isEmpty)
    }
}
