/// How patient a worker is.
public struct WorkerOptions: Hashable, Sendable {
    /// How many requests may be under way in all; each takes a connection.
    public var totalLimit: Int
    /// How long one try may take, from the look-up of the name to the last byte of the answer.
    ///
    /// Standard Webhooks 1.0.0, "Deliverability and reliability", advises 15 to 30 s.
    public var timeout: Duration
    /// How often it looks for messages that another process queued, and for tries that are due.
    public var tick: Duration
    /// How long it waits for what is under way when it is told to stop.
    public var stopPatience: Duration
    /// How long delivered messages and their tries can be looked up; those that were given up stay until they are purged.
    public var retention: Duration

    /// Makes options.
    ///
    /// - Parameters:
    ///   - totalLimit: how many requests may be under way in all, 1 or more.
    ///   - timeout: how long one try may take, above zero.
    ///   - tick: how often it looks for messages that another process queued.
    ///   - stopPatience: how long it waits for what is under way when it is told to stop.
    ///   - retention: how long delivered messages can be looked up.
    public init(
        totalLimit: Int = 1024,
        timeout: Duration = .seconds(20),
        tick: Duration = .milliseconds(100),
        stopPatience: Duration = .seconds(3),
        retention: Duration = .seconds(30 * 86_400)
    ) {
        self.totalLimit = max(1, totalLimit)
        self.timeout = timeout
        self.tick = tick
        self.stopPatience = stopPatience
        self.retention = retention
    }
}
