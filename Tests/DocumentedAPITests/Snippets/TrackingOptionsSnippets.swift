import DocumentedAPI
import PhoneSimulator
import Testing

extension DocumentSnippets {
    @Suite("Tracking Options Reference")
    struct TrackingOptionsSnippets {
        @Test("line 12: a preset with another option tracks the phone")
        func line12() throws {
            let scene = try DocumentScene.radar(.ios)
            let trackingOptions = RadarTrackingOptions.presetResponsive
            trackingOptions.beacons = true
            Radar.startTracking(trackingOptions: trackingOptions)
            #expect(Radar.isTracking())
            #expect(Radar.getTrackingOptions().beacons)
            #expect(Radar.getTrackingOptions().desiredMovingUpdateInterval == 150)
            scene.run(to: 30)
            #expect(scene.server.requests.contains { $0.url == "https://radar.example.com/v1/track" })
            #expect(!RadarTrackingOptions.presetResponsive.beacons)
        }

        @Test("lines 14 and 205: the names of the Java and Kotlin examples are Android's")
        func line14() throws {
            let scene = try DocumentScene.radar(.android)
            let trackingOptions = RadarTrackingOptions.RESPONSIVE
            trackingOptions.beacons = true
            trackingOptions.foregroundServiceEnabled = true
            Radar.setForegroundServiceOptions(
                RadarTrackingOptions.RadarTrackingOptionsForegroundService(
                    text: "Counting visits",
                    title: "Visits",
                    iconString: "ic_walk",
                    updatesOnly: false
                )
            )
            Radar.startTracking(trackingOptions: trackingOptions)
            scene.run(to: 1)
            #expect(Radar.isTracking() && scene.simulator.system.isForegroundServiceRunning)
            #expect(RadarTrackingOptions.EFFICIENT.desiredSyncInterval == 140)
            #expect(RadarTrackingOptions.CONTINUOUS.desiredAccuracy == .high)
            Radar.stopTracking()
            #expect(!Radar.isTracking())
        }

        @Test("lines 49 to 58: the options of iOS have the names of the text")
        func line49() {
            let trackingOptions = RadarTrackingOptions(platform: .ios)
            #expect(trackingOptions.replay == .replayNone)
            trackingOptions.replay = .replayStops
            trackingOptions.syncLocations = .stopsAndExits
            trackingOptions.desiredAccuracy = .low
            trackingOptions.startTrackingAfter = nil
            #expect(trackingOptions.values.replay == .stops)
            #expect(trackingOptions.values.sync == .stopsAndExits)
            #expect(trackingOptions.usedAccuracy == .low)
        }

        @Test("options of the other platform start nothing and reach onFailure")
        func otherPlatform() throws {
            let scene = try DocumentScene.radar(.android)
            let lines = scene.lines
            let subscription = Radar.onFailure { lines.add($0.code.rawValue) }
            Radar.startTracking(trackingOptions: RadarTrackingOptions.presetResponsive)
            #expect(lines.all == ["options"])
            #expect(!Radar.isTracking())
            subscription.remove()
        }
    }
}
