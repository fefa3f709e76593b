import Testing
import TrackingEngine
import VisitModel

/// The defaults as the vendor's documents have them, written down by hand.
struct ConfigDefaultsTests {
    /// An option and its default as JSON, `-` where it is not set.
    struct Row: CustomTestStringConvertible {
        let path: String
        let ios: String
        let android: String

        init(_ path: String, _ ios: String, _ android: String? = nil) {
            self.path = path
            self.ios = ios
            self.android = android ?? ios
        }

        var testDescription: String { "\(path): \(ios) on iOS, \(android) on Android" }
    }

    @Test("The defaults are the documented ones", arguments: rows)
    func defaults(row: Row) throws {
        let option = try #require(ConfigOption.named(row.path))
        #expect(option.defaultText(on: .ios) == (row.ios == "-" ? "not set" : row.ios))
        #expect(option.defaultText(on: .android) == (row.android == "-" ? "not set" : row.android))
    }

    @Test("Every option has its row, and no row is of an option that does not exist")
    func rowsAreComplete() {
        #expect(Self.rows.map(\.path).sorted() == ConfigOption.all.map(\.path).sorted())
    }

    static let rows = geolocation + filter + activity + app + http + persistence + others

    static let geolocation = [
        Row("geolocation.desiredAccuracy", "-1"),
        Row("geolocation.distanceFilter", "10"),
        Row("geolocation.disableElasticity", "false"),
        Row("geolocation.elasticityMultiplier", "1"),
        Row("geolocation.stationaryRadius", "25"),
        Row("geolocation.stopTimeout", "5"),
        Row("geolocation.stopAfterElapsedMinutes", "-1", "0"),
        Row("geolocation.locationTimeout", "60"),
        Row("geolocation.useSignificantChangesOnly", "false"),
        Row("geolocation.pausesLocationUpdatesAutomatically", "true"),
        Row("geolocation.locationAuthorizationRequest", "\"Always\""),
        Row("geolocation.disableLocationAuthorizationAlert", "false"),
        Row("geolocation.locationAuthorizationAlert.titleWhenNotEnabled", "-"),
        Row("geolocation.locationAuthorizationAlert.titleWhenOff", "-"),
        Row("geolocation.locationAuthorizationAlert.instructions", "-"),
        Row("geolocation.locationAuthorizationAlert.cancelButton", "-"),
        Row("geolocation.locationAuthorizationAlert.settingsButton", "-"),
        Row("geolocation.showsBackgroundLocationIndicator", "true"),
        Row("geolocation.activityType", "1"),
        Row("geolocation.enableTimestampMeta", "false"),
        Row("geolocation.locationUpdateInterval", "1000"),
        Row("geolocation.fastestLocationUpdateInterval", "-1"),
        Row("geolocation.deferTime", "0"),
        Row("geolocation.allowIdenticalLocations", "false"),
        Row("geolocation.geofenceProximityRadius", "-"),
        Row("geolocation.geofenceInitialTriggerEntry", "true"),
        Row("geolocation.geofenceModeHighAccuracy", "false"),
        Row("geolocation.maxMonitoredGeofences", "20", "100"),
    ]

    static let filter = [
        Row("geolocation.filter.policy", "2"),
        Row("geolocation.filter.useKalman", "true"),
        Row("geolocation.filter.kalmanDebug", "false"),
        Row("geolocation.filter.kalmanProfile", "0"),
        Row("geolocation.filter.rollingWindow", "5"),
        Row("geolocation.filter.burstWindow", "10"),
        Row("geolocation.filter.maxBurstDistance", "300"),
        Row("geolocation.filter.trackingAccuracyThreshold", "100"),
        Row("geolocation.filter.maxImpliedSpeed", "60"),
        Row("geolocation.filter.filterDebug", "false"),
        Row("geolocation.filter.odometerUseKalmanFilter", "true"),
        Row("geolocation.filter.odometerAccuracyThreshold", "20"),
    ]

    static let activity = [
        Row("activity.activityRecognitionInterval", "10000"),
        Row("activity.minimumActivityRecognitionConfidence", "70", "75"),
        Row("activity.disableStopDetection", "false"),
        Row("activity.stopOnStationary", "false"),
        Row("activity.stopDetectionDelay", "0"),
        Row("activity.motionTriggerDelay", "0"),
        Row("activity.triggerActivities", "[\"in_vehicle\",\"on_bicycle\",\"on_foot\",\"running\",\"walking\"]"),
        Row("activity.disableMotionActivityUpdates", "false"),
    ]

    static let app = [
        Row("app.stopOnTerminate", "true"),
        Row("app.startOnBoot", "false"),
        Row("app.enableHeadless", "false"),
        Row("app.heartbeatInterval", "60", "-1"),
        Row("app.preventSuspend", "false"),
        Row("app.schedule", "[]"),
        Row("app.scheduleUseAlarmManager", "false"),
        Row("app.notification.title", "\"Background Geolocation\""),
        Row("app.notification.text", "\"Tracking location\""),
        Row("app.notification.color", "-"),
        Row("app.notification.smallIcon", "\"mipmap/ic_launcher\""),
        Row("app.notification.largeIcon", "-"),
        Row("app.notification.priority", "-1"),
        Row("app.notification.sticky", "false"),
        Row("app.notification.layout", "-"),
        Row("app.notification.strings", "{}"),
        Row("app.notification.actions", "[]"),
        Row("app.notification.channelName", "\"BackgroundGeolocation\""),
        Row("app.notification.channelId", "\"bggeo\""),
        Row("app.backgroundPermissionRationale.title", "-"),
        Row("app.backgroundPermissionRationale.message", "-"),
        Row("app.backgroundPermissionRationale.positiveAction", "-"),
        Row("app.backgroundPermissionRationale.negativeAction", "-"),
    ]

    static let http = [
        Row("http.url", "\"\""),
        Row("http.method", "\"POST\""),
        Row("http.rootProperty", "\"location\""),
        Row("http.headers", "{}"),
        Row("http.params", "{}"),
        Row("http.timeout", "60000"),
        Row("http.autoSync", "true"),
        Row("http.autoSyncThreshold", "0"),
        Row("http.batchSync", "false"),
        Row("http.maxBatchSize", "-1"),
        Row("http.disableAutoSyncOnCellular", "false"),
    ]

    static let persistence = [
        Row("persistence.maxDaysToPersist", "1"),
        Row("persistence.maxRecordsToPersist", "-1"),
        Row("persistence.persistMode", "2"),
        Row("persistence.locationsOrderDirection", "\"ASC\""),
        Row("persistence.extras", "{}"),
        Row("persistence.locationTemplate", "-"),
        Row("persistence.geofenceTemplate", "-"),
        Row("persistence.disableProviderChangeRecord", "false"),
        Row("persistence.timestampFormat", "-"),
    ]

    static let others = [
        Row("logger.debug", "false"),
        Row("logger.logLevel", "0"),
        Row("logger.logMaxDays", "3"),
        Row("authorization.strategy", "\"JWT\""),
        Row("authorization.accessToken", "-"),
        Row("authorization.refreshToken", "-"),
        Row("authorization.refreshUrl", "-"),
        Row("authorization.refreshPayload", "{}"),
        Row("authorization.refreshHeaders", "-"),
        Row("authorization.expires", "-1"),
    ]
}
