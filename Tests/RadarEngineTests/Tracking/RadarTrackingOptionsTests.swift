import RadarEngine
import Testing
import RadarEngine
import VisitModel

@Suite("Which options Radar's tracking follows")
struct RadarTrackingOptionsTests {
    private static func interval(_ bench: RadarBench) -> WholeSeconds {
        bench.tracking.options.desiredMovingUpdateInterval
    }

    private static let trip = RadarTripOptions(externalID: "t1")

    @Test("without any options the efficient preset counts", arguments: Platform.allCases)
    func efficient(platform: Platform) {
        let bench = RadarBench(platform)
        #expect(bench.tracking.options == .presetEfficient(on: platform))
        #expect(!bench.tracking.usesRemoteOptions)
    }

    @Test("the server's options come before the app's, until an answer leaves them out")
    func remote() throws {
        var bench = RadarBench(.ios)
        try bench.start(RadarRemoteTests.options(100))
        let first = try bench.fix(at: 0)
        let meta = RadarServerMeta(trackingOptions: RadarRemoteTests.options(40))
        let change = try bench.answer(first, RadarServerResponse(status: .success, meta: meta), at: 1)
        #expect(change.contains(.armTimer(.update, at: RadarGround.time(41))))
        #expect(bench.tracking.usesRemoteOptions)
        let second = try bench.fix(at: 40)
        #expect(second.uploads.first?.records.first?.usesRemoteOptions == true)
        // An answer without a word about options changes nothing, one without options takes them back.
        try bench.answer(second, at: 41)
        #expect(Self.interval(bench) == 40)
        try bench.run { $0.configured(RadarServerMeta(), at: RadarGround.time(42)) }
        #expect(Self.interval(bench) == 100)
        #expect(!bench.tracking.usesRemoteOptions)
    }

    @Test("a failed upload's answer says nothing about options")
    func remoteOfFailure() throws {
        var bench = RadarBench(.ios)
        try bench.start(RadarRemoteTests.options(100))
        let meta = RadarServerMeta(trackingOptions: RadarRemoteTests.options(40))
        try bench.answer(try bench.fix(at: 0), RadarServerResponse(status: .errorServer, meta: meta), at: 1)
        #expect(Self.interval(bench) == 100)
    }

    @Test("of the server's list the situation chooses: geofence, trip, any time")
    func remoteList() throws {
        var bench = RadarBench(.ios)
        try bench.start(RadarRemoteTests.options(100))
        let meta = RadarServerMeta(
            trackingOptions: RadarRemoteTests.options(40),
            remoteOptions: RadarRemoteTests.list + [RadarRemoteOptions(.default, .presetContinuous(on: .android))]
        )
        try bench.run { $0.configured(meta, at: RadarGround.start) }
        #expect(Self.interval(bench) == 1)
        try bench.run { try $0.tripStarted(Self.trip, at: RadarGround.time(1)) }
        #expect(Self.interval(bench) == 2)
        for (tags, expected) in [(["gym"], 3), ([], 2)] as [(Set<String>, WholeSeconds)] {
            let upload = try bench.fix(at: expected == 3 ? 100 : 200, north: 500)
            #expect(upload.uploads.count == 1)
            let answer = RadarServerResponse(status: .success, geofenceTags: tags)
            try bench.answer(upload, answer, at: expected == 3 ? 101 : 201)
            #expect(Self.interval(bench) == expected)
        }
        try bench.run { $0.tripEnded(.success, at: RadarGround.time(300)) }
        #expect(Self.interval(bench) == 1)
    }

    @Test(
        "the time to start is waited for, and looked at when tracking is brought up to date",
        arguments: Platform.allCases
    )
    func startAfter(platform: Platform) throws {
        var bench = RadarBench(platform)
        let options = RadarGround.options(on: platform) { $0.startTrackingAfter = RadarGround.time(100) }
        #expect(try bench.start(options) == [.store])
        #expect(!bench.tracking.isTracking)
        #expect(try bench.fix(at: 50) == [])
        try bench.run { $0.refresh(at: RadarGround.time(100)) }
        #expect(!bench.tracking.isTracking)
        #expect(try bench.run { $0.appStateChanged(isForeground: true, at: RadarGround.time(101)) }.count > 1)
        #expect(bench.tracking.isTracking)
    }

    @Test("the time to stop ends tracking once it is over", arguments: Platform.allCases)
    func stopAfter(platform: Platform) throws {
        var bench = RadarBench(platform)
        let options = RadarGround.options(on: platform) {
            ($0.startTrackingAfter, $0.stopTrackingAfter) = (RadarGround.time(-5), RadarGround.time(100))
        }
        try bench.start(options)
        #expect(bench.tracking.isTracking)
        try bench.fix(at: 100)
        #expect(bench.tracking.isTracking)
        let end = try bench.fix(at: 160)
        #expect(!bench.tracking.isTracking)
        #expect(end.removedRegions.count == 1)
        // Both times are over: it stays off.
        try bench.run { $0.refresh(at: RadarGround.time(200)) }
        #expect(!bench.tracking.isTracking)
    }

    @Test("the server's times do not count, and stopTracking forgets the app's")
    func timesOfOthers() throws {
        var bench = RadarBench(.ios)
        try bench.start(RadarGround.options(on: .ios) { $0.stopTrackingAfter = RadarGround.time(1000) })
        let remote = RadarGround.options(on: .ios) { $0.stopTrackingAfter = RadarGround.time(-10) }
        try bench.run { $0.configured(RadarServerMeta(trackingOptions: remote), at: RadarGround.time(1)) }
        #expect(bench.tracking.isTracking)
        try bench.run { $0.stop(at: RadarGround.time(2)) }
        #expect(bench.tracking.sources.local?.stopTrackingAfter == nil)
        var other = RadarBench(.ios)
        try other.start(RadarGround.options(on: .ios) { $0.startTrackingAfter = RadarGround.time(10) })
        try other.run { $0.stop(at: RadarGround.time(2)) }
        try other.run { $0.refresh(at: RadarGround.time(20)) }
        #expect(!other.tracking.isTracking)
    }

    @Test("a trip's options count during it, and what was before comes back, even when the request fails")
    func trip() throws {
        for status in [RadarStatus.success, .errorNotFound, .errorNetwork] {
            var bench = RadarBench(.ios)
            try bench.start(RadarRemoteTests.options(100))
            let started = try bench.run {
                try $0.tripStarted(Self.trip, options: RadarRemoteTests.options(7), at: RadarGround.time(1))
            }
            #expect(started.contains(.requestFix(.medium)))
            #expect(started.filter { $0 == .store }.count == 1)
            #expect(Self.interval(bench) == 7)
            #expect(try bench.fix(at: 3).uploads.first?.records.first?.trip == Self.trip)
            try bench.run { $0.tripEnded(status, at: RadarGround.time(9)) }
            #expect(Self.interval(bench) == 100)
            #expect(bench.tracking.isTracking)
            #expect((bench.tracking.trip == nil) == (status != .errorNetwork))
        }
    }

    @Test("a trip starts tracking where it is off and the trip wants it, and its end stops it")
    func tripStartsTracking() throws {
        for startsTracking in [true, false] {
            var bench = RadarBench(.android)
            let trip = RadarTripOptions(externalID: "t2", startsTracking: startsTracking)
            try bench.run { try $0.tripStarted(trip, at: RadarGround.start) }
            #expect(bench.tracking.isTracking == startsTracking)
            #expect(bench.tracking.options == .presetEfficient(on: .android))
            try bench.run { $0.tripEnded(.success, at: RadarGround.time(9)) }
            #expect(!bench.tracking.isTracking)
        }
    }

    @Test("a trip's options with a time to start are only kept until then")
    func tripLater() throws {
        var bench = RadarBench(.ios)
        let options = RadarGround.options(on: .ios) { $0.startTrackingAfter = RadarGround.time(50) }
        try bench.run { try $0.tripStarted(Self.trip, options: options, at: RadarGround.start) }
        #expect(!bench.tracking.isTracking)
        try bench.run { $0.refresh(at: RadarGround.time(51)) }
        #expect(bench.tracking.isTracking)
    }

    @Test("when the server knows of no trip, the trip's options go")
    func noTrip() throws {
        var bench = RadarBench(.ios)
        try bench.start(RadarRemoteTests.options(100))
        try bench.run { try $0.tripStarted(Self.trip, options: RadarRemoteTests.options(7), at: RadarGround.time(1)) }
        let upload = try bench.fix(at: 3)
        try bench.answer(upload, RadarServerResponse(status: .success, hasTrip: true), at: 4)
        #expect(Self.interval(bench) == 7)
        let next = try bench.fix(at: 60, north: 500)
        try bench.answer(next, RadarServerResponse(status: .success, hasTrip: false), at: 61)
        #expect(Self.interval(bench) == 100)
        #expect(bench.tracking.trip == nil)
    }

    @Test("a trip that follows another ends in what was before the first")
    func twoTrips() throws {
        var bench = RadarBench(.ios)
        try bench.start(RadarRemoteTests.options(100))
        for seconds in [7, 8] as [WholeSeconds] {
            let options = RadarRemoteTests.options(seconds)
            try bench.run { try $0.tripStarted(Self.trip, options: options, at: RadarGround.time(1)) }
        }
        #expect(Self.interval(bench) == 8)
        try bench.run { $0.tripEnded(.success, at: RadarGround.time(9)) }
        #expect(Self.interval(bench) == 100)
    }

    @Test("the whole state comes back from where it was stored", arguments: Platform.allCases)
    func coding(platform: Platform) throws {
        var bench = RadarBench(platform)
        try bench.start(.presetContinuous(on: platform))
        try bench.run { try $0.tripStarted(Self.trip, at: RadarGround.start) }
        let location = RadarLocation(
            Fix(
                time: RadarGround.time(1.234),
                coordinate: try RadarGround.place(north: 3),
                horizontalAccuracy: 4.5,
                speed: 1.25,
                course: 90,
                altitude: 12.5,
                activity: .walking,
                battery: 0.5,
                flags: [.mock]
            ),
            verticalAccuracyMeters: 3,
            speedAccuracy: 0.5,
            courseAccuracyDegrees: 10,
            floorLevel: 2,
            beaconIDs: ["b1"]
        )
        try bench.run { $0.receive(location, from: .geofenceEnter, at: RadarGround.time(2)) }
        let fences = try RadarFencesTests.fences(3)
        try bench.answer(
            try bench.fix(at: 60, north: 300),
            RadarServerResponse(
                status: .success,
                canExit: true,
                geofenceTags: ["gym"],
                nearbyGeofences: fences,
                meta: RadarServerMeta(remoteOptions: [RadarRemoteOptions(.onTrip, .presetContinuous(on: platform))])
            ),
            at: 61
        )
        #expect(bench.tracking.replay.underWay.first?.records.first?.location == location)
        #expect(try RadarGround.reborn(bench.tracking) == bench.tracking)
    }
}
