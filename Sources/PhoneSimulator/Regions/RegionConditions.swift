/// The situation of a phone, as far as the delivery of transitions depends on it.
public struct RegionConditions: Hashable, Sendable {
    /// Whether the phone is moving.
    public var isMoving: Bool
    /// The time that it has been at rest in seconds; 0 while it moves.
    public var restSeconds: Double
    /// Whether the app is in the foreground or has a foreground service.
    public var isAppInFront: Bool
    /// Whether the phone is in Doze (Android).
    public var isDozing: Bool
    /// Whether there is an internet connection, which a timely fix requires.
    public var isConnected: Bool

    /// Creates a situation.
    public init(
        isMoving: Bool = false,
        restSeconds: Double = 0,
        isAppInFront: Bool = false,
        isDozing: Bool = false,
        isConnected: Bool = true
    ) {
        self.isMoving = isMoving
        self.restSeconds = restSeconds
        self.isAppInFront = isAppInFront
        self.isDozing = isDozing
        self.isConnected = isConnected
    }
}
