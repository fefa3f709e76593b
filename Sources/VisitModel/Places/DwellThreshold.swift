/// The minimum duration of a stay at a facility that can count as a visit.
public struct DwellThreshold: Hashable, Sendable {
    /// The allowed thresholds in seconds: zero to one day.
    public static let allowedSeconds = 0...86_400

    /// The threshold in whole seconds.
    public let seconds: Int

    /// Creates a validated threshold.
    ///
    /// - Parameter seconds: a number in `allowedSeconds`.
    /// - Throws: `ValidationError` with code `dwell`.
    public init(seconds: Int) throws(ValidationError) {
        guard Self.allowedSeconds.contains(seconds) else {
            throw ValidationError(
                .dwell,
                "dwell threshold \(seconds) s is out of range, expected 0 to \(Self.allowedSeconds.upperBound)"
            )
        }
        self.seconds = seconds
    }

    private init(uncheckedSeconds: Int) {
        self.seconds = uncheckedSeconds
    }

    /// The default threshold of a facility: 10 minutes.
    public static let standard = DwellThreshold(uncheckedSeconds: 600)
}
