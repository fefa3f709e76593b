internal import TrackingModel
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

    private var smoother = PositionSmoother()
    private var window: [Fix] = []

    /// Makes a filter that has seen nothing.
    public init() {}

    /// Takes a fix.
    ///
    /// - Parameters:
    ///   - fix: as the phone made it.
    ///   - config: the rules; Android's `allowIdenticalLocations` is one of them.
    /// - Returns: what becomes of it.
    public mutating func process(_ fix: Fix, _ config: TrackingConfig) -> Verdict { process(fix, FilterRules(config)) }

    /// The same, with rules that were worked out before.
    mutating func process(_ fix: Fix, _ rules: FilterRules) -> Verdict {
        guard let last = window.last else { return keep(fix, nil, rules) }
        guard fix.time >= last.time else { return .refused(.outOfOrder) }
        if rules.refusesIdentical, fix == last { return .refused(.identical) }
        guard rules.policy != .passThrough else { return keep(fix, nil, rules) }
        if accuracy(of: fix) > rules.trackingAccuracyMeters {
            return refuseOrAdjust(fix, .lowAccuracy, from: last, rules)
        }
        let seconds = max(1, last.time.seconds(to: fix.time))
        let point = EarthPoint(fix.coordinate)
        // Two fixes may each be off by what they say.
        let sure = EarthPoint(last.coordinate).distance(to: point) - accuracy(of: fix) - accuracy(of: last)
        if sure / seconds > rules.maxImpliedMetersPerSecond {
            return refuseOrAdjust(fix, .impliedSpeed, from: last, rules)
        }
        let middle = middleOfBurst(at: fix.time, rules)
        if let middle, EarthPoint(middle).distance(to: point) > rules.maxBurstDistanceMeters {
            return refuseOrAdjust(fix, .outlierCapped, from: last, rules)
        }
        return keep(fix, nil, rules)
    }

    /// Forgets what came, as after a stop: the next fix is believed wherever it is.
    public mutating func reset() {
        window = []
        smoother.reset()
    }

    /// Refuses or adjusts a fix, as the policy wants it.
    private mutating func refuseOrAdjust(
        _ fix: Fix,
        _ reason: FixRefusal,
        from last: Fix,
        _ rules: FilterRules
    ) -> Verdict {
        guard rules.policy == .adjust else { return .refused(reason) }
        let seconds = max(1, last.time.seconds(to: fix.time))
        let meters = last.coordinate.meters(to: fix.coordinate)
        let believed =
            switch reason {
            case .impliedSpeed: rules.maxImpliedMetersPerSecond * seconds
            case .outlierCapped: rules.maxBurstDistanceMeters
            // The worse a fix, the less of its way is believed.
            default: meters * rules.trackingAccuracyMeters / max(accuracy(of: fix), 1)
            }
        var adjusted = fix
        if meters > 0 {
            adjusted.coordinate = last.coordinate.towards(fix.coordinate, by: min(1, believed / meters))
        }
        return keep(adjusted, reason, rules)
    }

    private mutating func keep(_ fix: Fix, _ reason: FixRefusal?, _ rules: FilterRules) -> Verdict {
        window.append(fix)
        window.removeFirst(max(0, window.count - rules.rollingWindowFixes))
        var kept = fix
        if let profile = rules.kalmanProfile {
            kept.coordinate = smoother.smooth(fix, accuracyMeters: accuracy(of: fix), profile)
        }
        return reason.map { .adjusted(kept, $0) } ?? .taken(kept)
    }

    /// The middle of the fixes of the burst that goes on; `nil` where none of them is near enough in time.
    private func middleOfBurst(at time: Timestamp, _ rules: FilterRules) -> Coordinate? {
        var (latitudes, longitudes): ([Double], [Double]) = ([], [])
        for fix in window {
            let (end, overflows) = fix.time.milliseconds.addingReportingOverflow(rules.burstWindowMilliseconds)
            guard overflows || end >= time.milliseconds else { continue }
            latitudes.append(fix.coordinate.latitude)
            longitudes.append(fix.coordinate.longitude)
        }
        guard latitudes.count >= Self.leastBurst else { return nil }
        latitudes.sort()
        longitudes.sort()
        // The median: one that is off does not move it. Beside the antimeridian there is none.
        guard longitudes[longitudes.count - 1] - longitudes[0] < 180 else { return nil }
        let half = latitudes.count / 2
        return try? Coordinate(latitude: latitudes[half], longitude: longitudes[half])
    }

    /// Metres of accuracy; what says nothing is taken for 30 m, as everywhere in Footfall.
    private func accuracy(of fix: Fix) -> Double { fix.horizontalAccuracy ?? Self.assumedAccuracyMeters }

    private static let assumedAccuracyMeters = 30.0
    /// Two fixes have no middle that one of them could be far from.
    private static let leastBurst = 3
}
