internal import PhoneSimulator

extension PhoneField where Root == AndroidGeofenceProfile {
    /// Every field of `android`.
    static var all: [PhoneField] {
        [
            .whole("slots", \.slots, 0...10_000),
            .whole("pending_intents", \.pendingIntents, 0...1000),
            .whole("additions_per_minute", \.additionsPerMinute, 0...100_000),
            .whole("request_id_length", \.requestIDLength, 1...10_000),
            .choice("decision", \.decision, AndroidDecisionModel.allCases.map { ($0.rawValue, $0) }),
            .group("large_fence", \.largeFence, PhoneField<OverlapThresholds>.all, check: Self.order),
            .group("small_fence", \.smallFence, PhoneField<OverlapThresholds>.all, check: Self.order),
            .number("last_reading_seconds", \.lastReadingSeconds, PhoneLimits.seconds),
            .number("certainty", \.certainty, 0.000_001...0.999_999),
            .number("uncertain_after_seconds", \.uncertainAfterSeconds, PhoneLimits.seconds),
            .choice("re_add", \.reAdd, [("keeps_state", .keepsState), ("reevaluates", .reevaluates)]),
            .group("latencies", \.latencies, PhoneField<AndroidLatencies>.all),
            .flag("loses_on_app_update", \.losesOnAppUpdate),
        ]
    }

    private static func order(_ thresholds: OverlapThresholds) -> String? {
        guard thresholds.exit >= thresholds.enter else { return nil }
        return
            "has exit \(shortText(thresholds.exit)) and enter \(shortText(thresholds.enter)), expected exit under enter"
    }
}

extension PhoneField where Root == OverlapThresholds {
    /// Both shares of `large_fence` and `small_fence`.
    static var all: [PhoneField] { [.number("enter", \.enter, 0...1), .number("exit", \.exit, 0...1)] }
}

extension PhoneField where Root == AndroidLatencies {
    /// Every field of `android.latencies`.
    static var all: [PhoneField] {
        [
            .range("in_front_seconds", \.inFrontSeconds, PhoneLimits.delaySeconds),
            .range("moving_seconds", \.movingSeconds, PhoneLimits.delaySeconds),
            .range("background_seconds", \.backgroundSeconds, PhoneLimits.delaySeconds),
            .range("long_rest_delay_seconds", \.longRestDelaySeconds, PhoneLimits.delaySeconds),
            .number("long_rest_seconds", \.longRestSeconds, PhoneLimits.seconds),
            .range("offline_seconds", \.offlineSeconds, PhoneLimits.delaySeconds),
            .optional("doze_batch_seconds", \.dozeBatchSeconds, PhoneLimits.seconds),
        ]
    }
}

extension PhoneField where Root == AndroidAlarmProfile {
    /// Every field of `alarms`.
    static var all: [PhoneField] {
        [
            .number("lateness_share", \.latenessShare, 0...1),
            .number("latest_seconds", \.latestSeconds, PhoneLimits.delaySeconds),
            .number("punctual_under_seconds", \.punctualUnderSeconds, PhoneLimits.delaySeconds),
            .number("exact_spacing_in_doze_seconds", \.exactSpacingInDozeSeconds, PhoneLimits.delaySeconds),
            .number("doze_window_seconds", \.dozeWindowSeconds, PhoneLimits.someSeconds),
            .flag("loses_on_app_update", \.losesOnAppUpdate),
        ]
    }
}
