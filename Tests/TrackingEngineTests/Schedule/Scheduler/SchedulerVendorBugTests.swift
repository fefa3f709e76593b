import Testing
import TrackingEngine
import VisitModel

// Former defects of the vendor's SDK, by its changelog and issues. `1 00:00-23:59` and the order of a list are tested
// with the states, literal dates with the grammar.
@Suite("Former scheduling defects of the vendor's SDK")
struct SchedulerVendorBugTests {
    private let rules = ["2-6 09:00-17:00"]

    @Test("a reboot inside a window starts tracking", arguments: Platform.allCases)
    func reboot(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        _ = try run.start(rules, "2024-06-05T10:00")
        let effects = try run.reboot("2024-06-05T11:00")
        #expect(effects.prefix(2) == ["begin location", "event on"])
        #expect(effects.dropFirst(2) == (platform == .android ? ["alarm 2024-06-05T15:00:00Z"] : []))
        #expect(run.scheduler.tracking == .location)
    }

    @Test("a phone that was off when a window began reports the lateness", arguments: Platform.allCases)
    func rebootLate(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        _ = try run.start(rules, "2024-06-05T08:00")
        #expect(try run.reboot("2024-06-05T09:10").prefix(2) == ["begin location late 600", "event on"])
    }

    @Test("a reboot outside of a window starts nothing, and restores what wakes the app")
    func rebootOutside() throws {
        var android = try SchedulerRun(.android)
        _ = try android.start(rules, "2024-06-05T10:00")
        #expect(try android.reboot("2024-06-05T18:00") == ["alarm 2024-06-06T07:00:00Z"])
        var ios = try SchedulerRun(.ios)
        _ = try ios.start(rules, "2024-06-05T08:00")
        #expect(try ios.reboot("2024-06-05T08:30") == ["significant on"])
    }

    @Test("startSchedule inside a location window leaves geofences-only", arguments: Platform.allCases)
    func leavesGeofences(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        #expect(try run.startByHand(.geofence, "2024-06-05T09:30") == [])
        #expect(try run.start(rules, "2024-06-05T10:00").prefix(2) == ["switch geofence to location", "event on"])
    }

    @Test("startSchedule outside a window stops tracking, geofences too", arguments: Platform.allCases)
    func stopsOutside(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        _ = try run.startByHand(.geofence, "2024-06-05T07:30")
        #expect(try run.start(rules, "2024-06-05T08:00").prefix(2) == ["stop", "event off"])
        var fresh = try SchedulerRun(platform)
        #expect(try fresh.start(rules, "2024-06-05T08:00").first == "stop")
    }

    @Test("iOS was a quarter of an hour late and did not report it")
    func lateness() throws {
        var run = try SchedulerRun(.ios)
        _ = try run.start(rules, "2024-06-05T10:00")
        #expect(try run.wake("2024-06-05T17:14:30") == ["stop late 870", "event off", "significant on"])
    }

    @Test("iOS went on tracking when a window ended during a night without any wake")
    func night() throws {
        var run = try SchedulerRun(.ios)
        _ = try run.start(["1-7 22:00-02:00"], "2024-06-05T23:00")
        #expect(try run.wake("2024-06-06T07:00").first == "stop late 18000")
    }

    @Test("another schedule takes effect at once while one is followed", arguments: Platform.allCases)
    func replaced(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        _ = try run.start(rules, "2024-06-05T10:00")
        #expect(
            try run.replace(["2-6 09:00-17:00 geofence"], "2024-06-05T10:01").prefix(2) == [
                "switch location to geofence", "event on",
            ]
        )
        #expect(try run.replace(["2-6 12:00-17:00"], "2024-06-05T10:02").prefix(2) == ["stop", "event off"])
        #expect(try run.wake("2024-06-05T12:00").prefix(2) == ["begin location late 0", "event on"])
    }

    @Test("another schedule waits while none is followed; the same one changes nothing")
    func replacedBefore() throws {
        var run = try SchedulerRun(.android)
        #expect(try run.replace(rules, "2024-06-05T10:00") == [])
        #expect(run.scheduler.tracking == nil)
        _ = try run.start(rules + ["1 09:00-10:00"], "2024-06-05T10:00")
        _ = try run.stopByHand("2024-06-05T11:00")
        #expect(try run.replace(["1 09:00-10:00"] + rules, "2024-06-05T12:00") == [])
        #expect(run.scheduler.tracking == nil)
    }
}
