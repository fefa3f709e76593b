import DocumentedAPI
import PhoneSimulator
import Testing

extension DocumentSnippets {
    @Suite("ActivityConfig")
    struct ActivityConfigSnippets {
        @Test("line 19: every option that the overview sets is in effect", arguments: Platform.allCases)
        func line19(platform: Platform) throws {
            let scene = try DocumentScene.geolocation(platform)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.activity.activityRecognitionInterval = 5000.0
                config.activity.minimumActivityRecognitionConfidence = 80
                config.activity.disableStopDetection = false
                config.activity.stopOnStationary = true
                config.activity.disableMotionActivityUpdates = false
                config.activity.stopDetectionDelay = 20000
            }
            let activity = bgGeo.state.config.activity
            #expect(activity.activityRecognitionInterval == 5000)
            #expect(activity.minimumActivityRecognitionConfidence == 80)
            #expect(!activity.disableStopDetection && activity.stopOnStationary)
            #expect(!activity.disableMotionActivityUpdates && activity.stopDetectionDelay == 20_000)
            #expect(!bgGeo.enabled)
            withExtendedLifetime(scene) {}
        }

        @Test("line 48: Android without the detection of stops keeps moving, although it rests")
        func line48() async throws {
            let scene = try DocumentScene.geolocation(.android)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.activity.activityRecognitionInterval = 8000.0
                config.activity.disableStopDetection = true
                config.activity.stopOnStationary = true
            }
            try await bgGeo.start()
            scene.run(to: 1)
            bgGeo.changePace(true)
            scene.run(to: 19)
            #expect(bgGeo.state.isMoving && bgGeo.enabled)
        }

        @Test("line 54: iOS without the detection of stops keeps moving for longer than the stop timeout")
        func line54() async throws {
            let scene = try DocumentScene.geolocation(.ios)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.activity.activityRecognitionInterval = 8000.0
                config.activity.disableStopDetection = true
                config.activity.stopOnStationary = true
            }
            try await bgGeo.start()
            scene.run(to: 1)
            bgGeo.changePace(true)
            scene.run(to: 11)
            #expect(bgGeo.state.isMoving && bgGeo.enabled)
        }

        @Test("line 82: without motion updates their permission is not requested")
        func line82() async throws {
            let scene = try DocumentScene.geolocation(.ios, grants: [])
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.activity.disableMotionActivityUpdates = true
            }
            try await bgGeo.start()
            #expect(scene.simulator.system.status(of: .backgroundLocation) == .granted)
            #expect(scene.simulator.system.status(of: .physicalActivity) == .denied)
        }

        @Test("line 93: iOS keeps location on beyond its own 15 minutes")
        func line93() async throws {
            let scene = try DocumentScene.geolocation(.ios)
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.activity.disableStopDetection = true
                config.geolocation.pausesLocationUpdatesAutomatically = false
            }
            try await bgGeo.start()
            scene.run(to: 1)
            bgGeo.changePace(true)
            scene.run(to: 19.5)
            #expect(bgGeo.state.isMoving)
        }

        @Test("line 130: tracking stops by itself where the trip ends")
        func line130() async throws {
            let scene = try DocumentScene.geolocation(.android)
            let lines = scene.lines
            let bgGeo = BGGeo.shared
            bgGeo.ready { config in
                config.activity.stopOnStationary = true
            }
            let task = Task {
                do {
                    try await bgGeo.start()
                } catch {
                    lines.add("Error: \(error)")
                }
            }
            await task.value
            #expect(lines.all.isEmpty && bgGeo.enabled)
            scene.run(to: 1)
            scene.act { $0.leaveApp() }
            scene.run(to: 70)
            #expect(!bgGeo.enabled)
            #expect(bgGeo.odometer > 2000)
        }
    }
}
