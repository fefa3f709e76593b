import PhoneOS
import Testing
import VisitModel

@testable import MobileSDK

@Suite("Signals in the phone-side monitor")
struct MonitorStateTests {
    private func state(_ platform: Platform = .android, watched: [String] = ["a", "b", "c"]) throws -> MonitorState {
        var state = MonitorState(platform: platform)
        state.isActive = true
        state.watched = Set(try watched.map { try RegionID($0) })
        return state
    }

    private let off = PhoneError(.geofenceNotAvailable, "location is off")
    private let noPermission = PhoneError(.insufficientLocationPermission, "ask for it")

    @Test("nothing is processed before monitoring has begun")
    func inactive() {
        var state = MonitorState(platform: .ios)
        #expect(state.handle(.launched(.location)).isEmpty)
        #expect(state.handle(.backgroundFetch).isEmpty)
    }

    @Test("a loss is reported once, and the end of its cause restores the regions")
    func lossAndReturn() throws {
        var state = try state()
        #expect(state.handle(.regionFailed(nil, off)) == [.report(.registrationsLost(off))])
        #expect(state.handle(.regionFailed(nil, off)).isEmpty)
        #expect(state.watched.isEmpty)
        #expect(state.handle(.playServicesChanged(.available)).isEmpty)
        #expect(state.handle(.permissionChanged(.backgroundLocation, .granted)) == [.checkObstacles])
        #expect(
            state.handle(.locationServicesChanged(isOn: true)) == [
                .report(.registrationsRestored), .reconcile, .checkObstacles,
            ]
        )
        #expect(state.handle(.locationServicesChanged(isOn: true)) == [.checkObstacles])
    }

    @Test("a permission that was missing restores everything when it is granted")
    func permission() throws {
        var state = try state()
        _ = state.failed(nil, noPermission)
        #expect(state.handle(.locationServicesChanged(isOn: true)) == [.checkObstacles])
        #expect(
            state.handle(.permissionChanged(.backgroundLocation, .granted)) == [
                .report(.registrationsRestored), .reconcile, .checkObstacles,
            ]
        )
    }

    @Test("a region refused for lack of room is not monitored, and the room is measured")
    func slots() throws {
        var state = try state(.ios)
        let error = PhoneError(.regionMonitoringFailure, "too many")
        let refused = try RegionID("c")
        state.watched.insert(refused)
        #expect(state.handle(.regionFailed(refused, error)) == [.measureRoom(refused, error)])
        #expect(!state.watched.contains(refused))
    }

    @Test("a region with an unknown state is monitored all the same")
    func delayed() throws {
        var state = try state(.ios)
        let error = PhoneError(.regionMonitoringSetupDelayed, "later")
        let id = try RegionID("c")
        state.watched.insert(id)
        #expect(state.handle(.regionFailed(id, error)) == [.report(.failed(error))])
        #expect(state.watched.contains(id))
    }

    @Test("a restart and an update forget what the system watched and say so")
    func restarts() throws {
        for (reason, report) in [(LaunchReason.bootCompleted, PhoneReport.rebooted), (.packageReplaced, .appUpdated)] {
            var state = try state()
            _ = state.failed(nil, off)
            #expect(state.handle(.launched(reason)) == [.report(report), .reconcile, .checkObstacles])
            #expect(state.watched.isEmpty)
            #expect(state.obstacle == nil)
        }
    }

    @Test(
        "a new process asks for everything again, unless a fence of Android's started it",
        arguments: Platform.allCases
    )
    func started(platform: Platform) throws {
        for reason in [LaunchReason.user, .backgroundFetch, .location] {
            var state = try state(platform)
            _ = state.failed(nil, off)
            state.watched = Set(try ["a", "b"].map { try RegionID($0) })
            let isQuiet = reason == .location || platform == .ios && reason == .backgroundFetch
            let beginning = isQuiet ? MonitorState.Action.restoreIfLost : .report(.registrationsRestored)
            #expect(state.handle(.launched(reason)) == [beginning, .reconcile, .checkObstacles], "\(reason)")
            #expect(state.watched.isEmpty == (platform == .android && reason != .location), "\(reason)")
            #expect(state.mayWatchMore == (platform == .android), "\(reason)")
            #expect(state.obstacle == nil)
        }
    }

    @Test("a transition has a fix; without one a fix is requested")
    func transition() throws {
        var state = try state()
        let fix = Fix(time: Timestamp(milliseconds: 1), coordinate: try Coordinate(latitude: 1, longitude: 2))
        #expect(state.handle(.regionTransition([try RegionID("a")], .enter, fix)) == [.report(.fix(fix))])
        #expect(state.handle(.regionTransition([try RegionID("a")], .exit, nil)) == [.requestFix])
    }

    @Test("an error is reported once, and again when it changes; with nothing monitored it was reported already")
    func trouble() throws {
        var state = try state(.ios)
        #expect(state.found(nil).isEmpty)
        #expect(state.found(noPermission) == [.report(.failed(noPermission))])
        #expect(state.found(noPermission).isEmpty)
        #expect(state.found(off) == [.report(.failed(off))])
        _ = state.failed(nil, noPermission)
        #expect(state.found(noPermission).isEmpty)
    }

    @Test("when an error is over iOS is asked for the states, and the first answer leads to a fix")
    func troubleOver() throws {
        for platform in Platform.allCases {
            var state = try state(platform)
            let answer = PhoneSignal.regionState(try RegionID("a"), .unknown)
            #expect(state.handle(answer).isEmpty)
            _ = state.found(noPermission)
            #expect(state.found(nil) == (platform == .ios ? [.requestStates] : []))
            #expect(state.handle(answer) == (platform == .ios ? [.requestFix] : []))
            #expect(state.handle(answer).isEmpty)
        }
    }

    @Test("when an error is over and no place is monitored yet, the fix that selects the first ones is requested")
    func nothingSelected() throws {
        for platform in Platform.allCases {
            var state = try state(platform, watched: [])
            #expect(state.found(off) == [.report(.failed(off))])
            #expect(state.found(nil) == [.requestFix])
            #expect(state.handle(.regionState(try RegionID("a"), .unknown)).isEmpty)
            #expect(state.found(nil).isEmpty)
        }
    }

    @Test("the numbers of facilities are reported once, again when they change, and not where all are monitored")
    func share() throws {
        var state = try state(.ios)
        let reported = state.compare(3, with: 130)
        let error = try #require(reported)
        #expect(error.code == .regionMonitoringFailure)
        #expect(error.message.hasPrefix("130 facilities, 3 of them are monitored: iOS allows 20 regions an app, and "))
        #expect(state.compare(3, with: 130) == nil)
        #expect(state.compare(3, with: 131) != nil)
        #expect(state.compare(3, with: 3) == nil)
        #expect(state.compare(3, with: 131) != nil)
        #expect(state.compare(3, with: nil) == nil)
    }

    @Test("the numbers are compared again when the number of regions or the list has changed")
    func comparison() throws {
        var state = try state(.ios)
        let first = [state.needsComparison(), state.needsComparison()]
        #expect(first == [true, false])
        state.watched.remove(try RegionID("a"))
        let fewer = state.needsComparison()
        state.forgetCounts()
        let forgotten = state.needsComparison()
        state.watched = []
        let none = state.needsComparison()
        #expect([fewer, forgotten, none] == [true, true, false])
    }

    @Test("without updates a transition requests a fix, and that one more; so does each background wake")
    func geofencesOnly() throws {
        var state = MonitorState(platform: .ios, hasUpdates: false)
        state.isActive = true
        let entered = [try RegionID("a"): FenceAction.entered]
        let (first, second, late) = (try Self.fix(5), try Self.fix(10), try Self.fix(900))
        let rows: [(PhoneSignal, Double, [MonitorState.Action])] = [
            (.regionTransition([try RegionID("a")], .enter, nil), 0, [.requestFix]),
            (.fix(first, .single), 5, [.reportTransitions(entered, first), .placeTrigger, .requestFix]),
            (.fix(second, .single), 10, [.reportTransitions(entered, second), .placeTrigger]),
            (.backgroundFetch, 900, [.requestFix]), (.fix(late, .single), 900, [.report(.fix(late)), .placeTrigger]),
            (.backgroundFetch, 1800, [.requestFix]),
        ]
        for (signal, seconds, actions) in rows {
            let found = state.handle(signal, at: Self.second(seconds))
            #expect(found == actions, "after \(seconds) s")
        }
    }

    private static func second(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: 1).advanced(bySeconds: seconds)
    }

    private static func fix(_ seconds: Double) throws -> Fix {
        Fix(time: second(seconds), coordinate: try Coordinate(latitude: 1, longitude: 2))
    }

    @Test("without updates a fix is evaluated with what the system reported in the minute before it arrives")
    func transitionsWithFixes() throws {
        var state = MonitorState(platform: .android, hasUpdates: false)
        state.isActive = true
        let (a, b, trigger) = (try RegionID("a"), try RegionID("b"), try RegionID(MovementTrigger.regionName))
        let both: [RegionID: FenceAction] = [a: .exited, b: .entered]
        let rows: [(PhoneSignal, Double, [MonitorState.Action])] = [
            (.regionTransition([a], .exit, try Self.fix(0)), 0, [.reportTransitions([a: .exited], try Self.fix(0))]),
            (.regionTransition([b], .enter, nil), 1, []),
            (.fix(try Self.fix(9), .single), 9, [.reportTransitions(both, try Self.fix(9))]),
            (.regionTransition([a], .dwell, nil), 10, []),
            // A fetch in between changes nothing; of the exit a minute ago only the entry is left.
            (.backgroundFetch, 11, [.report(.heartbeat)]),
            (.fix(try Self.fix(60), .single), 60, [.reportTransitions([b: .entered], try Self.fix(60))]),
            (.fix(try Self.fix(61), .single), 61, [.report(.fix(try Self.fix(61)))]),
            // The exit of the trigger asks for fixes too, and is no report of a facility.
            (.regionTransition([b], .exit, nil), 100, []),
            (.regionTransition([trigger], .exit, try Self.fix(200)), 200, [.report(.fix(try Self.fix(200)))]),
            // A fix that waited comes with the report that it led to.
            (
                .regionTransition([b], .enter, try Self.fix(300)), 3600,
                [.reportTransitions([b: .entered], try Self.fix(300))]
            ),
            // Without any fix for an hour the report is forgotten.
            (.regionTransition([trigger], .exit, nil), 7200, []),
            (.fix(try Self.fix(7205), .single), 7205, [.report(.fix(try Self.fix(7205)))]),
        ]
        for (index, (signal, seconds, actions)) in rows.enumerated() {
            let found = state.handle(signal, at: Self.second(seconds)).filter {
                $0 != .placeTrigger && $0 != .requestFix
            }
            #expect(found == actions, "row \(index)")
        }
    }

    @Test("without room for the trigger the farthest place is dropped, and with no place left it is reported")
    func triggerRefused() throws {
        let error = PhoneError(.regionMonitoringFailure, "too many")
        for (watched, actions) in [
            (["a", "b"], [MonitorState.Action.report(.slotsMeasured(1, error)), .reconcile]),
            ([], [.report(.failed(error))]),
        ] {
            var state = MonitorState(platform: .ios, hasUpdates: false)
            state.isActive = true
            state.watched = Set(try watched.map { try RegionID($0) })
            #expect(state.triggerRefused(error) == actions)
        }
    }

    @Test("only differences are removed and added, in calls of the allowed size")
    func plan() throws {
        let ids = try (0..<7).map { try RegionID("r\($0)") }
        let plan = RegionPlan(wanted: Set(ids.dropFirst(1)), watched: Set(ids.prefix(3)))
        #expect(plan.removals == [ids[0]])
        #expect(plan.additions == Array(ids[3...6]))
        #expect(plan.calls(of: 3).map(Array.init) == [Array(ids[3...5]), [ids[6]]])
        #expect(RegionPlan(wanted: [], watched: []).calls(of: 3).isEmpty)
    }
}

extension MonitorState {
    /// For signals of which the time does not matter.
    fileprivate mutating func handle(_ signal: PhoneSignal) -> [Action] {
        handle(signal, at: Timestamp(milliseconds: 1))
    }
}
