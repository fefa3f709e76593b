/// The limits and timeouts of a worker.
package struct WorkerOptions: Hashable, Sendable {
    /// The most concurrent requests; each has its own connection.
    package var totalLimit: Int
    /// The timeout of one attempt, from the look-up of the name to the last byte of the response.
    ///
    /// Standard Webhooks 1.0.0, "Deliverability and reliability", advises 15 to 30 s.
    package var timeout: Duration
    /// The interval of polling for due attempts and for messages that another process queued.
    package var tick: Duration
    /// How long a stopping worker waits for attempts in progress.
    package var stopPatience: Duration
    /// How long delivered messages and their attempts are kept; dead messages stay until they are purged.
    package var retention: Duration

    /// Makes options.
    ///
    /// - Parameters:
    ///   - totalLimit: the most concurrent requests, 1 or more.
    ///   - timeout: the timeout of one attempt, above zero.
    ///   - tick: the interval of polling for messages that another process queued.
    ///   - stopPatience: how long a stopping worker waits for attempts in progress.
    ///   - retention: how long delivered messages are kept.
    package init(
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
