import Testing
import TrackingModel
import VisitModel

@testable import TrackingEngine

@Suite("Tracking while locations are not allowed")
struct DenialTests {
    private static let on = ProviderState(isEnabled: true, status: .authorizedAlways)
    private static let off = ProviderState(isEnabled: false, status: .authorizedAlways)

    private static func failures(_ bench: TrackingBench) -> [LocationError] {
        bench.emitted.compactMap { if case .locationFailed(let error) = $0 { error } else { nil } }
    }

    @Test(
        "locations that are no longer allowed are a failure, once until they were allowed in between",
        arguments: Platform.allCases,
        [ProviderState.Status.authorizedAlways, .denied, .restricted, .notDetermined]
    )
    func once(platform: Platform, status: ProviderState.Status) throws {
        var bench = try TrackingBench(platform)
        let taken = ProviderState(isEnabled: false, status: status)
        #expect(Self.failures(bench).isEmpty)
        bench.answersRequests = false
        bench.say(.providerChanged(taken))
        #expect(bench.emitted.suffix(2) == [.providerChange(taken), .locationFailed(.denied)])
        bench.say(.providerChanged(ProviderState(isEnabled: false, status: status, accuracy: .reduced)))
        bench.say(.walking)
        bench.wait(120)
        bench.perform(bench.tracking.changePace(false, at: bench.now))
        bench.wait(120)
        #expect(Self.failures(bench) == [.denied], "the motion changes have no failures of their own")
        bench.answersRequests = true
        bench.say(.providerChanged(Self.on))
        #expect(Self.failures(bench) == [.denied])
        bench.say(.providerChanged(taken))
        #expect(Self.failures(bench) == [.denied, .denied])
    }

    @Test(
        "the search for the place of a motion change ends at once, and is repeated when locations are allowed",
        arguments: Platform.allCases,
        [true, false]
    )
    func search(platform: Platform, isPending: Bool) throws {
        var bench = try TrackingBench(platform)
        bench.answersRequests = false
        if isPending { bench.say(.walking) }
        #expect((bench.timers[.position] != nil) == isPending)
        bench.say(.providerChanged(Self.off))
        if !isPending { bench.say(.walking) }
        #expect(bench.timers[.position] == nil)
        #expect(Self.failures(bench) == [.denied])
        #expect(bench.motionChanges == [false])
        bench.answersRequests = true
        bench.say(.providerChanged(Self.on))
        #expect(bench.motionChanges == [false, true])
        #expect(Self.failures(bench) == [.denied])
    }

    @Test("a search that has found a position ends with it", arguments: Platform.allCases)
    func found(platform: Platform) throws {
        var bench = try TrackingBench(platform)
        bench.answersRequests = false
        bench.say(.walking)
        bench.say(.fix(bench.fix(60), .single))
        #expect(bench.motionChanges == [false], "another position is wanted")
        bench.say(.providerChanged(Self.off))
        #expect(bench.motionChanges == [false, true])
        #expect(Self.failures(bench) == [.denied])
    }

    @Test("a request of the app fails at once, with no failure of onLocation while nothing is tracked")
    func request() throws {
        var bench = try TrackingBench(.ios, starts: false)
        bench.answersRequests = false
        let (id, effects) = bench.tracking.getCurrentPosition(at: bench.now)
        bench.perform(effects)
        bench.say(.providerChanged(Self.off))
        #expect(bench.emitted.last == .positionFailed(id: id, .denied))
        #expect(Self.failures(bench).isEmpty)
    }

    @Test("each start with location switched off is a failure; one that throws is not", arguments: Platform.allCases)
    func starts(platform: Platform) throws {
        var bench = try TrackingBench(platform, starts: false)
        bench.say(.providerChanged(Self.off))
        #expect(Self.failures(bench).isEmpty, "nothing is tracked")
        for count in 1...2 {
            bench.perform(try bench.tracking.start(at: bench.now))
            bench.perform(try bench.tracking.start(at: bench.now))
            bench.wait(120)
            #expect(Self.failures(bench) == Array(repeating: .denied, count: count))
            bench.perform(bench.tracking.stop(at: bench.now))
        }
        bench.say(.providerChanged(ProviderState(isEnabled: false, status: .denied)))
        let now = bench.now
        #expect(throws: LocationError.denied) { _ = try bench.tracking.start(at: now) }
        #expect(Self.failures(bench).count == 2)
    }

    @Test("a start that prompts is a failure only where the prompt did not help", arguments: [true, false])
    func prompts(isAllowed: Bool) throws {
        var bench = try TrackingBench(.android, starts: false)
        bench.answersRequests = false
        bench.say(.providerChanged(ProviderState(isEnabled: false, status: .notDetermined)))
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(Self.failures(bench).isEmpty)
        if isAllowed { bench.say(.providerChanged(Self.on)) }
        for _ in 0..<2 { bench.perform(bench.tracking.promptsEnded(at: bench.now)) }
        #expect(Self.failures(bench) == (isAllowed ? [] : [.denied]))
        #expect((bench.timers[.position] != nil) == isAllowed, "the search continues only where there is hope")
    }

    @Test("tracking that begins by the schedule or in a new process is a failure too", arguments: Platform.allCases)
    func begins(platform: Platform) throws {
        let options = #"{"app": {"stopOnTerminate": false, "schedule": ["1-7 06:00-18:00"]}}"#
        var bench = try TrackingBench(platform, options, starts: false)
        bench.say(.providerChanged(Self.off))
        bench.perform(bench.tracking.startSchedule(at: bench.now))
        #expect(bench.tracking.state.isEnabled)
        #expect(Self.failures(bench) == [.denied])
        try bench.relaunch(.user)
        bench.tracking.process.facts.provider = Self.off
        #expect(Self.failures(bench).isEmpty)
        try bench.ready()
        #expect(Self.failures(bench) == [.denied])
    }

    @Test("what happened before ready is a failure only where it still holds", arguments: [true, false])
    func held(isOver: Bool) throws {
        var bench = try TrackingBench(.ios, #"{"app": {"stopOnTerminate": false}}"#)
        try bench.relaunch(.user)
        bench.say(.providerChanged(Self.off))
        if isOver { bench.say(.providerChanged(Self.on)) }
        #expect(bench.emitted.isEmpty)
        try bench.ready()
        #expect(Self.failures(bench) == (isOver ? [] : [.denied]))
    }

    @Test("geofences alone have no failure; the switch to locations has one")
    func geofences() throws {
        var bench = try TrackingBench(.android, starts: false)
        bench.perform(try bench.tracking.startGeofences(at: bench.now))
        bench.say(.providerChanged(Self.off))
        #expect(Self.failures(bench).isEmpty)
        bench.perform(try bench.tracking.start(at: bench.now))
        #expect(Self.failures(bench) == [.denied])
    }

    @Test("stopOnStationary stops tracking although the place of the stop is not found", arguments: Platform.allCases)
    func stops(platform: Platform) throws {
        var bench = try TrackingBench(platform, #"{"activity": {"stopOnStationary": true}}"#)
        bench.say(.walking)
        bench.say(.providerChanged(Self.off))
        bench.say(.still)
        bench.wait(301)
        #expect(!bench.tracking.state.isEnabled)
        #expect(bench.switches == [true, false])
        bench.say(.providerChanged(Self.on))
        #expect(bench.motionChanges == [false, true], "the stop belongs to tracking that ended")
        #expect(Self.failures(bench) == [.denied])
    }

    @Test("a failure of the phone itself is passed on, a denial not a second time")
    func failures() throws {
        var bench = try TrackingBench(.ios)
        bench.say(.fixFailed(.network))
        bench.say(.providerChanged(Self.off))
        bench.say(.fixFailed(.denied))
        #expect(Self.failures(bench) == [.network, .denied])
    }

    @Test("a denial that the phone reports with a fix is a failure once while tracking, and else that of the request")
    func failedFixes() throws {
        var bench = try TrackingBench(.ios)
        for _ in 0..<2 { bench.say(.fixFailed(.denied)) }
        bench.say(.providerChanged(Self.off))
        #expect(Self.failures(bench) == [.denied])
        bench = try TrackingBench(.ios, starts: false)
        bench.answersRequests = false
        let (id, effects) = bench.tracking.getCurrentPosition(at: bench.now)
        bench.perform(effects)
        bench.say(.fixFailed(.denied))
        #expect(bench.emitted.last == .positionFailed(id: id, .denied))
        #expect(Self.failures(bench).isEmpty)
    }
}
