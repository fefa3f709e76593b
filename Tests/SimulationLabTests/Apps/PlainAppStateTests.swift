import PhoneDoctor
import PhoneOS
import Testing
import VisitModel

@testable import SimulationLab

@Suite("An app that trusts the phone's system")
struct PlainAppStateTests {
    private static func state(
        _ platform: Platform = .android,
        _ change: (inout PlainAppHabits) -> Void = { _ in }
    ) throws
        -> PlainAppState
    {
        var habits = PlainAppHabits()
        change(&habits)
        let places = try (0..<30).map { index in
            Facility(
                id: try FacilityID("p\(index)"),
                geofence: .circle(
                    center: try StayTests.place(east: Double(index) * 1000),
                    radius: try Radius(meters: 100)
                )
            )
        }
        return PlainAppState(habits: habits, platform: platform, places: places)
    }

    private static func fix(east: Double) throws -> PhoneSignal {
        .fix(Fix(time: StayTests.time(0), coordinate: try StayTests.place(east: east), horizontalAccuracy: 20), .single)
    }

    private static func enter(_ name: String) throws -> PhoneSignal {
        .regionTransition([try RegionID(name)], .enter, nil)
    }
    private static func exit(_ name: String) throws -> PhoneSignal {
        .regionTransition([try RegionID(name)], .exit, nil)
    }

    private static func names(_ actions: [PlainAppState.Action]) -> [String] {
        actions.map { action in
            switch action {
            case .emit(let kind, _): kind.name
            case .register(let ids): "register \(ids.count)"
            case .remove(let ids): "remove \(ids.count)"
            case .removeAll: "remove all"
            case .requestFix: "ask"
            }
        }
    }

    @Test("registers the nearest once, always or all at once, as configured")
    func choice() throws {
        var once = try Self.state(.ios)
        #expect(Self.names(once.start()) == ["ask"])
        #expect(Self.names(once.handle(try Self.fix(east: 0), at: StayTests.time(1))) == ["register 20"])
        once.registered = Set(once.places.prefix(20).map(\.id))
        #expect(once.handle(try Self.fix(east: 20_000), at: StayTests.time(2)).isEmpty)

        var always = try Self.state(.ios) { $0.choice = .nearestAlways }
        _ = always.start()
        always.registered = Set(always.places.prefix(20).map(\.id))
        let again = always.handle(try Self.fix(east: 29_000), at: StayTests.time(2))
        #expect(Self.names(again) == ["remove 10", "Unregistered", "register 10"])

        var all = try Self.state { $0.choice = .all }
        #expect(Self.names(all.start()) == ["register 30"])
    }

    @Test("a timer makes a visit, an exit or a new process ends the timer")
    func timers() throws {
        var state = try Self.state()
        _ = state.start()
        #expect(Self.names(state.handle(try Self.enter("p0"), at: StayTests.time(0))) == ["Entered"])
        #expect(state.advance(to: StayTests.time(599)).isEmpty)
        #expect(Self.names(state.advance(to: StayTests.time(600))) == ["Dwell"])
        #expect(Self.names(state.handle(try Self.exit("p0"), at: StayTests.time(700))) == ["Exited"])
        _ = state.handle(try Self.enter("p1"), at: StayTests.time(800))
        state.begin()
        #expect(state.advance(to: StayTests.time(2000)).isEmpty)
        #expect(state.visits.map { $0.dwelledAt != nil } == [true, false])
    }

    @Test("accepts an entry that was reported twice, and an exit without one")
    func believes() throws {
        var state = try Self.state()
        _ = state.start()
        _ = state.handle(try Self.enter("p0"), at: StayTests.time(0))
        #expect(Self.names(state.handle(try Self.enter("p0"), at: StayTests.time(60))) == ["Entered"])
        #expect(Self.names(state.advance(to: StayTests.time(700))) == ["Dwell", "Dwell"])
        #expect(Self.names(state.handle(try Self.exit("p5"), at: StayTests.time(800))) == ["Exited"])
        #expect(state.visits.count == 2)
    }

    @Test("starts again after a restart only where it listens for that")
    func restart() throws {
        for listens in [true, false] {
            var state = try Self.state { $0.hasBootReceiver = listens }
            _ = state.start()
            state.registered = [try FacilityID("p1")]
            state.begin()
            let actions = state.handle(.launched(.bootCompleted), at: StayTests.time(0))
            #expect(Self.names(actions) == (listens ? ["register 1"] : []))
        }
    }

    @Test("monitors in its hours, and starts again when they do")
    func hours() throws {
        var state = try Self.state {
            $0.schedule = DailyHours(startSeconds: 21_600, endSeconds: 25_200, timeZone: .utc)
        }
        _ = state.start()
        state.registered = [try FacilityID("p1")]
        // The scene begins at six in the morning UTC.
        #expect(state.advance(to: StayTests.time(60)).isEmpty)
        #expect(Self.names(state.advance(to: StayTests.time(3600))) == ["remove all", "Unregistered"])
        #expect(state.advance(to: StayTests.time(7200)).isEmpty)
        #expect(Self.names(state.advance(to: StayTests.time(86_400))) == ["ask"])
    }

    @Test("hours may pass midnight, and are a whole day where they end as they begin")
    func overnight() {
        let night = DailyHours(startSeconds: 79_200, endSeconds: 21_600, timeZone: .utc)
        #expect(!night.contains(StayTests.time(0)))
        #expect(night.contains(StayTests.time(-1)))
        #expect(night.contains(StayTests.time(16 * 3600)))
        #expect(DailyHours(startSeconds: 60, endSeconds: 60, timeZone: .utc).contains(StayTests.time(0)))
        #expect(night.description == "22:00-06:00 UTC")
    }
}
