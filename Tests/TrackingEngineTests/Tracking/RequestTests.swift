import TrackingModel
import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Position requests of the app")
struct RequestTests {
    @Test("what a request does not say has the documented default")
    func defaults() {
        let position = PositionRequest()
        #expect([position.timeout, position.desiredAccuracy, position.maximumAge] == [10, 5, 0])
        #expect(position.samples == 3)
        #expect(position.allowStale && position.persist)
        #expect(position.label == "getCurrentPosition")
        #expect(position.extras.isEmpty)
        let odometer = PositionRequest.forOdometer
        #expect([odometer.timeout, odometer.maximumAge] == [10, 5000])
        #expect(odometer.desiredAccuracy == 0, "the best there is")
        #expect(odometer.samples == 3)
        #expect(odometer.persist)
        #expect(odometer.extras.isEmpty)
        let watch = WatchRequest()
        #expect([watch.interval, watch.timeout] == [1000, 60])
        #expect(!watch.persist)
        #expect(watch.extras.isEmpty)
    }

    @Test("of three samples the best is recorded; the others are emitted as samples and never stored")
    func samples() throws {
        var bench = try TrackingBench(.ios, starts: false)
        bench.accuracies = [40, 12, 25]
        let (id, effects) = bench.tracking.getCurrentPosition(at: bench.now)
        bench.perform(effects)
        let found = bench.emitted.compactMap { if case .position(id, let location) = $0 { location } else { nil } }
        #expect(found.map(\.fix.horizontalAccuracy) == [12])
        let samples = bench.emitted.compactMap { event -> Double? in
            guard case .location(let location) = event, location.isSample else { return nil }
            return location.fix.horizontalAccuracy
        }
        #expect(samples == [40, 12])
        #expect(bench.stored.map(\.location) == found)
        #expect(bench.stored.map(\.isForced) == [true])
    }

    @Test("when iOS ends the background time, the best fix so far is accepted")
    func backgroundTimeEnds() throws {
        var bench = try TrackingBench(.ios, starts: false)
        bench.answersRequests = false
        bench.perform(bench.tracking.getCurrentPosition(at: bench.now).effects)
        bench.say(.backgroundTimeEnding)
        #expect(bench.stored.isEmpty, "there is none yet")
        bench.say(.fix(bench.fix(30), .single))
        #expect(bench.stored.isEmpty)
        bench.say(.backgroundTimeEnding)
        #expect(bench.stored.map(\.location.fix.horizontalAccuracy) == [30])
    }

    @Test("a fix that is good enough ends the search early")
    func early() throws {
        var bench = try TrackingBench(.android, starts: false)
        bench.accuracies = [4, 1]
        bench.perform(bench.tracking.getCurrentPosition(at: bench.now).effects)
        #expect(bench.stored.map(\.location.fix.horizontalAccuracy) == [4])
    }

    @Test(
        "a known fix will do while it is not older than maximumAge",
        arguments: [(4.0, true), (6.0, false)]
    )
    func maximumAge(age: Double, isAnswered: Bool) throws {
        var bench = try TrackingBench(.ios, starts: false)
        bench.say(.fix(bench.fix(9), .significantChange))
        bench.answersRequests = false
        bench.wait(age)
        var request = PositionRequest()
        request.maximumAge = 5000
        bench.perform(bench.tracking.getCurrentPosition(request, at: bench.now).effects)
        #expect(bench.stored.isEmpty != isAnswered)
    }

    @Test(
        "in the end the best sample is taken, else the last known fix, else error 408",
        arguments: [(true, true, nil), (true, false, LocationError.timeout), (false, true, .timeout)]
    )
    func timeout(knowsFix: Bool, allowsStale: Bool, error: LocationError?) throws {
        var bench = try TrackingBench(.ios, starts: false)
        if knowsFix { bench.say(.fix(bench.fix(9), .significantChange)) }
        bench.answersRequests = false
        var request = PositionRequest()
        request.allowStale = allowsStale
        let (id, effects) = bench.tracking.getCurrentPosition(request, at: bench.now)
        bench.perform(effects)
        bench.wait(9)
        #expect(bench.stored.isEmpty)
        bench.wait(2)
        let failures = bench.emitted.compactMap { if case .positionFailed(id, let error) = $0 { error } else { nil } }
        #expect(failures.first == error)
        #expect(bench.stored.isEmpty == (error != nil))
    }

    @Test("where location is denied the request fails at once")
    func denied() throws {
        var bench = try TrackingBench(.android, starts: false)
        bench.say(.providerChanged(ProviderState(isEnabled: false, status: .denied)))
        let (id, effects) = bench.tracking.getCurrentPosition(at: bench.now)
        bench.perform(effects)
        #expect(bench.emitted.last == .positionFailed(id: id, .denied))
    }

    @Test("without persist a position is emitted and not stored; its extras go with it")
    func persist() throws {
        var bench = try TrackingBench(.ios, starts: false)
        var request = PositionRequest()
        request.persist = false
        request.extras = ["route": .integer(7)]
        bench.perform(bench.tracking.getCurrentPosition(request, at: bench.now).effects)
        #expect(bench.stored.isEmpty)
        guard case .position(_, let location)? = bench.emitted.last else {
            Issue.record("no position was emitted")
            return
        }
        #expect(location.extras == ["route": .integer(7)])
    }

    @Test("a stream delivers at its interval, fails once when nothing comes, and ends")
    func watch() throws {
        var bench = try TrackingBench(.ios, starts: false)
        var request = WatchRequest()
        request.interval = 5_000
        let (id, effects) = bench.tracking.watchPosition(request, at: bench.now)
        bench.perform(effects)
        #expect(bench.updates?.interval == .seconds(5))
        for _ in 0..<11 {
            bench.move(2)
            bench.wait(1)
        }
        let watched = { bench.emitted.filter { if case .watched(id, _) = $0 { true } else { false } }.count }
        #expect(watched() == 3)
        bench.wait(300)
        #expect(bench.emitted.filter { $0 == .watchFailed(id: id, .timeout) }.count == 1)
        #expect(bench.stored.isEmpty, "a stream is stored although persist is false")
        bench.perform(bench.tracking.stopWatchPosition(id, at: bench.now))
        #expect(bench.updates == nil)
        #expect(bench.timers.isEmpty)
    }

    @Test(
        "the fixes of a stream are stored if requested and tracking is on, and always emitted",
        arguments: [(true, true, 1), (true, false, 0), (false, true, 0), (false, false, 0)]
    )
    func watchPersist(persists: Bool, isOn: Bool, count: Int) throws {
        var bench = try TrackingBench(.ios, starts: isOn)
        let (emitted, stored) = (bench.emitted.count, bench.stored.count)
        var request = WatchRequest()
        request.persist = persists
        request.extras = ["foo": .text("bar")]
        bench.perform(bench.tracking.watchPosition(request, at: bench.now).effects)
        bench.move(2)
        let kept = bench.stored.dropFirst(stored)
        #expect(kept.count == count)
        #expect(kept.allSatisfy { $0.location.extras == request.extras && $0.isForced })
        let locations = bench.emitted.dropFirst(emitted).filter { if case .location = $0 { true } else { false } }
        #expect(locations.count == 1, "onLocation hears it")
    }

    @Test("a stream that continues in the background causes a warning, and continues", arguments: Platform.allCases)
    func watchInBackground(platform: Platform) throws {
        var bench = try TrackingBench(platform, starts: false)
        bench.say(.appChanged(.background))
        bench.say(.appChanged(.foreground))
        let (id, effects) = bench.tracking.watchPosition(at: bench.now)
        bench.perform(effects)
        #expect(bench.warnings.isEmpty)
        bench.say(.appChanged(.background))
        #expect(bench.warnings == ["watchPosition"])
        #expect(bench.updates?.interval == .seconds(1), "iOS does not suspend an app that has updates")
        bench.perform(bench.tracking.watchPosition(at: bench.now).effects)
        #expect(bench.warnings == ["watchPosition", "watchPosition"])
        bench.perform(bench.tracking.stopWatchPosition(id, at: bench.now))
        #expect(bench.updates != nil, "the other one goes on")
    }

    @Test("errors have the numbers of the SDK and say what to do")
    func errors() {
        #expect(LocationError.allCases.map(\.rawValue) == [0, 1, 2, 408, 499])
        #expect(LocationError.allCases.allSatisfy { $0.message.count > 20 })
    }

    @Test("the odometer is set where the phone is, and counts on from there")
    func odometer() throws {
        var bench = try TrackingBench(.android)
        bench.perform(bench.tracking.setOdometer(1_000, at: bench.now).effects)
        #expect(bench.tracking.odometerMeters == 1_000)
        bench.say(.walking)
        for _ in 0..<20 {
            bench.wait(10)
            bench.move(15)
        }
        #expect((1_200...1_310).contains(bench.tracking.odometerMeters), "\(bench.tracking.odometerMeters)")
        #expect(bench.stored.last?.location.odometerMeters == bench.tracking.odometerMeters)
    }
}
