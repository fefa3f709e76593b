import RadarEngine
import PhoneOS
import enum PhoneOS.DesiredAccuracy
import Testing
import VisitModel

@testable import RadarSDK

@Suite("Requests of Radar's client to the phone")
struct RadarPhoneRequestTests {
    @Test(
        "accuracies are the phone's own, on either system",
        arguments: [
            ("kCLLocationAccuracyBest", Platform.ios, RadarDesiredAccuracy.high, DesiredAccuracy.high),
            ("kCLLocationAccuracyHundredMeters", .ios, .medium, .medium),
            ("kCLLocationAccuracyKilometer", .ios, .low, .low),
            ("PRIORITY_HIGH_ACCURACY", .android, .high, .high),
            ("PRIORITY_BALANCED_POWER_ACCURACY", .android, .medium, .medium),
            ("PRIORITY_LOW_POWER", .android, .low, .low), ("PRIORITY_NO_POWER", .android, .none, .passive),
        ]
    )
    func accuracies(
        system: String,
        platform: Platform,
        accuracy: RadarDesiredAccuracy,
        expected: DesiredAccuracy
    ) throws {
        #expect(accuracy.ofPhone == expected, "\(system)")
        guard platform == .android else { return }
        let scene = try RadarScene(.android)
        var options = RadarTrackingOptions.presetContinuous(on: .android)
        options.desiredAccuracy = accuracy
        try scene.client.startTracking(trackingOptions: options)
        #expect(scene.updates?.accuracy == expected, "\(system)")
    }

    @Test("stopTracking takes back everything that was asked for", arguments: Platform.allCases)
    func stop(platform: Platform) throws {
        let scene = try RadarScene(platform)
        var options = RadarTrackingOptions.presetContinuous(on: platform)
        (options.useMovingGeofence, options.movingGeofenceRadius) = (true, 100)
        (options.useStoppedGeofence, options.stoppedGeofenceRadius) = (true, 100)
        (options.useVisits, options.useSignificantLocationChanges) = (platform == .ios, platform == .ios)
        options.beacons = true
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 5)
        // The server gets the `beacons` option; no beacon region is registered.
        #expect(scene.watched.count == 1)
        let sent = try #require(scene.server.records.last?["trackingOptions"] as? [String: Any])
        #expect(sent["beacons"] as? Bool == true)
        scene.client.stopTracking()
        #expect(!scene.client.isTracking && scene.updates == nil && scene.watched.isEmpty)
        #expect(!scene.isForegroundServiceRunning)
        scene.leave()
        let count = scene.server.requests.count
        scene.run(to: 140)
        #expect(scene.server.requests.count == count, "something goes on")
    }

    @Test("iOS's visits and significant changes are listened to until tracking stops", arguments: [true, false])
    func services(stops: Bool) throws {
        let scene = try RadarScene(.ios)
        var options = RadarTrackingOptions.presetEfficient
        options.useSignificantLocationChanges = true
        try scene.client.startTracking(trackingOptions: options)
        scene.run(to: 0.2)
        if stops { scene.client.stopTracking() }
        scene.leave()
        scene.run(to: 140)
        let changes = scene.signals.filter {
            if case .fix(_, .significantChange) = $0.signal { $0.minute > 50 } else { false }
        }
        let visits = scene.signals.filter { if case .visit = $0.signal { $0.minute > 50 } else { false } }
        #expect(changes.isEmpty == stops)
        #expect(visits.isEmpty == stops)
    }
}
