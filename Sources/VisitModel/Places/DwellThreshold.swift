/// How long a member has to stay at a facility before the stay can count as a visit.
public struct DwellThreshold: Hashable, Sendable {
    /// The shortest and longest threshold taken, in seconds: none, and a day.
    public static let allowedSeconds = 0...86_400

    /// The threshold in whole seconds.
    public let seconds: Int

    /// Checks and takes a threshold.
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

    /// What a facility gets that names none: 10 minutes.
    public static let standard = DwellThreshold(uncheckedSeconds: 600)
}
