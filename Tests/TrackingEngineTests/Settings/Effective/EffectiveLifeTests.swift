import Testing
import TrackingEngine
import VisitModel

struct EffectiveLifeTests {
    private static func config(_ platform: Platform, _ set: (inout TrackingConfig) -> Void) -> TrackingConfig {
        var config = TrackingConfig(platform: platform)
        set(&config)
        return config
    }

    @Test(
        "Heartbeats: iOS needs preventSuspend, Android at least 60 s and is off by default",
        arguments: [
            (Platform.ios, nil as Double?, false, nil as Duration?),
            (.ios, nil, true, .seconds(60)), (.ios, 30.0, true, .seconds(30)),
            (.ios, 30, false, nil), (.ios, -1, true, nil), (.ios, 0.1, true, .seconds(1)), (.android, nil, false, nil),
            (.android, 60, false, .seconds(60)), (.android, 10, false, .seconds(60)),
            (.android, 300, true, .seconds(300)),
            (.android, 0, false, nil), (.android, .nan, false, nil),
        ]
    )
    func heartbeats(platform: Platform, interval: Double?, preventsSuspend: Bool, used: Duration?) {
        let config = Self.config(platform) {
            if let interval { $0.app.heartbeatInterval = interval }
            $0.app.preventSuspend = preventsSuspend
        }
        #expect(config.heartbeatIntervalDuration == used)
        #expect(config.preventsSuspension == (platform == .ios && preventsSuspend))
    }

    @Test(
        "Headless: on Android, where tracking outlives the app",
        arguments: [
            (Platform.android, true, false, true), (.android, true, true, false), (.android, false, false, false),
            (.ios, true, false, false),
        ]
    )
    func headless(platform: Platform, enabled: Bool, stops: Bool, expected: Bool) {
        let config = Self.config(platform) {
            $0.app.enableHeadless = enabled
            $0.app.stopOnTerminate = stops
        }
        #expect(config.isHeadless == expected)
    }

    @Test("A schedule is exact only with Android's alarms")
    func schedule() {
        var config = TrackingConfig(platform: .android)
        #expect(!config.isScheduleExact)
        config.app.scheduleUseAlarmManager = true
        #expect(config.isScheduleExact)
        #expect(!config.moved(to: .ios).isScheduleExact)
    }

    @Test(
        "The rationale is shown on Android where more than while in use is asked for",
        arguments: [
            (Platform.android, LocationAuthorizationRequest.always, true), (.android, .any, true),
            (.android, .whenInUse, false), (.ios, .always, false),
        ]
    )
    func rationale(platform: Platform, request: LocationAuthorizationRequest, expected: Bool) {
        var config = TrackingConfig(platform: platform)
        config.geolocation.locationAuthorizationRequest = request
        #expect(!config.showsPermissionRationale)
        config.app.backgroundPermissionRationale.title = "Allow"
        #expect(config.showsPermissionRationale == expected)
    }

    @Test(
        "Uploads by themselves need an address, and begin at the threshold",
        arguments: [
            ("", true, 0, nil as Int?), ("https://a.example", true, 0, 1), ("https://a.example", true, 5, 5),
            ("https://a.example", false, 5, nil), ("https://a.example", true, -5, 1),
        ]
    )
    func autoSync(url: String, autoSync: Bool, threshold: Int, records: Int?) {
        let config = Self.config(.ios) {
            $0.http.url = url
            $0.http.autoSync = autoSync
            $0.http.autoSyncThreshold = threshold
        }
        #expect(config.autoSyncRecords == records)
        #expect(config.uploads == !url.isEmpty)
    }

    @Test(
        "Records of a request",
        arguments: [(false, -1, Optional(1)), (false, 50, 1), (true, -1, nil), (true, 50, 50), (true, 0, nil)]
    )
    func batches(isBatch: Bool, most: Int, records: Int?) {
        let config = Self.config(.ios) {
            $0.http.batchSync = isBatch
            $0.http.maxBatchSize = most
        }
        #expect(config.recordsPerRequest == records)
    }

    @Test("How long and how many records are kept", arguments: [(-1, nil as Int?), (0, 0), (500, 500), (-7, nil)])
    func retention(most: Int, limit: Int?) {
        let config = Self.config(.ios) {
            $0.persistence.maxRecordsToPersist = most
            $0.persistence.maxDaysToPersist = 0
            $0.logger.logMaxDays = 3
            $0.http.timeout = 0
        }
        #expect(config.recordLimit == limit)
        #expect(config.recordLifetimeDuration == .seconds(86_400))
        #expect(config.logLifetimeDuration == .seconds(3 * 86_400))
        #expect(config.requestTimeoutDuration == .milliseconds(1))
    }

    @Test("A new token needs an address, a token and a request to put it in")
    func tokens() {
        var config = TrackingConfig(platform: .ios)
        #expect(config.tokenExpiry == nil)
        config.authorization.expires = 1_772_471_051
        #expect(config.tokenExpiry == Timestamp(seconds: 1_772_471_051))
        config.authorization.refreshUrl = "https://a.example/token"
        config.authorization.refreshToken = "r"
        #expect(!config.canRefreshToken)
        config.authorization.refreshPayload = ["token": "{refreshToken}"]
        #expect(config.canRefreshToken)
        config.authorization.refreshToken = ""
        #expect(!config.canRefreshToken)
    }
}
