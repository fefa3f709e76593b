import Testing
import VisitModel

@testable import TrackingEngine

@Suite("Evidence that a stop has ended")
struct StopEvidenceTests {
    @Test(
        "a stop does not end with one fix far away: two half a minute apart end it",
        // With the motion service at rest the phone must be as far away as where iOS would start the app.
        arguments: [(reportsRest: false, meters: 120.0), (true, 320)]
    )
    func leavesByFixes(reportsRest: Bool, meters: Double) throws {
        var bench = try TrackingBench(.ios)
        if reportsRest { bench.say(.still) }
        bench.north += meters
        for seconds in [0.0, 10, 19] {
            bench.wait(seconds)
            bench.say(.fix(bench.fix(8), .single))
            #expect(!bench.tracking.isMoving, "after \(seconds) s")
        }
        bench.wait(2)
        bench.say(.fix(bench.fix(8), .single))
        #expect(bench.tracking.isMoving)
    }

    @Test("a fix near the place of the stop between two far away keeps the stop")
    func staysByFixes() throws {
        var bench = try TrackingBench(.ios)
        for meters in [120.0, -120, 120] {
            bench.wait(31)
            bench.north += meters
            bench.say(.fix(bench.fix(8), .single))
        }
        #expect(!bench.tracking.isMoving)
    }

    @Test("errors of a poor position are no distance, however often they come", arguments: [22.0, 60, 900])
    func poorFixes(accuracy: Double) throws {
        var bench = try TrackingBench(.ios)
        bench.north += 2 * accuracy
        for _ in 0..<20 {
            bench.wait(31)
            bench.say(.fix(bench.fix(accuracy), .single))
        }
        #expect(!bench.tracking.isMoving)
    }

    @Test("while the place of a stop is searched no fix of the search ends the stop")
    func searchesPlace() throws {
        var bench = try TrackingBench(.ios)
        bench.say(.walking)
        bench.say(.still)
        bench.answersRequests = false
        bench.wait(301)
        #expect(!bench.tracking.isMoving)
        for meters in [800.0, -800] {
            bench.north += meters
            bench.say(.fix(bench.fix(20), .single))
            bench.wait(8)
        }
        bench.say(.fix(bench.fix(20), .single))
        #expect(!bench.tracking.isMoving)
        #expect(bench.motionChanges == [false, true, false])
    }

    @Test("a place that was left while the motion service reports rest counts as left for the stop timeout alone")
    func unconfirmed() throws {
        var bench = try TrackingBench(.ios)
        bench.say(.still)
        bench.north += 250
        bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(30)))
        #expect(bench.tracking.isMoving)
        #expect(bench.updates?.keepsAppRunning == false)
        // The requested fix of the change took a second.
        bench.wait(298)
        #expect(bench.tracking.isMoving)
        bench.wait(2)
        #expect(!bench.tracking.isMoving)
        #expect(bench.motionChanges == [false, true, false])
    }

    @Test("movement confirms that a place was left: by an activity, or by the fixes", arguments: [true, false])
    func confirmed(byActivity: Bool) throws {
        var bench = try TrackingBench(.ios)
        bench.say(.still)
        bench.north += 250
        bench.say(.regionsCrossed(.exit, [TrackedRegion.stationaryID], bench.fix(30)))
        if byActivity { bench.say(.inVehicle) }
        for _ in 0..<10 {
            bench.wait(60)
            if !byActivity { bench.move(120) }
        }
        #expect(bench.tracking.isMoving)
        #expect(bench.motionChanges == [false, true])
    }

    @Test("a motion change whose position is still searched is emitted before the next one")
    func superseded() throws {
        var bench = try TrackingBench(.android)
        bench.answersRequests = false
        bench.say(.walking)
        #expect(bench.motionChanges == [false])
        bench.perform(bench.tracking.changePace(false, at: bench.now))
        #expect(bench.motionChanges == [false, true])
        bench.answersRequests = true
        bench.say(.walking)
        #expect(bench.motionChanges == [false, true, false, true])
        #expect(bench.stored.map(\.location.isMoving) == [false, true, false, true])
    }

    @Test("in the background iOS is kept from suspending the app during stop detection", arguments: [true, false])
    func keepsRunning(preventsSuspend: Bool) throws {
        var bench = try TrackingBench(.ios, #"{"app": {"preventSuspend": \#(preventsSuspend)}}"#)
        bench.say(.walking)
        bench.say(.still)
        #expect(bench.updates == nil)
        bench.say(.appChanged(.background))
        #expect(bench.updates?.keepsAppRunning == (preventsSuspend ? nil : true))
        let (last, count) = (bench.tracking.state.lastFix, bench.stored.count)
        bench.north += 500
        if !preventsSuspend { bench.say(.fix(bench.fix(900), .updates)) }
        #expect(bench.tracking.state.lastFix == last, "a position from cells replaced that of the stop")
        #expect(bench.stored.count == count)
        bench.wait(301)
        #expect(!bench.tracking.isMoving)
        #expect(bench.updates == nil)
    }

    @Test("tracking records as far apart as its distance filter says, however often a stream requests positions")
    func streams() throws {
        var bench = try TrackingBench(.ios)
        bench.say(.walking)
        var watch = WatchRequest()
        watch.interval = 1000
        bench.perform(bench.tracking.watchPosition(watch, at: bench.now).effects)
        let count = bench.stored.count
        for _ in 0..<100 {
            bench.wait(1)
            bench.move(1)
        }
        #expect((9...11).contains(bench.stored.count - count))
    }

    @Test("on Android tracking keeps its interval too")
    func streamInterval() throws {
        let options = #"{"geolocation": {"distanceFilter": 0, "locationUpdateInterval": 60000}}"#
        var bench = try TrackingBench(.android, options)
        bench.say(.walking)
        var watch = WatchRequest()
        watch.interval = 1000
        bench.perform(bench.tracking.watchPosition(watch, at: bench.now).effects)
        let count = bench.stored.count
        for _ in 0..<300 {
            bench.wait(1)
            bench.move(1)
        }
        #expect((5...6).contains(bench.stored.count - count))
    }

    @Test("a fix far away before tracking was stopped and started again counts no more")
    func forgets() throws {
        var bench = try TrackingBench(.ios)
        bench.north += 120
        bench.say(.fix(bench.fix(8), .single))
        bench.perform(bench.tracking.stop(at: bench.now))
        bench.north -= 120
        bench.perform(try bench.tracking.start(at: bench.now))
        bench.wait(60)
        bench.north += 120
        bench.say(.fix(bench.fix(8), .single))
        #expect(!bench.tracking.isMoving)
    }

    @Test("a motion change that is overtaken is not emitted with a fix of long ago")
    func supersededLate() throws {
        var bench = try TrackingBench(.android)
        bench.perform(bench.tracking.stop(at: bench.now))
        bench.wait(7 * 86_400)
        bench.answersRequests = false
        let count = bench.stored.count
        bench.perform(try bench.tracking.start(at: bench.now))
        bench.perform(bench.tracking.changePace(true, at: bench.now))
        #expect(bench.stored.count == count)
        #expect(bench.motionChanges == [false])
    }

    @Test("a place of a stop from cells is replaced by a better fix, from which a departure shows")
    func refinesPlace() throws {
        var bench = try TrackingBench(.android)
        bench.accuracies = [1500]
        bench.perform(bench.tracking.stop(at: bench.now))
        bench.perform(try bench.tracking.start(at: bench.now))
        bench.wait(60)
        bench.say(.fix(bench.fix(10), .single))
        bench.north += 300
        for _ in 0..<2 {
            bench.wait(31)
            bench.say(.fix(bench.fix(10), .single))
        }
        #expect(bench.tracking.isMoving)
    }

    @Test("without a motion service a walk with poor fixes lasts, also with a short stop timeout")
    func walks() throws {
        let options = """
            {"activity": {"disableMotionActivityUpdates": true}, "geolocation": {"stopTimeout": 1}}
            """
        var bench = try TrackingBench(.ios, options)
        bench.perform(bench.tracking.changePace(true, at: bench.now))
        for _ in 0..<200 {
            bench.wait(5)
            bench.move(6.25, accuracy: 20)
        }
        #expect(bench.tracking.isMoving)
    }
}
