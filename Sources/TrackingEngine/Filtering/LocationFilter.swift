public import VisitModel

/// Cleans fixes before they are recorded.
///
/// What the vendor publishes of its filter is its options, their ranges and the names of its reasons (Transistor types,
/// LocationFilter; TSLocationFilterPolicy); how they work together is ours, and written down here. In this order: a fix from
/// before the last one is refused; one that is worse than `trackingAccuracyThreshold`, one that implies a higher speed than
/// `maxImpliedSpeed`, and one that lies further than `maxBurstDistance` from the middle of the fixes of the last
/// `burstWindow` are refused (`conservative`) or adjusted (`adjust`): the way from the last fix is then cut to what is
/// believed. What is taken is smoothed (`useKalman`). `passThrough` takes everything as it comes.
public struct LocationFilter: Hashable, Sendable, Codable {
    /// What becomes of a fix.
    public enum Verdict: Hashable, Sendable {
        /// It is taken, its position possibly smoothed.
        case taken(Fix)
        /// It is taken, moved to where it can be believed.
        case adjusted(Fix, FixRefusal)
        /// It is not delivered.
        case refused(FixRefusal)

        /// The fix that goes on; `nil` where there is none.
        public var fix: Fix? {
            switch self {
            case .taken(let fix), .adjusted(let fix, _): fix
            case .refused: nil
            }
        }
    }

    /// The rules.
    public private(set) var config: LocationFilterConfig
    private let isPassThrough: Bool
    private var smoother: PositionSmoother
    private var window: [Fix] = []

    /// Makes a filter.
    ///
    /// - Parameters:
    ///   - config: the rules, each within its range.
    ///   - desiredAccuracy: a filter that was left alone takes everything where this is less than high.
    public init(_ config: LocationFilterConfig, desiredAccuracy: DesiredAccuracy) {
        self.config = config
        isPassThrough =
            config.policy == .passThrough || (config == LocationFilterConfig() && !desiredAccuracy.usesSatellites)
        smoother = PositionSmoother(config.kalmanProfile)
    }

    /// Takes a fix.
    ///
    /// - Parameter fix: as the phone made it.
    /// - Returns: what becomes of it.
    public mutating func take(_ fix: Fix) -> Verdict {
        guard let last = window.last else { return keep(fix, nil) }
        guard fix.time >= last.time else { return .refused(.outOfOrder) }
        guard !isPassThrough else { return keep(fix, nil) }
        if accuracy(of: fix) > config.trackingAccuracyThreshold { return settle(fix, .lowAccuracy, from: last) }
        let seconds = max(1, last.time.seconds(to: fix.time))
        let meters = last.coordinate.meters(to: fix.coordinate)
        // Two fixes may each be off by what they say.
        let sure = meters - accuracy(of: fix) - accuracy(of: last)
        if sure / seconds > config.maxImpliedSpeed { return settle(fix, .impliedSpeed, from: last) }
        if let middle = middleOfBurst(at: fix.time), middle.meters(to: fix.coordinate) > config.maxBurstDistance {
            return settle(fix, .outlierCapped, from: last)
        }
        return keep(fix, nil)
    }

    /// Forgets what came, as after a stop: the next fix is believed wherever it is.
    public mutating func reset() {
        window = []
        smoother.reset()
    }

    /// Refuses or adjusts a fix, as the policy wants it.
    private mutating func settle(_ fix: Fix, _ reason: FixRefusal, from last: Fix) -> Verdict {
        guard config.policy == .adjust else { return .refused(reason) }
        let seconds = max(1, last.time.seconds(to: fix.time))
        let meters = last.coordinate.meters(to: fix.coordinate)
        let believed =
            switch reason {
            case .impliedSpeed: config.maxImpliedSpeed * seconds
            case .outlierCapped: config.maxBurstDistance
            // The worse a fix, the less of its way is believed.
            default: meters * config.trackingAccuracyThreshold / max(accuracy(of: fix), 1)
            }
        var adjusted = fix
        if meters > 0 {
            adjusted.coordinate = last.coordinate.towards(fix.coordinate, by: min(1, believed / meters))
        }
        return keep(adjusted, reason)
    }

    private mutating func keep(_ fix: Fix, _ reason: FixRefusal?) -> Verdict {
        window.append(fix)
        if window.count > config.rollingWindow { window.removeFirst(window.count - config.rollingWindow) }
        var kept = fix
        if config.useKalman, !isPassThrough {
            kept.coordinate = smoother.smooth(fix, accuracyMeters: accuracy(of: fix))
        }
        return reason.map { .adjusted(kept, $0) } ?? .taken(kept)
    }

    /// The middle of the fixes of the burst that goes on; `nil` where none of them is near enough in time.
    private func middleOfBurst(at time: Timestamp) -> Coordinate? {
        let burst = window.filter { $0.time.seconds(to: time) <= config.burstWindow }
        guard burst.count >= Self.leastBurst else { return nil }
        let latitudes = burst.map(\.coordinate.latitude).sorted()
        let longitudes = burst.map(\.coordinate.longitude).sorted()
        // The median: one that is off does not move it. Beside the antimeridian there is none.
        guard longitudes[longitudes.count - 1] - longitudes[0] < 180 else { return nil }
        let half = burst.count / 2
        return try? Coordinate(latitude: latitudes[half], longitude: longitudes[half])
    }

    /// Metres of accuracy; what says nothing is taken for 30 m, as everywhere in Footfall.
    private func accuracy(of fix: Fix) -> Double { fix.horizontalAccuracy ?? Self.assumedAccuracyMeters }

    private static let assumedAccuracyMeters = 30.0
    /// Two fixes have no middle that one of them could be far from.
    private static let leastBurst = 3
}
