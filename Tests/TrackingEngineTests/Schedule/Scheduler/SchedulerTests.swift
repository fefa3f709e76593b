import Foundation
import SeededRandom
import Testing
import TrackingEngine
import VisitModel

// 2024-06-05 was a Wednesday; clocks in Berlin are two hours ahead of UTC.
@Suite("Following a schedule")
struct SchedulerTests {
    private let rules = ["2-6 09:00-17:00"]

    @Test("a day on Android with exact alarms")
    func android() throws {
        var run = try SchedulerRun(.android)
        #expect(try run.start(rules, "2024-06-05T08:00") == ["stop", "alarm 2024-06-05T07:00:00Z"])
        #expect(
            try run.wake("2024-06-05T09:00") == ["begin location late 0", "event on", "alarm 2024-06-05T15:00:00Z"]
        )
        #expect(try run.wake("2024-06-05T09:00") == [])
        #expect(try run.wake("2024-06-05T17:00") == ["stop late 0", "event off", "alarm 2024-06-06T07:00:00Z"])
        #expect(try run.wake("2024-06-05T17:00") == [])
        #expect(run.scheduler.tracking == nil)
    }

    @Test("a day on iOS, where edges are as late as what wakes the app")
    func ios() throws {
        var run = try SchedulerRun(.ios)
        #expect(try run.start(rules, "2024-06-05T08:00") == ["stop", "significant on"])
        #expect(try run.wake("2024-06-05T08:59") == [])
        #expect(
            try run.wake("2024-06-05T09:15", by: .location) == [
                "begin location late 900", "event on", "significant off",
            ]
        )
        #expect(try run.wake("2024-06-05T09:15", by: .location) == [])
        #expect(try run.wake("2024-06-05T12:00", by: .paused) == [])
        #expect(try run.wake("2024-06-05T17:00:01", by: .resumed) == ["stop late 1", "event off", "significant on"])
    }

    @Test("only what wakes a platform's scheduler does", arguments: ScheduleWake.allCases)
    func wakes(wake: ScheduleWake) throws {
        for platform in Platform.allCases {
            var run = try SchedulerRun(platform)
            _ = try run.start(rules, "2024-06-05T08:00")
            #expect(try run.wake("2024-06-05T09:30", by: wake).isEmpty == (wake.platform != platform))
        }
    }

    @Test("several missed edges take effect as one, with their final state")
    func slept() throws {
        var run = try SchedulerRun(.ios)
        _ = try run.start(rules, "2024-06-05T08:00")
        #expect(try run.wake("2024-06-06T10:00") == ["begin location late 3600", "event on", "significant off"])
        #expect(try run.wake("2024-06-07T10:00") == [])
        #expect(try run.wake("2024-06-08T10:00") == ["stop late 61200", "event off", "significant on"])
        #expect(try run.wake("2024-06-11T08:00") == [])
    }

    @Test("windows of different modes that touch: one switch, and no stop between")
    func modes() throws {
        var run = try SchedulerRun(.android)
        #expect(
            try run.start(["4 09:00-12:00 geofence", "4 12:00-17:00", "4 17:00-18:00 geofence"], "2024-06-05T10:00")
                == ["begin geofence", "event on", "alarm 2024-06-05T10:00:00Z"]
        )
        #expect(
            try run.wake("2024-06-05T12:00")
                == ["switch geofence to location late 0", "event on", "alarm 2024-06-05T15:00:00Z"]
        )
        #expect(
            try run.wake("2024-06-05T17:00")
                == ["switch location to geofence late 0", "event on", "alarm 2024-06-05T16:00:00Z"]
        )
    }

    @Test("stopSchedule takes the alarm back and leaves tracking on")
    func stop() throws {
        var run = try SchedulerRun(.android)
        _ = try run.start(rules, "2024-06-05T10:00")
        #expect(try run.stop("2024-06-05T11:00") == ["cancel"])
        #expect(run.scheduler.tracking == .location)
        #expect(try run.stop("2024-06-05T11:00") == [])
        #expect(try run.wake("2024-06-05T17:00") == [])
        #expect(try run.reboot("2024-06-06T10:00") == [])
        var phone = try SchedulerRun(.ios)
        _ = try phone.start(rules, "2024-06-05T08:00")
        #expect(try phone.stop("2024-06-05T08:30") == ["significant off"])
        #expect(try phone.wake("2024-06-05T10:00") == [])
    }

    @Test("an alarm without scheduleUseAlarmManager is late by at most the minutes documented, and drawn once")
    func inexact() throws {
        var delays: Set<Int64> = []
        for seed in 1...200 {
            var random = ScheduleGenerator(seed: UInt64(seed))
            var scheduler = Scheduler(platform: .android)
            let zone = try TimeZoneName(ScheduleWorld.berlin)
            let start = try ScheduleWorld.time("2024-06-05T08:00")
            _ = scheduler.start(try Schedule(parsing: rules), at: start, in: zone, using: &random)
            let alarm = try #require(scheduler.alarm)
            #expect(alarm.edge == (try ScheduleWorld.time("2024-06-05T09:00")))
            let delay = alarm.time.milliseconds - alarm.edge.milliseconds
            #expect((0...Int64(Scheduler.greatestAlarmDelayMinutes) * 60_000).contains(delay), "seed \(seed)")
            delays.insert(delay)
            #expect(scheduler.wake(by: .alarm, at: start, in: zone, using: &random) == [])
            #expect(scheduler.alarm == alarm)
            let effects = scheduler.wake(by: .alarm, at: alarm.time, in: zone, using: &random)
            #expect(effects.first == .begin(.location, replacing: nil, lateness: .milliseconds(delay)), "seed \(seed)")
        }
        #expect(delays.count > 100)
        #expect((delays.max() ?? 0) > 500_000)
    }

    @Test("a schedule without any further edge cancels its alarm")
    func lastEdge() throws {
        var run = try SchedulerRun(.android)
        _ = try run.start(["2024-06-05 09:00-17:00"], "2024-06-05T10:00")
        #expect(try run.wake("2024-06-05T17:00") == ["stop late 0", "event off"])
        #expect(run.scheduler.alarm == nil)
        _ = try run.replace(rules, "2024-06-05T18:00")
        #expect(try run.replace([], "2024-06-05T19:00") == ["cancel"])
    }

    @Test("a scheduler that is stored and restored resumes unchanged, at any point", arguments: Platform.allCases)
    func coding(platform: Platform) throws {
        var run = try SchedulerRun(platform, usesAlarmManager: false)
        func again(_ run: SchedulerRun) throws -> SchedulerRun {
            var copy = run
            copy.scheduler = try JSONDecoder().decode(Scheduler.self, from: JSONEncoder().encode(run.scheduler))
            #expect(copy.scheduler == run.scheduler)
            return copy
        }
        run = try again(run)
        _ = try run.start(rules, "2024-06-05T08:00")
        run = try again(run)
        #expect(try run.wake("2024-06-05T09:30").isEmpty == false)
        run = try again(run)
        #expect(try run.wake("2024-06-05T09:30") == [])
        _ = try run.stop("2024-06-05T10:00")
        _ = try again(run)
    }

    @Test(
        "what was stored and makes no sense is refused",
        arguments: ["\"mars\"", "\"ios\", \"time_zone\": \"Mars/Olympus\", \"looked_at_ms\": 0"]
    )
    func refusals(platform: String) {
        let json = """
            {"platform": \(platform), "schedule": [], "uses_alarm_manager": false, "running": true,
            "keeps_significant_changes": false}
            """
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Scheduler.self, from: Data(json.utf8)) }
    }
}
