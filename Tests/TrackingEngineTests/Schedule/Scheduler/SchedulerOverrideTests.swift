import Testing
import TrackingEngine
import VisitModel

@Suite("Tracking started and stopped manually, and clock changes")
struct SchedulerOverrideTests {
    private let rules = ["2-6 09:00-17:00"]

    @Test("stopped manually in a window: off until the next one", arguments: Platform.allCases)
    func stopped(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        _ = try run.start(rules, "2024-06-05T10:00")
        #expect(try run.stopByHand("2024-06-05T11:00") == (platform == .ios ? ["significant on"] : []))
        #expect(try run.wake("2024-06-05T12:00") == [])
        #expect(try run.wake("2024-06-05T17:00") == (platform == .ios ? [] : ["alarm 2024-06-06T07:00:00Z"]))
        #expect(try run.wake("2024-06-06T09:00").prefix(2) == ["begin location late 0", "event on"])
    }

    @Test("stopped manually in a window, and the next two edges missed: on again")
    func stoppedAndSlept() throws {
        var run = try SchedulerRun(.ios)
        _ = try run.start(rules, "2024-06-05T10:00")
        _ = try run.stopByHand("2024-06-05T11:00")
        #expect(try run.wake("2024-06-06T10:00").first == "begin location late 3600")
    }

    @Test("started manually outside a window: on until the next window ends", arguments: Platform.allCases)
    func started(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        _ = try run.start(rules, "2024-06-05T07:00")
        #expect(try run.startByHand(.location, "2024-06-05T08:00") == (platform == .ios ? ["significant off"] : []))
        #expect(try run.wake("2024-06-05T08:30") == [])
        #expect(try run.wake("2024-06-05T09:00") == (platform == .ios ? [] : ["alarm 2024-06-05T15:00:00Z"]))
        #expect(try run.wake("2024-06-05T17:00").prefix(2) == ["stop late 0", "event off"])
    }

    @Test("started manually in another mode: the window's comes only at the next edge")
    func otherMode() throws {
        var run = try SchedulerRun(.android)
        _ = try run.start(["4 09:00-12:00", "4 12:00-13:00 geofence", "4 13:00-17:00"], "2024-06-05T10:00")
        _ = try run.startByHand(.geofence, "2024-06-05T11:00")
        #expect(try run.wake("2024-06-05T12:00") == ["alarm 2024-06-05T11:00:00Z"])
        #expect(try run.wake("2024-06-05T13:00").first == "switch geofence to location late 0")
    }

    @Test("a manual change comes after an edge that was not yet applied, and the alarm is set again")
    func afterAnEdge() throws {
        var run = try SchedulerRun(.android)
        _ = try run.start(rules, "2024-06-05T08:00")
        _ = try run.stopByHand("2024-06-05T09:03")
        #expect(try run.wake("2024-06-05T09:07") == ["alarm 2024-06-05T15:00:00Z"])
        #expect(run.scheduler.tracking == nil)
        var phone = try SchedulerRun(.ios)
        _ = try phone.start(rules, "2024-06-05T10:00")
        #expect(try phone.startByHand(.location, "2024-06-05T17:05") == [])
        #expect(try phone.wake("2024-06-05T17:15") == [])
        #expect(try phone.wake("2024-06-06T17:15").first == "stop late 900")
    }

    @Test("after a reboot manually stopped tracking stays off, and manually started tracking is left to the app")
    func reboots() throws {
        var run = try SchedulerRun(.android)
        _ = try run.start(rules, "2024-06-05T10:00")
        _ = try run.stopByHand("2024-06-05T11:00")
        #expect(try run.reboot("2024-06-05T12:00") == ["alarm 2024-06-05T15:00:00Z"])
        #expect(try run.reboot("2024-06-06T12:00").first == "begin location late 10800")
        _ = try run.startByHand(.geofence, "2024-06-06T18:00")
        #expect(try run.reboot("2024-06-06T19:00") == ["alarm 2024-06-07T07:00:00Z"])
        #expect(run.scheduler.tracking == nil)
    }

    @Test("a new time zone is followed at once, and the alarm with it", arguments: Platform.allCases)
    func zones(platform: Platform) throws {
        var run = try SchedulerRun(platform)
        _ = try run.start(rules, "2024-06-05T10:00")
        let isAndroid = platform == .android
        let stopped = try run.move(to: "Asia/Kathmandu", "2024-06-05T12:00Z")
        #expect(stopped == ["stop", "event off"] + (isAndroid ? ["alarm 2024-06-06T03:15:00Z"] : ["significant on"]))
        #expect(try run.move(to: "Asia/Kathmandu", "2024-06-05T12:00Z") == [])
        let begun = try run.move(to: "America/New_York", "2024-06-05T13:30Z")
        #expect(
            begun == ["begin location", "event on"] + (isAndroid ? ["alarm 2024-06-05T21:00:00Z"] : ["significant off"])
        )
    }

    @Test("a manual change outlasts a new zone in which the schedule gives the same")
    func zoneByHand() throws {
        var run = try SchedulerRun(.ios)
        _ = try run.start(rules, "2024-06-05T10:00")
        _ = try run.stopByHand("2024-06-05T11:00")
        #expect(try run.move(to: "Europe/London", "2024-06-05T10:00Z") == [])
        #expect(run.scheduler.tracking == nil)
        #expect(try run.wake("2024-06-05T17:00") == [])
        #expect(try run.wake("2024-06-06T09:00").first == "begin location late 0")
    }

    @Test("a clock that is set back undoes an edge")
    func clockBack() throws {
        var run = try SchedulerRun(.android)
        _ = try run.start(rules, "2024-06-05T08:00")
        _ = try run.wake("2024-06-05T09:00")
        #expect(try run.wake("2024-06-05T08:30") == ["stop", "event off", "alarm 2024-06-05T07:00:00Z"])
    }
}
