import DocumentedAPI
import PhoneSimulator
import Testing

extension DocumentSnippets {
    @Suite("AppConfig")
    struct AppConfigSnippets {
        @Test("line 21: tracking continues after a reboot of an Android phone, without the app's screens")
        func line21() async throws {
            let scene = try DocumentScene.geolocation(.android)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.stopOnTerminate = false
                config.app.startOnBoot = true
                config.http.url = "https://example.com/records"
            }
            try await bgGeo.start()
            scene.run(to: 2)
            let count = scene.server.recordCount
            scene.act { $0.reboot() }
            scene.run(to: 60)
            #expect(bgGeo.state.didDeviceReboot && bgGeo.enabled)
            #expect(scene.server.recordCount > count + 10)
            #expect(scene.lines.all.isEmpty)
        }

        @Test("line 64: what is configured once is still there in the next process", arguments: Platform.allCases)
        func line64(platform: Platform) throws {
            let scene = try DocumentScene.geolocation(platform)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.stopOnTerminate = false
                config.app.startOnBoot = true
                config.app.heartbeatInterval = 90
                config.app.schedule = ["2-6 08:00-16:00"]
            }
            try scene.startApp(.user)
            bgGeo.ready { _ in }
            let app = bgGeo.state.config.app
            #expect(!app.stopOnTerminate && app.startOnBoot)
            #expect(app.heartbeatInterval == 90 && app.schedule == ["2-6 08:00-16:00"])
        }

        @Test("line 76: one option is changed later, the others stay")
        func line76() throws {
            let scene = try DocumentScene.geolocation()
            BGGeo.shared.ready { config in
                config.app.preventSuspend = true
                config.app.heartbeatInterval = 60
            }
            let bgGeo = BGGeo.shared
            bgGeo.config.batchUpdate { config in
                config.app.heartbeatInterval = 150
            }
            #expect(bgGeo.config.app.heartbeatInterval == 150 && bgGeo.config.app.preventSuspend)
            withExtendedLifetime(scene) {}
        }

        @Test("line 104: a heartbeat in the background fetches a position")
        func line104() async throws {
            let scene = try DocumentScene.geolocation()
            let (lines, answers) = (scene.lines, Lines())
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.preventSuspend = true
                config.app.heartbeatInterval = 60
            }
            let subscription = bgGeo.onHeartbeat { event in
                lines.add("[onHeartbeat] \(event)")
                Task {
                    do {
                        let location = try await bgGeo.getCurrentPosition(samples: 1, persist: true)
                        answers.add("[getCurrentPosition] \(location)")
                    } catch {
                        answers.add("Error: \(error)")
                    }
                }
            }
            try await scene.waitForHeartbeats(bgGeo)
            subscription.remove()
            await scene.advance(until: { answers.all.count == lines.all.count })
            #expect(!answers.all.isEmpty && answers.all.count == lines.all.count)
            #expect(answers.all.allSatisfy { $0.hasPrefix("[getCurrentPosition]") })
            #expect(try bgGeo.getCount() > answers.all.count)
        }

        @Test("line 138: a listener from before ready receives each heartbeat")
        func line138() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onHeartbeat { event in
                lines.add("[onHeartbeat] \(event)")
            }
            bgGeo.ready { config in
                config.app.preventSuspend = true
                config.app.heartbeatInterval = 60
            }
            try await scene.waitForHeartbeats(bgGeo)
            scene.run(to: 6.5)
            #expect(lines.all.count == 5)
            subscription.remove()
        }

        @Test("line 161: the schedule turns tracking on, until it is stopped, and is replaced")
        func line161() throws {
            let scene = try DocumentScene.geolocation(.android)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.schedule = [
                    "1 16:30-20:00",
                    "2-6 06:10-15:00",
                    "2,4,6 19:00-00:00",
                    "7 09:00-18:00",
                ]
            }
            bgGeo.startSchedule()
            let subscription = bgGeo.onSchedule { event in
                lines.add("[onSchedule] enabled? \(event.enabled)")
            }
            #expect(!bgGeo.enabled)
            scene.run(to: 59)
            #expect(lines.all == ["[onSchedule] enabled? true"])
            #expect(bgGeo.enabled && bgGeo.state.schedulerEnabled)

            bgGeo.stopSchedule()
            bgGeo.stop()
            #expect(!bgGeo.enabled && !bgGeo.state.schedulerEnabled)
            bgGeo.config.batchUpdate { config in
                config.app.schedule = [
                    "1-7 08:00-09:00",
                    "1-7 10:00-11:00",
                    "1-7 12:00-13:00",
                    "1-7 14:00-15:00",
                    "1-7 16:00-17:00",
                    "2,4,6 18:00-21:00",
                ]
            }
            #expect(bgGeo.config.app.schedule.count == 6 && !bgGeo.enabled)
            subscription.remove()
        }

        @Test("line 199: a literal date begins tracking on its day", arguments: Platform.allCases)
        func line199(platform: Platform) throws {
            let scene = try DocumentScene.geolocation(platform)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.schedule = [
                    "2024-03-18 05:00-17:00"
                ]
            }
            bgGeo.startSchedule()
            #expect(bgGeo.enabled)
            withExtendedLifetime(scene) {}
        }

        @Test("line 209: two dates with times are one long window", arguments: Platform.allCases)
        func line209(platform: Platform) throws {
            let scene = try DocumentScene.geolocation(platform)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.schedule = [
                    "2024-01-01-09:00 2025-01-01-17:00"
                ]
            }
            bgGeo.startSchedule()
            #expect(bgGeo.enabled)
            withExtendedLifetime(scene) {}
        }

        @Test("line 219: an entry for locations tracks them")
        func line219() throws {
            let scene = try DocumentScene.geolocation()
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.schedule = [
                    "1-7 05:00-17:00 location",
                    "1-7 18:00-04:00 geofence",
                ]
            }
            bgGeo.startSchedule()
            #expect(bgGeo.enabled && bgGeo.state.trackingMode == .location)
            withExtendedLifetime(scene) {}
        }

        @Test("line 237: an entry for geofences tracks them alone, over midnight")
        func line237() throws {
            let scene = try DocumentScene.geolocation()
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.schedule = [
                    "1-7 09:00-17:00 location",
                    "1-7 18:00-08:00 geofence",
                ]
            }
            bgGeo.startSchedule()
            #expect(bgGeo.enabled && bgGeo.state.trackingMode == .geofences)
            withExtendedLifetime(scene) {}
        }
    }
}

extension DocumentScene {
    /// Starts tracking and sends the app to the background after a minute, with the phone at a charger; then advances to
    /// the first heartbeat, which the app's listener adds to `lines`.
    func waitForHeartbeats(_ bgGeo: BGGeo) async throws {
        act { $0.changePower { $0.isCharging = true } }
        try await bgGeo.start()
        run(to: 1)
        act { $0.leaveApp() }
        await advance(until: { !lines.all.isEmpty })
        #expect(!lines.all.isEmpty)
    }
}
