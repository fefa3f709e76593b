public import VisitModel

extension FixHygiene {
    /// The period of a GPS receiver's 10-bit week number, in seconds (IS-GPS-200, 20.3.3.3.1.1): 1024 weeks.
    private static let rolloverSeconds = 1024.0 * 7 * 86_400

    /// Validates a fix by itself, before its order in time matters.
    ///
    /// A pure function of its parameters, so that the result does not depend on how late the fix arrives.
    ///
    /// - Parameters:
    ///   - fix: the fix.
    ///   - receivedAt: the receive time, where known.
    ///   - policy: the validation rules.
    /// - Returns: why the fix is dropped, or `nil`.
    public static func validate(
        _ fix: Fix,
        receivedAt: Timestamp?,
        policy: EvaluationPolicy.Hygiene
    ) -> FixRejection? {
        if isTooEarly(fix.time, receivedAt: receivedAt, policy: policy) { return .clockTooEarly }
        if let tolerance = policy.futureToleranceSeconds, let receivedAt,
            receivedAt.seconds(to: fix.time) > tolerance
        {
            return .clockInFuture
        }
        if let worst = policy.maximumAccuracyMeters, let accuracy = fix.horizontalAccuracy, accuracy > worst {
            return .poorAccuracy
        }
        return nil
    }

    /// Whether a time is before any that a device can have sent, or results from a GPS week rollover.
    ///
    /// - Parameters:
    ///   - time: the time, by the device's clock.
    ///   - receivedAt: the receive time, where known.
    ///   - policy: the validation rules.
    /// - Returns: whether it is too early.
    public static func isTooEarly(
        _ time: Timestamp,
        receivedAt: Timestamp?,
        policy: EvaluationPolicy.Hygiene
    ) -> Bool {
        guard let earliest = policy.earliestPlausibleTime else { return false }
        if time < earliest { return true }
        return receivedAt.map { abs(time.seconds(to: $0) - rolloverSeconds) < 2 * 86_400 } ?? false
    }
}
