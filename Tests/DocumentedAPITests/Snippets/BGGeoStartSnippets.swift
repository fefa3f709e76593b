import DocumentedAPI
import PhoneSimulator
import Testing

extension DocumentSnippets {
    @Suite("BGGeo: overview")
    struct BGGeoStartSnippets {
        @Test("line 48: the log has the lines of its level")
        func line48() throws {
            let scene = try DocumentScene.geolocation()
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.logger.logLevel = .debug
            }
            bgGeo.logger.debug("a line of the app")
            bgGeo.logger.verbose("a line too many")
            let messages = try bgGeo.logger.getLog().map(\.message)
            #expect(messages.contains("ready") && messages.contains("a line of the app"))
            #expect(!messages.contains("a line too many"))
            withExtendedLifetime(scene) {}
        }

        @Test(
            "line 55: options of several groups, one of them by Core Location's constant",
            arguments: Platform.allCases
        )
        func line55(platform: Platform) async throws {
            let scene = try DocumentScene.geolocation(platform)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.geolocation.desiredAccuracy = kCLLocationAccuracyBest
                config.geolocation.distanceFilter = 30
                config.http.url = "https://example.com/records"
                config.http.autoSync = true
                config.persistence.maxDaysToPersist = 5
            }
            #expect(bgGeo.config.geolocation.desiredAccuracy == .high)
            #expect(bgGeo.config.persistence.maxDaysToPersist == 5)
            try await bgGeo.start()
            scene.run(to: 30)
            #expect(scene.server.requests.count > 5)
            #expect(scene.server.requests.allSatisfy { $0.url == "https://example.com/records" })
        }

        @Test("line 64: locations and motion changes reach their listeners")
        func line64() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            let locationSub = bgGeo.onLocation { location in
                lines.add("location \(location.sample)")
            }

            let motionSub = bgGeo.onMotionChange { event in
                lines.add("moving \(event.isMoving)")
            }
            bgGeo.ready { _ in }
            try await bgGeo.start()
            scene.run(to: 2)
            #expect(Set(lines.all).isSuperset(of: ["location false", "moving false"]))
            locationSub.remove()
            motionSub.remove()
        }

        @Test("line 73: a subscription lasts as long as the set that has it")
        func line73() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            var subscriptions = Set<EventSubscription>()

            func listen() {
                let subscription = bgGeo.onHttp { event in
                    lines.add("\(event.statusCode)")
                }
                subscription.store(in: &subscriptions)
            }
            listen()
            bgGeo.ready { config in
                config.http.url = "https://example.com/records"
            }
            try await bgGeo.start()
            scene.run(to: 2)
            let count = lines.all.count
            #expect(count > 0)
            subscriptions.removeAll()
            scene.run(to: 30)
            #expect(lines.all.count == count)
            #expect(scene.server.requests.count > count)
        }

        @Test("line 82: tracking is started where it is not on yet, and stays on in the next process")
        func line82() async throws {
            let scene = try DocumentScene.geolocation()
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.geolocation.distanceFilter = 20
                config.http.url = "https://example.com/records"
                config.http.autoSync = true
            }

            var task: Task<Void, any Error>?
            if !bgGeo.enabled {
                task = Task {
                    try await bgGeo.start()
                }
            }
            try await #require(task).value
            #expect(bgGeo.enabled)
            scene.run(to: 2)
            #expect(!scene.server.requests.isEmpty)
            try scene.startApp(.user)
            bgGeo.ready { _ in }
            #expect(bgGeo.enabled)
        }

        @Test("a call before `use` says what to call")
        func withoutPhone() async {
            let bgGeo = BGGeo()
            let error = await #expect(throws: MobileSDKError.self) { try await bgGeo.start() }
            #expect(error?.code == .configuration)
            #expect(error?.message.contains("`try BGGeo.use(phone)`") == true)
        }

        @Test("a phone without records and transport is enough: records wait, and the reason is an event")
        func phoneAlone() async throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            try BGGeo.use(scene.simulator.system)
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onHttp { lines.add($0.responseText) }
            bgGeo.ready { $0.http.url = "https://example.com/records" }
            try await bgGeo.start()
            scene.run(to: 2)
            #expect(lines.all.contains { $0.contains("BGGeo.use(phone, transport: …)") })
            #expect(try bgGeo.getCount() > 0)
            subscription.remove()
        }

        @Test("a failure of ready is an event, and not silent")
        func readyFails() throws {
            let scene = try DocumentScene.geolocation()
            let lines = scene.lines
            let closed = try RecordStore.inMemory()
            try closed.close()
            try BGGeo.use(scene.simulator.system, records: closed)
            let bgGeo = BGGeo.shared
            let subscription = bgGeo.onFailure { lines.add($0.code.rawValue) }
            bgGeo.ready { _ in }
            #expect(lines.all.contains("storage"))
            subscription.remove()
        }
    }
}
