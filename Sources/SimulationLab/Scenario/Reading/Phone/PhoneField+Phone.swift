internal import PhoneSimulator

/// The allowed ranges of a simulated phone's numbers.
enum PhoneLimits {
    /// Up to a year.
    static let seconds = 0.0...longestSeconds
    /// Periods of a repeated task; shorter ones would only slow the simulation.
    static let someSeconds = 1.0...86_400
    /// Durations that may be infinite.
    static let anySeconds = 0.0...Double.infinity
    /// Delays of a message.
    static let delaySeconds = 0.0...604_800
    static let meters = 0.0...1_000_000
    static let someMeters = 0.1...1_000_000
}

extension PhoneField where Root == PhoneProfile {
    /// Every field of a scenario's `phone` group.
    static var all: [PhoneField] {
        [
            .number("boot_seconds", \.bootSeconds, PhoneLimits.seconds),
            .number("first_unlock_seconds", \.firstUnlockSeconds, PhoneLimits.seconds),
            .number("update_seconds", \.updateSeconds, PhoneLimits.seconds),
            .number("background_fetch_seconds", \.backgroundFetchSeconds, 1...longestSeconds),
            .number("background_throttle_seconds", \.backgroundThrottleSeconds, PhoneLimits.seconds),
            .number("doze_after_seconds", \.dozeAfterSeconds, PhoneLimits.anySeconds),
            .number("background_kill_seconds", \.backgroundKillSeconds, PhoneLimits.anySeconds),
            .range("activity_delay_seconds", \.activityDelaySeconds, PhoneLimits.delaySeconds),
            .number("battery_drain_per_hour", \.batteryDrainPerHour, 0...1),
            .number("power_saving_below", \.powerSavingBelow, 0...1),
            .group("sensing", \.sensing, PhoneField<SensingProfile>.all),
            .group("activity", \.activity, PhoneField<ActivityProfile>.all),
            .group("alarms", \.alarms, PhoneField<AndroidAlarmProfile>.all),
            .group("background", \.background, PhoneField<IOSBackgroundProfile>.all),
            .group("android", \.android, PhoneField<AndroidGeofenceProfile>.all),
            .group("ios", \.ios, PhoneField<IOSRegionProfile>.all) { ios in
                guard ios.foreignRegions > ios.slots else { return nil }
                return "has \(ios.foreignRegions) foreign_regions, expected no more than its \(ios.slots) slots"
            },
            .group(
                "visits",
                \.visits,
                [
                    .number("radius_meters", \.radiusMeters, PhoneLimits.meters),
                    .number("rest_seconds", \.restSeconds, PhoneLimits.seconds),
                    .number("leave_seconds", \.leaveSeconds, PhoneLimits.seconds),
                ]
            ),
        ]
    }
}

extension PhoneField where Root == SensingProfile {
    static var all: [PhoneField] {
        [
            .number("satellite_accuracy_meters", \.satelliteAccuracyMeters, PhoneLimits.someMeters),
            .number("wifi_accuracy_meters", \.wifiAccuracyMeters, PhoneLimits.someMeters),
            .number("cell_accuracy_meters", \.cellAccuracyMeters, PhoneLimits.someMeters),
            .number("accuracy_spread", \.accuracySpread, 0...3),
            .number("error_memory_seconds", \.errorMemorySeconds, PhoneLimits.someSeconds),
            .number("outliers_per_thousand", \.outliersPerThousand, 0...1000),
            .number("outlier_meters", \.outlierMeters, PhoneLimits.someMeters),
            .number("moving_interval_seconds", \.movingIntervalSeconds, PhoneLimits.someSeconds),
            .number("rest_interval_seconds", \.restIntervalSeconds, PhoneLimits.someSeconds),
        ]
    }
}

extension PhoneField where Root == ActivityProfile {
    static var all: [PhoneField] {
        [
            .number("ios_interval_seconds", \.iosIntervalSeconds, PhoneLimits.someSeconds),
            .number("fastest_interval_seconds", \.fastestIntervalSeconds, PhoneLimits.someSeconds),
            .number("wrong_per_thousand", \.wrongPerThousand, 0...1000),
            .number("handled_per_hour", \.handledPerHour, 0...3600),
            .number("confidence_spread", \.confidenceSpread, 0...100),
            .range("wrong_confidence", \.wrongConfidence, 0...100),
            .whole("sure_percent", \.surePercent, 0...100),
        ]
    }
}
