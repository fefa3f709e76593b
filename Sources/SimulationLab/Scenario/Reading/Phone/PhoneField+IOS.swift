internal import PhoneSimulator

extension PhoneField where Root == IOSRegionDraft {
    /// Every field of `ios`.
    static var all: [PhoneField] {
        [
            .whole("slots", \.slots, 0...1000),
            .whole("foreign_regions", \.foreignRegions, 0...1000),
            .number("maximum_radius_meters", \.maximumRadiusMeters, PhoneLimits.meters),
            .number("buffer_meters", \.bufferMeters, 0...200),
            .number("enter_buffer_share", \.enterBufferShare, 0...1),
            .number("hold_seconds", \.holdSeconds, PhoneLimits.seconds),
            .group("latency", \.latency, PhoneField<IOSLatencyDraft>.all),
            .number("state_answer_seconds", \.stateAnswerSeconds, PhoneLimits.delaySeconds),
            .number("fails_re_add_within_seconds", \.failsReAddWithinSeconds, PhoneLimits.seconds),
            .flag("waits_for_first_unlock", \.waitsForFirstUnlock),
            .number("relaunch_run_seconds", \.relaunchRunSeconds, PhoneLimits.seconds),
            .flag("relaunches_after_force_quit", \.relaunchesAfterForceQuit),
            .number("significant_change_meters", \.significantChangeMeters, PhoneLimits.meters),
            .number("significant_change_seconds", \.significantChangeSeconds, PhoneLimits.seconds),
        ]
    }
}

extension PhoneField where Root == IOSLatencyDraft {
    /// Every field of `ios.latency`.
    static var all: [PhoneField] {
        [
            .range("good_network_seconds", \.goodNetworkSeconds, PhoneLimits.delaySeconds),
            .number("poor_network_median_seconds", \.poorNetworkMedianSeconds, PhoneLimits.delaySeconds),
            // A larger spread would overflow: the longest delays are e to the power of eight deviations.
            .number("poor_network_spread", \.poorNetworkSpread, 0...10),
            .number("poor_network_limit_seconds", \.poorNetworkLimitSeconds, PhoneLimits.delaySeconds),
        ]
    }
}

extension PhoneField where Root == IOSBackgroundProfile {
    /// Every field of `background`.
    static var all: [PhoneField] {
        [
            .number("task_seconds", \.taskSeconds, PhoneLimits.seconds),
            .number("task_warning_seconds", \.taskWarningSeconds, PhoneLimits.seconds),
            .number("pause_after_seconds", \.pauseAfterSeconds, PhoneLimits.seconds),
        ]
    }
}
