import Testing
import TrackingEngine
import VisitModel

struct EffectiveSamplingTests {
    private static func config(_ platform: Platform, _ set: (inout TrackingConfig) -> Void) -> TrackingConfig {
        var config = TrackingConfig(platform: platform)
        set(&config)
        return config
    }

    @Test(
        "Elasticity is off by its switch and by a factor of 0",
        arguments: [
            (false, 1.0, Optional(1.0)), (false, 2.5, 2.5), (false, 0, nil), (false, -1, nil), (true, 2, nil),
        ]
    )
    func elasticity(disabled: Bool, factor: Double, used: Double?) {
        let config = Self.config(.ios) {
            $0.geolocation.disableElasticity = disabled
            $0.geolocation.elasticityMultiplier = factor
        }
        #expect(config.elasticityFactor == used)
    }

    @Test(
        "Fixes are asked for by time only on Android, and only at a distance of 0",
        arguments: [
            (Platform.android, 0.0, Optional(Duration.seconds(5))), (.android, 10, nil), (.ios, 0, nil),
            (.android, -3, .seconds(5)),
        ]
    )
    func byTime(platform: Platform, distance: Double, interval: Duration?) {
        let config = Self.config(platform) {
            $0.geolocation.distanceFilter = distance
            $0.geolocation.locationUpdateInterval = 5000
        }
        #expect(config.locationUpdateIntervalDuration == interval)
    }

    @Test(
        "The fastest interval is off below 0, and by time no longer than the interval",
        arguments: [
            (10.0, -1.0, nil as Duration?), (10, 0, .zero), (10, 20_000, .seconds(20)), (0, 20_000, .seconds(1)),
            (0, 500, .milliseconds(500)),
        ]
    )
    func fastest(distance: Double, fastest: Double, used: Duration?) {
        let config = Self.config(.android) {
            $0.geolocation.distanceFilter = distance
            $0.geolocation.fastestLocationUpdateInterval = fastest
        }
        #expect(config.fastestLocationUpdateIntervalDuration == used)
        #expect(config.moved(to: .ios).fastestLocationUpdateIntervalDuration == nil)
    }

    @Test(
        "Fixes are held back by time only for twice the interval",
        arguments: [
            (0.0, 1999.0, Duration.zero), (0, 2000, .seconds(2)), (10, 500, .milliseconds(500)), (10, -1, .zero),
        ]
    )
    func deferred(distance: Double, deferral: Double, used: Duration) {
        let config = Self.config(.android) {
            $0.geolocation.distanceFilter = distance
            $0.geolocation.deferTime = deferral
        }
        #expect(config.deferDuration == used)
        #expect(config.moved(to: .ios).deferDuration == .zero)
    }

    @Test(
        "A radius that is set bounds the geofences, one that is not has the platform's value",
        arguments: [
            (Platform.ios, nil as Double?, 2000.0, false), (.android, nil, 1000, false), (.ios, 500.0, 500, true),
            (.android, 50, 100, true), (.ios, 2000, 2000, true),
        ]
    )
    func proximity(platform: Platform, set: Double?, used: Double, bounds: Bool) {
        let config = Self.config(platform) { $0.geolocation.geofenceProximityRadius = set }
        #expect(config.geofenceProximityRadiusMeters == used)
        #expect(config.boundsGeofences == bounds)
    }

    @Test(
        "Never more geofences than the platform watches",
        arguments: [
            (Platform.ios, 20, 20), (.ios, 100, 20), (.ios, 5, 5), (.ios, -1, 20), (.android, 97, 97),
            (.android, 500, 100),
            (.android, 0, 100),
        ]
    )
    func fences(platform: Platform, set: Int, used: Int) {
        let config = Self.config(platform) { $0.geolocation.maxMonitoredGeofences = set }
        #expect(GeofencingRules(config.geolocation, platform: platform).maxMonitored == used)
    }

    @Test("A default filter accepts everything if GPS is off")
    func filterPolicy() {
        #expect(TrackingConfig(platform: .ios).filterPolicy == .conservative)
        var config = Self.config(.ios) { $0.geolocation.desiredAccuracy = .medium }
        #expect(config.filterPolicy == .passThrough)
        config.geolocation.filter.rollingWindow = 6
        #expect(config.filterPolicy == .conservative)
    }

    @Test("The filter's numbers are held within their limits", arguments: [(-1e9, 0), (1e9, 1)])
    func filterLimits(number: Double, end: Int) {
        let config = Self.config(.ios) {
            $0.geolocation.filter.rollingWindow = Int(number)
            $0.geolocation.filter.burstWindow = number
            $0.geolocation.filter.maxBurstDistance = number
            $0.geolocation.filter.trackingAccuracyThreshold = number
            $0.geolocation.filter.maxImpliedSpeed = number
            $0.geolocation.filter.odometerAccuracyThreshold = number
            $0.geolocation.locationTimeout = number
        }
        #expect(config.rollingWindowFixes == [3, 20][end])
        #expect(config.burstWindowDuration == [.milliseconds(200), .seconds(120)][end])
        #expect(config.maxBurstDistanceMeters == [5, 2000][end])
        #expect(config.trackingAccuracyMeters == [0, 500][end])
        #expect(config.maxImpliedMetersPerSecond == [1, 200][end])
        #expect(config.odometerAccuracyMeters == [0, 1e9][end])
        #expect(config.locationTimeoutDuration == [.seconds(1), .seconds(1e9)][end])
    }
}
