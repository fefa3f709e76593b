import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Costs of an app on its phone")
struct PhoneCostsTests {
    @Test("are zero for an app that requests nothing", arguments: Platform.allCases)
    func nothing(platform: Platform) throws {
        let scene = try PhoneScene(platform)
        scene.run(to: 180)
        #expect(scene.costs == PhoneCosts())
    }

    @Test(
        "is each requested fix by its accuracy, its Wi-Fi scans and cell positions",
        arguments: Platform.allCases
    )
    func readings(platform: Platform) throws {
        let table: [(accuracy: DesiredAccuracy, seconds: Int, wifi: Int, cells: Int)] = [
            // At rest the position is found by Wi-Fi, while the receiver searches for satellites.
            (.high, 300, 30, 0), (.medium, 0, 30, 0), (.low, 0, 0, 30),
        ]
        for row in table {
            let scene = try PhoneScene(platform)
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(20), accuracy: row.accuracy))
            scene.run(to: 10)
            #expect(scene.costs.fixes == [row.accuracy: 30])
            #expect(scene.costs.satelliteTime == .seconds(row.seconds), "\(row.accuracy)")
            #expect(scene.costs.wifiScans == row.wifi && scene.costs.cellPositions == row.cells, "\(row.accuracy)")
            #expect(scene.costs.systemFixes == 0)
        }
    }

    @Test("include the satellite receiver's time: ten seconds a fix, all the time where they come more often")
    func satellites() throws {
        for (interval, readings, seconds) in [(1.0, 600, 609), (5, 120, 605), (10, 60, 600), (60, 10, 100)] {
            let scene = try PhoneScene(.ios)
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(interval)))
            scene.run(to: 10)
            #expect(scene.costs.fixes == [.high: readings])
            #expect(scene.costs.satelliteTime == .seconds(seconds), "\(interval)")
        }
    }

    @Test("include the system's fixes for the app's regions, significant changes and visits")
    func system() throws {
        // At rest the system makes a fix once a minute, at the full minutes.
        let regions = try PhoneScene(.android)
        try regions.simulator.system.addRegions([PhoneScene.gym()])
        regions.run(to: 20.5)
        #expect(regions.costs.systemFixes == 21)
        #expect(regions.costs.wifiScans == 21 && regions.costs.cellPositions == 0)
        let changes = try PhoneScene(.ios)
        changes.simulator.system.startSignificantChanges()
        changes.run(to: 20.5)
        #expect(changes.costs.systemFixes == 21)
        #expect(changes.costs.wifiScans == 0 && changes.costs.cellPositions == 21)
        #expect(changes.costs.fixes.isEmpty)
    }

    @Test("include each process start by reason, each waking from suspension and each background signal")
    func wakeups() throws {
        let ios = try PhoneScene(.ios)
        ios.act { $0.leaveApp() }
        // Fetches at minutes 15, 30, 45 and 60 wake it; the signal of leaving the screen counts as background too.
        ios.run(to: 61)
        #expect(ios.costs.resumptions == 4)
        #expect(ios.costs.wakeups == 5)
        ios.act { $0.killApp() }
        ios.run(to: 91)
        ios.act { $0.openApp() }
        ios.run(to: 92)
        #expect(ios.costs.launches == [.backgroundFetch: 1])
        let android = try PhoneScene(.android) { $0.backgroundFetchSeconds = 1e9 }
        android.simulator.system.setAlarm(named: "a", at: PhoneScene.minute(10), exact: true)
        android.simulator.system.setTimer(named: "t", at: PhoneScene.minute(1))
        android.run(to: 2)
        android.act { $0.killApp() }
        android.run(to: 20)
        #expect(android.costs.launches == [.alarm: 1])
        #expect(android.costs.resumptions == 0)
        #expect(android.costs.wakeups == 1)
        #expect(android.costs.alarms == 1)
        #expect(android.costs.timers == 1)
    }

    @Test("are lower where fixes are delivered together")
    func batches() throws {
        func wakeups(_ deferral: Duration) throws -> Int {
            let scene = try PhoneScene(.android) { $0.backgroundFetchSeconds = 1e9 }
            scene.simulator.system.startForegroundService(
                ServiceNotification(title: nil, text: "At work", channel: "c")
            )
            scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(30), deferral: deferral))
            scene.act { $0.leaveApp() }
            scene.run(to: 58)
            #expect(scene.costs.fixes == [.high: 116])
            return scene.costs.wakeups
        }
        #expect(try wakeups(.zero) == 117)
        #expect(try wakeups(.seconds(600)) == 6)
    }

    @Test("include the background time of the process and of its foreground service, however time is moved")
    func time() throws {
        for step in [0.37, 5, 60] {
            let ios = try PhoneScene(.ios) { $0.backgroundFetchSeconds = 1e9 }
            let android = try PhoneScene(.android) { $0.backgroundFetchSeconds = 1e9 }
            android.simulator.system.startForegroundService(
                ServiceNotification(title: nil, text: "At work", channel: "c")
            )
            for scene in [ios, android] {
                scene.run(to: 1)
                scene.act { $0.leaveApp() }
                for minute in stride(from: 1, through: 59, by: step) { scene.run(to: minute) }
                scene.run(to: 59)
            }
            #expect(ios.costs.backgroundTime == .seconds(10), "\(step)")
            #expect(android.costs.backgroundTime == .seconds(58 * 60), "\(step)")
            #expect(android.costs.serviceTime == .seconds(58 * 60), "\(step)")
            #expect(ios.costs.serviceTime == .zero)
        }
    }

    @Test("is the time for which nothing but a trick kept it running")
    func preventedSuspension() throws {
        for (hasUpdates, minutes) in [(true, 0), (false, 40)] {
            let scene = try PhoneScene(.ios)
            scene.simulator.system.setPreventsSuspension(true)
            if hasUpdates { scene.simulator.system.startLocationUpdates(LocationRequest(interval: .seconds(60))) }
            scene.run(to: 10)
            scene.act { $0.leaveApp() }
            scene.run(to: 50)
            #expect(scene.costs.backgroundTime == .seconds(2400))
            #expect(scene.costs.preventedSuspensionTime == .seconds(60 * minutes))
        }
    }

    @Test("include each sample of the motion service")
    func polls() throws {
        let scene = try PhoneScene(.android) {
            ($0.activity.handledPerHour, $0.activity.confidenceSpread, $0.activityDelaySeconds) = (0, 0, 10...10)
        }
        scene.simulator.system.startActivityUpdates(every: .seconds(10))
        // One sample finds the rest; the drive from minute 60 to 65 is sampled every ten seconds, and its end is found
        // too.
        scene.run(to: 59)
        #expect(scene.costs.activityPolls == 1)
        scene.run(to: 70)
        #expect((30...34).contains(scene.costs.activityPolls), "\(scene.costs.activityPolls)")
    }
}
