/// How a phone is at the moment, as far as the delivery of transitions depends on it.
public struct RegionSurroundings: Hashable, Sendable {
    /// Whether the phone is moving.
    public var isMoving: Bool
    /// For how many seconds it has been at rest; 0 while it moves.
    public var restSeconds: Double
    /// Whether the app is on the screen, or holds a foreground service.
    public var isAppInFront: Bool
    /// Whether the phone dozes (Android).
    public var isDozing: Bool
    /// Whether there is a connection to the internet, which a timely reading needs.
    public var isConnected: Bool

    /// Makes surroundings.
    ///
    /// - Parameters:
    ///   - isMoving: whether the phone is moving.
    ///   - restSeconds: for how long it has been at rest.
    ///   - isAppInFront: whether the app is on the screen or holds a foreground service.
    ///   - isDozing: whether the phone dozes.
    ///   - isConnected: whether there is a connection.
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
