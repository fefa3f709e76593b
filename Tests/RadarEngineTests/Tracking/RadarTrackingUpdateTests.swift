import RadarEngine
import SeededRandom
import Testing
import RadarEngine
import VisitModel

@Suite("How Radar's tracking handles updates")
struct RadarTrackingUpdateTests {
    @Test("an update is emitted, uploaded, and emitted again when the server has it", arguments: Platform.allCases)
    func update(platform: Platform) throws {
        var bench = RadarBench(platform)
        try bench.start(.presetContinuous(on: platform))
        try bench.run { $0.appStateChanged(isForeground: true, at: RadarGround.start) }
        let location = try RadarGround.location(at: 10)
        let effects = try bench.run {
            $0.receive(location, from: .backgroundLocation, at: RadarGround.time(10.31))
        }
        #expect(effects.notices == [.clientLocation(location, isStopped: false, .backgroundLocation)])
        #expect(effects.last == .store)
        let upload = try #require(effects.uploads.first)
        let record = try #require(upload.records.first)
        #expect(upload.kind == .track)
        #expect(record.location == location)
        #expect(record.source == .backgroundLocation)
        #expect([record.isStopped, record.isReplayed, record.isForeground] == [false, false, true])
        #expect(record.updatedAtMsDiff == 310)
        #expect(record.accuracyMeters == 10)
        #expect(record.options == .presetContinuous(on: platform))
        #expect(!record.usesRemoteOptions)
        #expect(record.wantsNearbyGeofences)
        #expect(record.nearbyGeofencesLimit == nil)
        let answered = try bench.answer(effects, at: 11)
        #expect(answered.notices == [.location(location, isStopped: false)])
        let failed = try bench.answer(
            try bench.fix(at: 40, north: 200),
            RadarServerResponse(status: .errorNetwork),
            at: 41
        )
        #expect(failed.notices == [.error(.errorNetwork)])
    }

    @Test("the limit of nearby geofences is asked for on Android alone")
    func nearbyLimit() throws {
        for (platform, expected) in [(Platform.ios, nil), (.android, 10)] as [(Platform, Int?)] {
            var bench = RadarBench(platform)
            try bench.start(.presetResponsive(on: platform))
            #expect(try bench.fix(at: 0).uploads.first?.records.first?.nearbyGeofencesLimit == expected)
        }
    }

    @Test("a transition of one of Radar's regions is an update with its source, one of a foreign region is ignored")
    func regions() throws {
        for (transition, source) in [
            (RadarRegionTransitions.enter, RadarLocationSource.geofenceEnter), (.exit, .geofenceExit),
            (.dwell, .geofenceDwell),
        ] {
            var bench = RadarBench(.android)
            try bench.start(.presetResponsive(on: .android))
            let location = try RadarGround.location(at: 5)
            func crossed(_ ids: [String], _ location: RadarLocation?) throws -> [RadarEffect] {
                try bench.run { $0.crossed(ids, transition, location: location, at: RadarGround.time(5)) }
            }
            #expect(try crossed(["FIT-0001"], location) == [])
            #expect(try crossed(["radar_moving"], nil) == [.emit(.error(.errorLocation))])
            let effects = try crossed(["FIT-0001", "radar_sync_0"], location)
            #expect(effects.uploads.first?.records.first?.source == source)
        }
        var ios = RadarBench(.ios)
        try ios.start(.presetResponsive)
        #expect(try ios.run { $0.crossed(["radar_bubble_1"], .exit, location: nil, at: RadarGround.start) } == [])
    }

    @Test("an inaccurate fix moves the bubble and nothing else")
    func poor() throws {
        var bench = RadarBench(.android)
        try bench.start(.presetResponsive(on: .android))
        let effects = try bench.fix(at: 0, accuracy: 2000)
        #expect(effects.addedRegions == ["radar_moving"])
        #expect(effects.uploads.isEmpty)
        #expect(effects.notices == [])
        #expect(try bench.fix(at: 1, accuracy: nil, from: .geofenceExit).notices == [])
        var ios = RadarBench(.ios)
        try ios.start(.presetResponsive)
        #expect(try ios.fix(at: 0, accuracy: nil) == [.emit(.error(.errorLocation))])
    }

    @Test(
        "while tracking is off an update is dropped, and one passed by the app is uploaded",
        arguments: Platform.allCases
    )
    func off(platform: Platform) throws {
        var bench = RadarBench(platform)
        #expect(try bench.fix(at: 0) == [])
        let manual = try bench.fix(at: 1, from: .manualLocation)
        #expect(manual.uploads.count == 1)
        #expect(manual.addedRegions == [])
    }

    @Test("an update that the app requests is answered and uploaded past the gate", arguments: Platform.allCases)
    func once(platform: Platform) throws {
        var bench = RadarBench(platform)
        let asked = try bench.run { $0.trackOnce(.high, at: RadarGround.start) }
        #expect(asked == [.requestFix(.high), .armTimer(.fixTimeout, at: RadarGround.time(20)), .store])
        // iOS delivers all fixes through one call, so the next one is the answer.
        let source: RadarLocationSource = platform == .ios ? .backgroundLocation : .foregroundLocation
        let effects = try bench.fix(at: 3, from: source)
        let location = try RadarGround.location(at: 3)
        #expect(effects.notices.last == .once(.success, location))
        #expect(effects.contains(.cancelTimer(.fixTimeout)))
        #expect(effects.uploads.map { $0.records.map(\.source) } == [[.foregroundLocation]])
        #expect(bench.tracking.lastSentAt == RadarGround.time(3))
        #expect(try bench.run { $0.timerDue(.fixTimeout, at: RadarGround.time(20)) } == [])
        // An unrequested foreground fix sets the time of the last upload and is not uploaded.
        #expect(try bench.fix(at: 200, from: .foregroundLocation).uploads.isEmpty)
        #expect(bench.tracking.lastSentAt == RadarGround.time(200))
    }

    @Test("an update that does not come within 20 s is an error")
    func onceTimeout() throws {
        var bench = RadarBench(.android)
        try bench.run { $0.trackOnce(at: RadarGround.start) }
        let effects = try bench.run { $0.timerDue(.fixTimeout, at: RadarGround.time(20)) }
        #expect(effects == [.emit(.once(.errorLocation, nil)), .store])
    }

    @Test("under stops and exits the server's last word decides, a new stop passes anyway")
    func stopsAndExits() throws {
        var bench = RadarBench(.android)
        let options = RadarGround.options(on: .android) { $0.sync = .stopsAndExits }
        try bench.start(options)
        try bench.answer(try bench.fix(at: 0), RadarServerResponse(status: .success, canExit: false), at: 1)
        #expect(try bench.fix(at: 60, north: 100).uploads.isEmpty)
        let stop = try bench.fix(at: 210, north: 100)
        #expect(stop.uploads.first?.records.first?.isStopped == true)
        try bench.answer(stop, RadarServerResponse(status: .success, canExit: true), at: 211)
        // An answer without the field leaves the value.
        let exit = try bench.fix(at: 300, north: 300)
        try bench.answer(exit, at: 301)
        #expect(exit.uploads.count == 1)
        #expect(bench.tracking.canExit)
    }

    @Test("the vendor's one failed stop replaces the next update, as a stop and as a replay")
    func failedStop() throws {
        var bench = RadarBench(.android, profile: .vendor)
        try bench.start(.presetResponsive(on: .android))
        try bench.answer(try bench.fix(at: 0), at: 1)
        let stop = try bench.fix(at: 141)
        #expect(
            try bench.answer(stop, RadarServerResponse(status: .errorServer), at: 142).notices == [.error(.errorServer)]
        )
        // A foreground fix is not uploaded, and must not use up the stop.
        try bench.fix(at: 145, from: .foregroundLocation)
        let next = try bench.fix(at: 150, north: 200)
        let record = try #require(next.uploads.first?.records.first)
        #expect(next.uploads.map(\.kind) == [.track])
        #expect(record.location == (try RadarGround.location(at: 141)))
        #expect([record.isStopped, record.isReplayed] == [true, true])
        #expect(record.updatedAtMsDiff == 9000)
        #expect(!bench.tracking.motion.isStopped)
        #expect(bench.tracking.replay.failedStop == nil)
        // It fails again and is kept again.
        try bench.answer(next, RadarServerResponse(status: .errorNetwork), at: 151)
        #expect(bench.tracking.replay.failedStop?.location == record.location)
    }

    @Test("an answer's list of geofences is watched, and a failed upload drops it only with the vendor's defect")
    func syncedFences() throws {
        for (profile, isKept) in [(RadarProfile.documented, true), (.vendor, false)] {
            var bench = RadarBench(.android, profile: profile)
            try bench.start(.presetContinuous(on: .android))
            let answer = RadarServerResponse(status: .success, nearbyGeofences: try RadarFencesTests.fences(3))
            let added = try bench.answer(try bench.fix(at: 0), answer, at: 1).addedRegions
            #expect(added == ["radar_sync_0", "radar_sync_1", "radar_sync_2"])
            let failure = RadarServerResponse(status: .errorNetwork)
            #expect(try bench.answer(try bench.fix(at: 30), failure, at: 31).removedRegions == (isKept ? [] : added))
            #expect(bench.tracking.syncedFences.ids.count == (isKept ? 3 : 0))
        }
    }

    @Test("never more than 20 regions at a time on iOS, whatever comes")
    func regionLimit() throws {
        for seed in UInt64(1)...10 {
            var generator = RadarGenerator(seed: seed)
            var bench = RadarBench(.ios)
            var watched: Set<String> = []
            try bench.start(.presetResponsive)
            var pending: [RadarEffect] = []
            for step in 1...60 {
                let before = bench.effects.count
                let list = try RadarFencesTests.fences(Int.random(in: 0...30, using: &generator))
                let answer = RadarServerResponse(
                    status: Bool.random(using: &generator) ? .success : .errorServer,
                    nearbyGeofences: list
                )
                let north = Double.random(in: 0...400, using: &generator)
                pending = try bench.fix(at: Double(step) * 25, north: north)
                try bench.answer(pending, answer, at: Double(step) * 25 + 1)
                for effect in bench.effects[before...] {
                    switch effect {
                    case .removeRegions(let ids):
                        #expect(watched.isSuperset(of: ids), "seed \(seed), step \(step)")
                        watched.subtract(ids)
                    case .addRegions(let regions): watched.formUnion(regions.map(\.id))
                    default: break
                    }
                    #expect(watched.count <= 20, "seed \(seed), step \(step)")
                }
            }
            #expect(!watched.isEmpty)
            try bench.run { $0.stop(at: RadarGround.time(2000)) }
            #expect(watched.subtracting(bench.effects.removedRegions) == [])
        }
    }

    @Test("no fix is uploaded twice but in a replay that says so, and with replay all none that passed is lost")
    func nothingTwice() throws {
        for seed in UInt64(1)...12 {
            var generator = RadarGenerator(seed: seed)
            let platform: Platform = seed.isMultiple(of: 2) ? .ios : .android
            let mode: RadarReplayMode = seed % 3 == 0 ? .stops : .all
            let profile: RadarProfile = seed % 4 < 2 ? .documented : .vendor
            var bench = RadarBench(platform, profile: profile)
            var options = RadarTrackingOptions.presetContinuous(on: platform)
            options.replay = mode
            try bench.start(options)
            var sent: Set<Timestamp> = []
            var delivered: Set<Timestamp> = []
            var open: [RadarUpload] = []
            for step in 1...100 {
                let seconds = Double(step) * 30
                let new = try bench.fix(at: seconds, north: Double.random(in: 0...150, using: &generator)).uploads
                for upload in new {
                    for record in upload.records where !sent.insert(record.location.fix.time).inserted {
                        #expect(record.isReplayed, "seed \(seed), step \(step)")
                    }
                }
                open += new
                while let upload = open.randomElement(using: &generator), Bool.random(using: &generator) {
                    open.removeAll { $0.id == upload.id }
                    let succeeded = Int.random(in: 0..<3, using: &generator) == 0
                    let answer = RadarServerResponse(status: succeeded ? .success : .errorNetwork)
                    try bench.run { $0.uploaded(upload.id, answer: answer, at: RadarGround.time(seconds + 1)) }
                    if succeeded { delivered.formUnion(upload.records.map(\.location.fix.time)) }
                }
                if Int.random(in: 0..<20, using: &generator) == 0, profile == .documented {
                    bench.tracking = try RadarGround.reborn(bench.tracking)
                    try bench.run { $0.restarted(.relaunch, at: RadarGround.time(seconds + 2)) }
                    open = []
                }
            }
            guard mode == .all, profile == .documented else { continue }
            let held = bench.tracking.replay.waiting + bench.tracking.replay.underWay.flatMap(\.records)
            #expect(delivered.union(held.map(\.location.fix.time)) == sent, "seed \(seed)")
            #expect(sent.count > 50, "seed \(seed)")
        }
    }
}
