import MobileSDK
import MobileSDKCore
import MobileSDKTestSupport
import PhoneOS
import PhoneSimulator
import PhoneStore
import Testing
import TrackingEngine
import VisitModel

@Suite("The log and the notes for developers")
struct LoggingTests {
    @Test("what is kept is what the level says, and no place above debug", arguments: LogLevel.allCases)
    func levels(level: LogLevel) throws {
        let scene = try GeolocationScene(.android) {
            $0.logger.logLevel = level
            $0.http.autoSync = false
        }
        scene.ready()
        try scene.app.startNow()
        scene.app.logger.error("e")
        scene.app.logger.warning("w")
        scene.app.logger.info("i")
        scene.app.logger.debug("d")
        scene.app.logger.verbose("v")
        scene.run(to: 22)
        let log = try scene.app.logger.getLog()
        #expect(log.allSatisfy { $0.level.rawValue <= level.rawValue })
        #expect(
            log.filter { $0.message.count == 1 }.map(\.message)
                == Array(["e", "w", "i", "d", "v"].prefix(level.rawValue))
        )
        #expect(log.filter { $0.level.rawValue <= 3 }.allSatisfy { !$0.message.contains("-93.0") })
        #expect(
            log.contains { $0.message.contains(" at 45.0") || $0.message.contains(" at 44.9") } == (level >= .debug)
        )
    }

    @Test("lines are found by time, order and number, and deleted")
    func query() throws {
        let scene = try GeolocationScene(.android) { $0.logger.logLevel = .info }
        scene.ready()
        scene.run(to: 5)
        for text in ["a", "b", "c"] { scene.app.logger.info(text) }
        let late = try scene.app.logger.getLog(LogQuery(start: GeolocationScene.minute(5)))
        #expect(late.map(\.message) == ["a", "b", "c"])
        let query = LogQuery(order: .newestFirst, limit: 2)
        #expect(try scene.app.logger.getLog(query).map(\.message) == ["c", "b"])
        #expect(
            try scene.app.logger.getLog(LogQuery(end: GeolocationScene.minute(5))).contains { $0.message == "ready" }
        )
        try scene.app.logger.destroyLog()
        #expect(try scene.app.logger.getLog().isEmpty)
    }

    @Test("old lines are deleted when the app is started")
    func purges() throws {
        let scene = try GeolocationScene(.android) { $0.logger.logLevel = .info }
        scene.ready()
        scene.run(to: 60 * 24 * 3 + 10)
        scene.crash()
        scene.act { $0.openApp() }
        scene.run(to: 60 * 24 * 3 + 11)
        let log = try scene.app.logger.getLog()
        #expect(!log.isEmpty)
        #expect(log.allSatisfy { $0.at >= GeolocationScene.minute(60 * 24 * 3) })
    }

    @Test("the log is sent, or it is said why not", .timeLimit(.minutes(10)))
    func uploads() async throws {
        let scene = try GeolocationScene(.ios) { $0.logger.logLevel = .info }
        scene.ready()
        try await scene.app.logger.uploadLog("https://example.com/log")
        #expect(scene.server.requests.last?.text.contains(" info ready") == true)
        for reply in [ScriptedServer.Reply.answer(500), .unreachable] {
            scene.server.script { _ in reply }
            await #expect {
                try await scene.app.logger.uploadLog("https://example.com/log")
            } throws: { error in
                (error as? MobileSDKError)?.code == .upload
            }
        }
        scene.server.script { _ in .lost }
        let answer = Box<String?>(nil)
        scene.app.logger.uploadLogNow("https://example.com/log") { answer.set("\($0)") }
        scene.run(to: 3)
        #expect(answer.current?.contains("in time") == true)
    }

    @Test(
        "with debug a developer sees and hears location services switched on and off, and reads it in the log",
        arguments: Platform.allCases,
        [true, false]
    )
    func debug(platform: Platform, isOn: Bool) throws {
        let scene = try GeolocationScene(platform) {
            $0.logger.debug = isOn
            $0.logger.logLevel = .debug
            $0.http.autoSync = false
        }
        scene.ready()
        try scene.app.startNow()
        scene.act { $0.leaveApp() }
        scene.run(to: 60)
        var notes = [
            "Moving": "debug_moving", "Stationary": "debug_stationary", "Location services on": "debug_location_on",
            "Location services off": "debug_location_off",
        ]
        // On Android location stays on until the stop timeout is over.
        if platform == .ios { notes["Stop detection engaged"] = "debug_stop_detection" }
        let lines = Set(try scene.app.logger.getLog().map(\.message))
        for (note, sound) in notes {
            #expect(scene.notices.contains { $0.body == note && $0.sound == sound } == isOn, "\(note)")
            #expect(lines.contains(note) == isOn, "\(note)")
        }
        if !isOn { #expect(scene.notices.isEmpty) }
    }
}
