public import VisitModel

extension FixHygiene {
    /// The weeks after which a GPS receiver's week number begins anew (IS-GPS-200, 20.3.3.3.1.1): 10 bits.
    private static let rolloverSeconds = 1024.0 * 7 * 86_400

    /// Judges a fix by itself, before its place in the order of time matters.
    ///
    /// Pure in the fix and what came with it, so the same fix is judged the same however late it comes.
    ///
    /// - Parameters:
    ///   - fix: the fix.
    ///   - receivedAt: when it reached us, where known.
    ///   - policy: what is believed.
    /// - Returns: why the fix is dropped, or `nil`.
    public static func judge(
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

    /// Whether a time lies before any that a device can have sent, or is a GPS week rollover's.
    ///
    /// - Parameters:
    ///   - time: the time, by the device's clock.
    ///   - receivedAt: when it reached us, where known.
    ///   - policy: what is accepted.
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
