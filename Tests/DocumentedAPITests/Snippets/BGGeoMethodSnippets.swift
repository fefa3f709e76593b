import DocumentedAPI
import PhoneSimulator
import Testing

extension DocumentSnippets {
    @Suite("BGGeo: methods and properties")
    struct BGGeoMethodSnippets {
        @Test("line 394: the app sets the motion state")
        func line394() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            BGGeo.shared.ready { _ in }
            try await BGGeo.shared.start()
            scene.run(to: 1)
            let motion = BGGeo.shared.onMotionChange { lines.add("\($0.isMoving)") }
            let bgGeo = BGGeo.shared
            bgGeo.changePace(true)
            #expect(bgGeo.state.isMoving)
            scene.run(to: 2)
            bgGeo.changePace(false)
            #expect(!bgGeo.state.isMoving)
            scene.run(to: 3)
            #expect(lines.all == ["true", "false"])
            motion.remove()
        }

        @Test("line 418: one position, with the app's own values", arguments: Platform.allCases)
        func line418(platform: Platform) async throws {
            let scene = try DocumentScene.geolocation(platform)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            bgGeo.ready { _ in }
            let task = Task {
                do {
                    let location = try await bgGeo.getCurrentPosition(
                        timeout: 20,
                        desiredAccuracy: 15,
                        maximumAge: 3000,
                        samples: 3,
                        extras: ["tour": 77]
                    )
                    lines.add("\(location.extras == ["tour": 77])")
                } catch {
                    lines.add("Error: \(error)")
                }
            }
            await scene.advance(until: { !lines.all.isEmpty })
            await task.value
            #expect(lines.all == ["true"])
            #expect(try bgGeo.getCount() == 1)
        }

        @Test("line 448: ready applies the options", arguments: Platform.allCases)
        func line448(platform: Platform) async throws {
            let scene = try DocumentScene.geolocation(platform)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.geolocation.desiredAccuracy = kCLLocationAccuracyBest
                config.geolocation.distanceFilter = 15
                config.app.stopOnTerminate = false
                config.app.startOnBoot = true
                config.http.url = "http://example.com/records"
                config.http.headers = ["token-of-app": "a token"]
            }
            #expect(bgGeo.config.geolocation.distanceFilter == 15 && bgGeo.config.app.startOnBoot)
            try await bgGeo.start()
            scene.run(to: 1)
            #expect(!scene.server.requests.isEmpty)
            #expect(scene.server.requests.allSatisfy { $0.headers["token-of-app"] == "a token" })
        }

        @Test("line 458: every option is at its default, but for the one set afterwards", arguments: Platform.allCases)
        func line458(platform: Platform) throws {
            let scene = try DocumentScene.geolocation(platform)
            BGGeo.shared.ready { $0.app.startOnBoot = true }
            let bgGeo = BGGeo.shared
            bgGeo.config.reset()
            bgGeo.config.batchUpdate { config in
                config.geolocation.distanceFilter = 15
            }
            var expected = TrackingConfig(platform: platform)
            expected.geolocation.distanceFilter = 15
            #expect(bgGeo.config.current == expected)
            withExtendedLifetime(scene) {}
        }

        @Test("line 473: no listener receives anything any more")
        func line473() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let subscription = BGGeo.shared.onEnabledChange { lines.add("\($0.enabled)") }
            BGGeo.shared.ready { _ in }
            try await BGGeo.shared.start()
            let bgGeo = BGGeo.shared
            bgGeo.removeListeners()
            bgGeo.stop()
            #expect(lines.all == ["true"])
            subscription.remove()
            withExtendedLifetime(scene) {}
        }

        @Test("line 484: the odometer begins again, where the phone is")
        func line484() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            bgGeo.ready { _ in }
            try await bgGeo.start()
            scene.run(to: 30)
            #expect(bgGeo.odometer > 500)
            let task = Task {
                do {
                    let location = try await bgGeo.setOdometer(0)
                    lines.add("\(location.odometerMeters)")
                } catch {
                    lines.add("[setOdometer] error: \(error)")
                }
            }
            await scene.advance(until: { !lines.all.isEmpty })
            await task.value
            #expect(lines.all == ["0.0"])
            #expect(bgGeo.getOdometer() < 100)
        }

        @Test("line 503: the odometer is set to any value")
        func line503() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            bgGeo.ready { _ in }
            let task = Task {
                do {
                    let location = try await bgGeo.setOdometer(4321.5)
                    lines.add("\(location.odometerMeters)")
                } catch {
                    lines.add("[setOdometer] error: \(error)")
                }
            }
            await scene.advance(until: { !lines.all.isEmpty })
            await task.value
            #expect(lines.all == ["4321.5"])
        }

        @Test("line 528: tracking is on, or the reason why not", arguments: [true, false])
        func line528(isAllowed: Bool) async throws {
            let scene = try DocumentScene.geolocation()
            if !isAllowed { scene.act { $0.setPermission(.fineLocation, .restricted) } }
            scene.run(to: 1)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            bgGeo.ready { _ in }
            let task = Task {
                do {
                    try await bgGeo.start()
                    lines.add("[start] success")
                } catch {
                    lines.add("[start] error: \(error)")
                }
            }
            await task.value
            #expect(lines.all == [isAllowed ? "[start] success" : "[start] error: denied"])
            #expect(bgGeo.enabled == isAllowed)
        }

        @Test("line 550: geofences alone", arguments: Platform.allCases)
        func line550(platform: Platform) async throws {
            let scene = try DocumentScene.geolocation(platform)
            let lines = scene.lines
            let bgGeo = BGGeo.shared

            let geofence = Geofence(
                identifier: "HOME",
                radius: 300,
                latitude: 45,
                longitude: -93,
                notifyOnExit: true
            )
            let adding = Task {
                try await bgGeo.geofences.add(geofence)
            }

            let subscription = bgGeo.onGeofence { event in
                lines.add("\(event.action.rawValue) \(event.identifier)")
            }

            bgGeo.ready { config in
                config.http.url = "http://example.com/records"
                config.http.autoSync = true
            }

            let starting = Task {
                try await bgGeo.startGeofences()
            }
            try await adding.value
            try await starting.value
            #expect(bgGeo.state.trackingMode == .geofences)
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 45)
            #expect(lines.all == ["ENTER HOME", "EXIT HOME"])
            #expect(scene.server.requests.count { $0.text.contains(#""event":"geofence""#) } == 2)
            subscription.remove()
        }

        @Test("a geofence that no phone can monitor is an error when it is added")
        func invalidGeofence() async throws {
            let scene = try DocumentScene.geolocation()
            let far = Geofence(identifier: "far", radius: 200, latitude: 95, longitude: 10)
            await #expect(throws: TrackingEngineError.self) { try await BGGeo.shared.geofences.add(far) }
            await #expect(throws: TrackingEngineError.self) { try await BGGeo.shared.addGeofence(far) }
            #expect(BGGeo.shared.getGeofences().isEmpty)
            withExtendedLifetime(scene) {}
        }

        @Test("line 590: the schedule is followed")
        func line590() throws {
            let scene = try DocumentScene.geolocation()
            BGGeo.shared.ready { $0.app.schedule = ["1-7 05:00-17:00"] }
            let bgGeo = BGGeo.shared
            bgGeo.startSchedule()
            #expect(bgGeo.enabled && bgGeo.state.schedulerEnabled)
            withExtendedLifetime(scene) {}
        }

        @Test("line 606: stop ends tracking, stopSchedule the schedule")
        func line606() throws {
            let scene = try DocumentScene.geolocation()
            BGGeo.shared.ready { $0.app.schedule = ["1-7 05:00-17:00"] }
            BGGeo.shared.startSchedule()
            let bgGeo = BGGeo.shared
            bgGeo.stop()
            #expect(!bgGeo.enabled && bgGeo.state.schedulerEnabled)
            do {
                let bgGeo = BGGeo.shared
                bgGeo.stopSchedule()
            }
            #expect(!bgGeo.state.schedulerEnabled)
            withExtendedLifetime(scene) {}
        }

        @Test("line 624: stopSchedule leaves tracking on, which is then stopped")
        func line624() throws {
            let scene = try DocumentScene.geolocation()
            BGGeo.shared.ready { $0.app.schedule = ["1-7 05:00-17:00"] }
            BGGeo.shared.startSchedule()
            let bgGeo = BGGeo.shared
            bgGeo.stopSchedule()
            #expect(bgGeo.enabled && !bgGeo.state.schedulerEnabled)
            do {
                let bgGeo = BGGeo.shared
                bgGeo.stopSchedule()
                if bgGeo.enabled {
                    bgGeo.stop()
                }
            }
            #expect(!bgGeo.enabled)
            withExtendedLifetime(scene) {}
        }

        @Test("line 650: positions come from onResume to onSuspend", arguments: Platform.allCases)
        func line650(platform: Platform) throws {
            let scene = try DocumentScene.geolocation(platform)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            var watchId: Int?

            func onResume() {
                watchId = bgGeo.watchPosition(
                    interval: 2000,
                    extras: ["screen": "map"],
                    success: { location in
                        lines.add("\(location.extras == ["screen": "map"])")
                    },
                    failure: { error in
                        lines.add("[watchPosition] ERROR - \(error)")
                    }
                )
            }

            func onSuspend() {
                if let id = watchId {
                    bgGeo.stopWatchPosition(id)
                    watchId = nil
                }
            }
            bgGeo.ready { _ in }
            onResume()
            scene.run(to: 2)
            let count = lines.all.count
            #expect(count > 2 && Set(lines.all) == ["true"])
            onSuspend()
            scene.run(to: 4)
            #expect(lines.all.count == count)
        }

        @Test("line 720: the state during the trip")
        func line720() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            bgGeo.ready { _ in }
            try await bgGeo.start()
            scene.run(to: 24.5)
            let state = bgGeo.state
            if state.enabled && state.isMoving {
                lines.add("odometer: \(state.odometer > 500)")
            }
            #expect(lines.all == ["odometer: true"])
        }
    }
}
