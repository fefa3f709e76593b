internal import PhoneSimulator

/// One field of a scenario's `phone` group: its key, its allowed values, and where it is stored.
struct PhoneField<Root> {
    /// The key: the property's name in snake case.
    let key: String
    let read: (ScenarioValue, inout Root, inout ScenarioFaults) -> Void
    /// A row for each value: its key, its current text, and its allowed values.
    let rows: (Root) -> [PhoneFieldRow]
}

struct PhoneFieldRow: Equatable {
    /// The path of keys: `android.slots`.
    let key: String
    let text: String
    let allowed: String
}

extension PhoneField {
    private static func value<Value>(
        _ key: String,
        _ path: WritableKeyPath<Root, Value>,
        _ allowed: String,
        text: @escaping (Value) -> String,
        read: @escaping (ScenarioValue) throws -> Value
    ) -> PhoneField {
        PhoneField(
            key: key,
            read: { value, root, faults in
                do {
                    root[keyPath: path] = try read(value)
                } catch {
                    faults.add(value, "\(error)")
                }
            },
            rows: { [PhoneFieldRow(key: key, text: text($0[keyPath: path]), allowed: allowed)] }
        )
    }

    static func number(_ key: String, _ path: WritableKeyPath<Root, Double>, _ range: ClosedRange<Double>) -> Self {
        value(key, path, words(for: range), text: shortText) { try $0.number(range) }
    }

    /// A number in a range, or null.
    static func optional(_ key: String, _ path: WritableKeyPath<Root, Double?>, _ range: ClosedRange<Double>) -> Self {
        value(key, path, words(for: range) + ", or null", text: { $0.map(shortText) ?? "null" }) {
            $0.isNothing ? nil : try $0.number(range)
        }
    }

    static func whole(_ key: String, _ path: WritableKeyPath<Root, Int>, _ range: ClosedRange<Int>) -> Self {
        value(key, path, "\(range.lowerBound) to \(range.upperBound)", text: { "\($0)" }) { try $0.whole(range) }
    }

    static func flag(_ key: String, _ path: WritableKeyPath<Root, Bool>) -> Self {
        value(key, path, "true or false", text: { "\($0)" }) { try $0.flag() }
    }

    static func range(
        _ key: String,
        _ path: WritableKeyPath<Root, ClosedRange<Double>>,
        _ limits: ClosedRange<Double>
    ) -> Self {
        let text: (ClosedRange<Double>) -> String = { "[\(shortText($0.lowerBound)), \(shortText($0.upperBound))]" }
        return value(key, path, "two of \(words(for: limits))", text: text) { try $0.range(within: limits) }
    }

    static func choice<Value: Equatable>(
        _ key: String,
        _ path: WritableKeyPath<Root, Value>,
        _ values: [(name: String, value: Value)]
    ) -> Self {
        let text: (Value) -> String = { value in values.first { $0.value == value }?.name ?? "" }
        return self.value(key, path, values.map(\.name).joined(separator: ", "), text: text) { try $0.choice(values) }
    }

    /// A group of fields; `check` describes an invalid combination of values, or returns `nil`.
    static func group<Inner>(
        _ key: String,
        _ path: WritableKeyPath<Root, Inner>,
        _ fields: [PhoneField<Inner>],
        check: @escaping (Inner) -> String? = { _ in nil }
    ) -> Self {
        PhoneField(
            key: key,
            read: { value, root, faults in
                var inner = root[keyPath: path]
                PhoneField<Inner>.read(fields, from: value, of: key, into: &inner, &faults)
                if let problem = check(inner) { faults.add(value, problem) }
                root[keyPath: path] = inner
            },
            rows: { root in
                fields.flatMap { $0.rows(root[keyPath: path]) }
                    .map { PhoneFieldRow(key: "\(key).\($0.key)", text: $0.text, allowed: $0.allowed) }
            }
        )
    }

    static func read(
        _ fields: [PhoneField],
        from value: ScenarioValue,
        of name: String,
        into root: inout Root,
        _ faults: inout ScenarioFaults
    ) {
        let known = fields.map(\.key)
        let group = ScenarioGroup(value, of: name, prefix: "\(value.key).", known: known, &faults)
        for field in fields {
            if let value = group?[field.key] { field.read(value, &root, &faults) }
        }
    }
}

extension PhoneField where Root == IOSRegionProfile {
    static var all: [PhoneField] {
        [
            .whole("slots", \.slots, 0...1000),
            .whole("foreign_regions", \.foreignRegions, 0...1000),
            .number("maximum_radius_meters", \.maximumRadiusMeters, PhoneLimits.meters),
            .number("buffer_meters", \.bufferMeters, 0...200),
            .number("enter_buffer_share", \.enterBufferShare, 0...1),
            .number("hold_seconds", \.holdSeconds, PhoneLimits.seconds),
            .group("latency", \.latency, PhoneField<IOSLatency>.all),
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

extension PhoneField where Root == IOSLatency {
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
    static var all: [PhoneField] {
        [
            .number("task_seconds", \.taskSeconds, PhoneLimits.seconds),
            .number("task_warning_seconds", \.taskWarningSeconds, PhoneLimits.seconds),
            .number("pause_after_seconds", \.pauseAfterSeconds, PhoneLimits.seconds),
        ]
    }
}

extension PhoneField where Root == AndroidGeofenceProfile {
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
    static var all: [PhoneField] { [.number("enter", \.enter, 0...1), .number("exit", \.exit, 0...1)] }
}

extension PhoneField where Root == AndroidLatencies {
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
