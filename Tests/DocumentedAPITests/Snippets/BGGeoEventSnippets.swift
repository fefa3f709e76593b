import DocumentedAPI
import PhoneSimulator
import Testing

extension DocumentSnippets {
    @Suite("BGGeo: events")
    struct BGGeoEventSnippets {
        @Test("line 109: the activity changes with the trip")
        func line109() async throws {
            let scene = try DocumentScene.geolocation(.android)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onActivityChange { event in
                lines.add("\(event.activity) (\(event.confidence)%)")
            }
            bgGeo.ready { _ in }
            try await bgGeo.start()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 60)
            #expect(lines.all.count >= 2 && lines.all.allSatisfy { $0.hasSuffix("(100%)") }, "\(lines.all)")
            subscription.remove()
        }

        @Test("line 124: new tokens, or the reason why there are none", arguments: [true, false])
        func line124(isSuccess: Bool) async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onAuthorization { event in
                if event.isSuccess {
                    lines.add("success: \(event.response == ["access_token": "new"])")
                } else {
                    lines.add("error: \((event.error ?? "").isEmpty)")
                }
            }
            scene.server.answer { request in
                if request.url.hasSuffix("/tokens") {
                    return isSuccess ? (200, #"{"access_token":"new"}"#) : (400, "no")
                }
                return (request.headers["Authorization"] == "Bearer new" ? 200 : 401, "")
            }
            bgGeo.ready { config in
                config.http.url = "https://example.com/records"
                config.authorization.accessToken = "old"
                config.authorization.refreshToken = "refresh"
                config.authorization.refreshUrl = "https://example.com/tokens"
                config.authorization.refreshPayload = ["token": "{refreshToken}"]
            }
            try await bgGeo.start()
            scene.run(to: 1)
            #expect(lines.all.first == (isSuccess ? "success: true" : "error: false"))
            subscription.remove()
        }

        @Test("line 143: the connection at the start of tracking, and each change of it")
        func line143() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onConnectivityChange { event in
                lines.add("\(event.hasConnection)")
            }
            bgGeo.ready { _ in }
            try await bgGeo.start()
            scene.act { $0.setConnectivity(.none) }
            scene.run(to: 1)
            scene.act { $0.setConnectivity(.wifi) }
            scene.run(to: 2)
            #expect(lines.all == ["true", "false", "true"])
            subscription.remove()
        }

        @Test("line 158: start and stop are events")
        func line158() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onEnabledChange { event in
                lines.add("\(event.enabled)")
            }
            bgGeo.ready { _ in }
            try await bgGeo.start()
            bgGeo.stop()
            #expect(lines.all == ["true", "false"])
            subscription.remove()
        }

        @Test("line 175: an entry and an exit are events", arguments: Platform.allCases)
        func line175(platform: Platform) async throws {
            let scene = try DocumentScene.geolocation(platform)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onGeofence { event in
                lines.add("\(event.action.rawValue) \(event.identifier)")
            }
            bgGeo.ready { _ in }
            try await bgGeo.geofences.add(Geofence(identifier: "home", radius: 300, latitude: 45, longitude: -93))
            try await bgGeo.start()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 45)
            #expect(lines.all == ["ENTER home", "EXIT home"])
            subscription.remove()
        }

        @Test("line 192: the geofences that the phone begins and ends to monitor")
        func line192() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onGeofencesChange { event in
                let on = event.on
                let off = event.off

                on.forEach { geofence in
                    lines.add("activated: \(geofence.identifier)")
                }

                off.forEach { identifier in
                    lines.add("deactivated: \(identifier)")
                }
            }
            bgGeo.ready { _ in }
            let fences = ["a", "b"].map { Geofence(identifier: $0, radius: 200, latitude: 45, longitude: -93) }
            try await bgGeo.geofences.add(fences)
            try await bgGeo.startGeofences()
            scene.run(to: 2)
            #expect(lines.all.sorted() == ["activated: a", "activated: b"])
            try await bgGeo.geofences.remove("a")
            #expect(lines.all.last == "deactivated: a")
            subscription.remove()
        }

        @Test("line 222: a heartbeat in the background fetches a position")
        func line222() async throws {
            let scene = try DocumentScene.geolocation()
            let (lines, answers) = (scene.lines, Lines())
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.app.heartbeatInterval = 60
                config.app.preventSuspend = true
            }

            let subscription = bgGeo.onHeartbeat { event in
                lines.add("[onHeartbeat] \(event)")
                Task {
                    do {
                        let location = try await bgGeo.getCurrentPosition(samples: 1, persist: true)
                        answers.add("[getCurrentPosition] \(location)")
                    } catch {
                        answers.add("[getCurrentPosition] ERROR: \(error)")
                    }
                }
            }
            try await scene.waitForHeartbeats(bgGeo)
            subscription.remove()
            await scene.advance(until: { answers.all.count == lines.all.count })
            #expect(answers.all.count == lines.all.count)
            #expect(answers.all.allSatisfy { !$0.contains("ERROR") })
        }

        @Test("line 252: each response of the server", arguments: [200, 503])
        func line252(status: Int) async throws {
            let scene = try DocumentScene.geolocation()
            scene.server.answer { _ in (status, "text") }
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onHttp { response in
                let status = response.statusCode
                let success = response.isSuccess
                let responseText = response.responseText
                lines.add("\(status) \(success) \(responseText)")
            }
            bgGeo.ready { $0.http.url = "https://example.com/records" }
            try await bgGeo.start()
            scene.run(to: 1)
            #expect(lines.all.first == "\(status) \(status == 200) text")
            subscription.remove()
        }

        @Test("line 278: every recorded location", arguments: Platform.allCases)
        func line278(platform: Platform) async throws {
            let scene = try DocumentScene.geolocation(platform)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onLocation { location in
                lines.add(location.sample ? "sample" : location.uuid)
            }
            bgGeo.ready { _ in }
            try await bgGeo.start()
            scene.run(to: 30)
            let stored = try bgGeo.getLocations().map(\.uuid)
            #expect(stored.count > 10 && Set(stored).isSubset(of: lines.all))
            subscription.remove()
        }

        @Test("line 299: the start and the end of the trip", arguments: Platform.allCases)
        func line299(platform: Platform) async throws {
            let scene = try DocumentScene.geolocation(platform)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onMotionChange { event in
                if event.isMoving {
                    lines.add("MOVING")
                } else {
                    lines.add("STOPPED")
                }
            }
            bgGeo.ready { _ in }
            try await bgGeo.start()
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 75)
            #expect(lines.all == ["STOPPED", "MOVING", "STOPPED"])
            subscription.remove()
        }

        @Test("line 328: power saving, on and off")
        func line328() throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onPowerSaveChange { event in
                lines.add("isPowerSaveMode: \(event.isPowerSaveMode)")
            }
            bgGeo.ready { _ in }
            scene.act { $0.changePower { $0.isPowerSaving = true } }
            scene.run(to: 1)
            scene.act { $0.changePower { $0.isPowerSaving = false } }
            scene.run(to: 2)
            #expect(lines.all == ["isPowerSaveMode: true", "isPowerSaveMode: false"])
            subscription.remove()
        }

        @Test("line 345: the permission right after ready, and each change of it")
        func line345() throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onProviderChange { event in
                switch event.status {
                case .denied:
                    lines.add("denied")
                case .authorizedAlways:
                    lines.add("always")
                case .authorizedWhenInUse:
                    lines.add("when in use")
                default:
                    break
                }
            }
            bgGeo.ready { _ in }
            #expect(lines.all == ["always"])
            scene.act { $0.setPermission(.backgroundLocation, .denied) }
            scene.run(to: 1)
            scene.act { $0.setPermission(.fineLocation, .denied) }
            scene.run(to: 2)
            #expect(lines.all == ["always", "when in use", "denied"])
            subscription.remove()
        }

        @Test("line 371: the schedule's beginning and end")
        func line371() throws {
            let scene = try DocumentScene.geolocation(.android)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onSchedule { event in
                if event.enabled {
                    lines.add("start")
                } else {
                    lines.add("stop")
                }
            }
            bgGeo.ready { $0.app.schedule = ["1-7 05:00-06:10"] }
            bgGeo.startSchedule()
            #expect(lines.all == ["start"])
            scene.run(to: 59)
            #expect(lines.all == ["start", "stop"])
            subscription.remove()
        }
    }
}
