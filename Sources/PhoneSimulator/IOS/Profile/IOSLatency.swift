internal import Foundation

/// The delay with which Core Location reports a decided transition to an app.
///
/// Apple documents no rule. Its archived guide ("Location and Maps Programming Guide", Region Monitoring) mentions
/// three to five minutes on average, and a network that timely notifications require. So there are two distributions:
/// one for a phone with a connection and one for a phone without.
public struct IOSLatency: Hashable, Sendable {
    /// The shortest and longest delay with a connection, in seconds; drawn evenly.
    ///
    /// 0 to 60: with Wi-Fi and cells available, only the system's own batching is left. An assumption.
    public let goodNetworkSeconds: ClosedRange<Double>
    /// The median delay without a connection, in seconds.
    ///
    /// 180: the lower end of Apple's three to five minutes.
    public let poorNetworkMedianSeconds: Double
    /// The standard deviation of the logarithm of the delay without a connection.
    ///
    /// The delay is log-normal: never negative, mostly near the median, seldom much longer, as in field reports. 0.8
    /// makes the mean 180 s · exp(0.8² / 2) = 248 s, in the middle of Apple's three to five minutes, and one delay in
    /// ten longer than eight minutes.
    public let poorNetworkSpread: Double
    /// The maximum delay without a connection, in seconds; longer draws are clamped to it.
    ///
    /// 3600: field reports mention minutes to an hour; later, a new fix has come anyway. An assumption.
    public let poorNetworkLimitSeconds: Double

    /// Creates a delay rule; negative values become 0, and a spread of 0 always gives the median.
    public init(
        goodNetworkSeconds: ClosedRange<Double> = 0...60,
        poorNetworkMedianSeconds: Double = 180,
        poorNetworkSpread: Double = 0.8,
        poorNetworkLimitSeconds: Double = 3600
    ) {
        self.goodNetworkSeconds = goodNetworkSeconds.clamped(to: 0...(.greatestFiniteMagnitude))
        self.poorNetworkMedianSeconds = max(0, poorNetworkMedianSeconds)
        self.poorNetworkSpread = max(0, poorNetworkSpread)
        self.poorNetworkLimitSeconds = max(0, poorNetworkLimitSeconds)
    }

    /// No delay, for scenarios that test decisions alone.
    public static let none = IOSLatency(
        goodNetworkSeconds: 0...0,
        poorNetworkMedianSeconds: 0,
        poorNetworkSpread: 0,
        poorNetworkLimitSeconds: 0
    )

    /// Draws a delay in seconds, within `goodNetworkSeconds` or 0 to `poorNetworkLimitSeconds`.
    public func draw(isConnected: Bool, generator: inout SeededGenerator) -> Double {
        guard isConnected else {
            let delay = poorNetworkMedianSeconds * exp(poorNetworkSpread * generator.normal())
            return min(poorNetworkLimitSeconds, delay)
        }
        let (shortest, longest) = (goodNetworkSeconds.lowerBound, goodNetworkSeconds.upperBound)
        return shortest + (longest - shortest) * generator.unit()
    }
}
