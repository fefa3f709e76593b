internal import TrackingModel
internal import VisitModel

/// The validation of fixes before they are recorded.
///
/// The vendor publishes the options of its filter, their ranges and the names of its reasons (Transistor types,
/// LocationFilter; TSLocationFilterPolicy); how they work together is Footfall's rule, as follows. A fix older than the
/// last one is refused. A fix that is worse than `trackingAccuracyThreshold`, one that implies a higher speed than
/// `maxImpliedSpeed`, and one that lies further than `maxBurstDistance` from the median of the fixes of the last
/// `burstWindow` are refused (`conservative`) or adjusted (`adjust`): the distance from the last fix is then cut to
/// what is plausible. Accepted fixes are smoothed (`useKalman`). `passThrough` accepts everything unchanged.
struct LocationFilter: Hashable, Sendable, Codable {
    enum Verdict: Hashable, Sendable {
        /// The fix is accepted, its position possibly smoothed.
        case taken(Fix)
        /// The fix is accepted after it was moved to a plausible position.
        case adjusted(Fix, FixRefusal)
        /// The fix is not delivered.
        case refused(FixRefusal)

        /// The accepted fix; `nil` where it was refused.
        var fix: Fix? {
            switch self {
            case .taken(let fix), .adjusted(let fix, _): fix
            case .refused: nil
            }
        }
    }

    private var smoother = PositionSmoother()
    private var window: [Fix] = []

    mutating func process(_ fix: Fix, _ rules: FilterRules) -> Verdict {
        guard let last = window.last else { return keep(fix, nil, rules) }
        guard fix.time >= last.time else { return .refused(.outOfOrder) }
        if rules.refusesIdentical, fix == last { return .refused(.identical) }
        guard rules.policy != .passThrough else { return keep(fix, nil, rules) }
        if fix.accuracyOrAssumed > rules.trackingAccuracyMeters {
            return refuseOrAdjust(fix, .lowAccuracy, from: last, rules)
        }
        let seconds = max(1, last.time.seconds(to: fix.time))
        let point = EarthPoint(fix.coordinate)
        // Each of the two fixes may be off by its accuracy.
        let sure = EarthPoint(last.coordinate).distance(to: point) - fix.accuracyOrAssumed - last.accuracyOrAssumed
        if sure / seconds > rules.maxImpliedMetersPerSecond {
            return refuseOrAdjust(fix, .impliedSpeed, from: last, rules)
        }
        let middle = middleOfBurst(at: fix.time, rules)
        if let middle, EarthPoint(middle).distance(to: point) > rules.maxBurstDistanceMeters {
            return refuseOrAdjust(fix, .outlierCapped, from: last, rules)
        }
        return keep(fix, nil, rules)
    }

    /// Forgets earlier fixes, as after a stop: the next fix is accepted wherever it is.
    mutating func reset() {
        window = []
        smoother.reset()
    }

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
            // The worse the accuracy, the smaller the accepted part of the distance.
            default: meters * rules.trackingAccuracyMeters / max(fix.accuracyOrAssumed, 1)
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
            kept.coordinate = smoother.smooth(fix, accuracyMeters: fix.accuracyOrAssumed, profile)
        }
        return reason.map { .adjusted(kept, $0) } ?? .taken(kept)
    }

    /// The median position of the current burst; `nil` where too few fixes are recent enough.
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
        // The median: a single outlier does not move it. There is none beside the antimeridian.
        guard longitudes[longitudes.count - 1] - longitudes[0] < 180 else { return nil }
        let half = latitudes.count / 2
        return try? Coordinate(latitude: latitudes[half], longitude: longitudes[half])
    }

    /// Two fixes have no median from which one of them could be far away.
    private static let leastBurst = 3
}

/// The reason why a fix is refused or adjusted (Transistor, native change log: `onLocationFilter`).
public enum FixRefusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its accuracy is worse than `trackingAccuracyThreshold`.
    case lowAccuracy = "low-accuracy"
    /// The distance from the previous fix implies a speed above `maxImpliedSpeed`.
    case impliedSpeed = "implied-speed"
    /// It lies further from the others of its burst than `maxBurstDistance`.
    case outlierCapped = "outlier-capped"
    /// It is identical to the previous fix (`allowIdenticalLocations`).
    case identical
    /// It is older than the previous fix.
    case outOfOrder = "out-of-order"
    /// The system reported an exit of a geofence that the fix lies within.
    case geofenceSpuriousExit = "geofence-spurious-exit"
    /// The system repeated an entry.
    case geofenceDuplicateEnter = "geofence-duplicate-enter"
}

/// The options for filtering fixes and counting metres, computed once and used for each fix.
struct FilterRules: Hashable, Sendable {
    /// Whether a fix identical to the previous one is refused (Android).
    let refusesIdentical: Bool
    let policy: LocationFilterPolicy
    let trackingAccuracyMeters: Double
    let maxImpliedMetersPerSecond: Double
    let maxBurstDistanceMeters: Double
    let burstWindowMilliseconds: Int64
    let rollingWindowFixes: Int
    /// The smoothing of positions; `nil` for none.
    let kalmanProfile: KalmanProfile?
    let odometerAccuracyMeters: Double
    let smoothsOdometer: Bool

    init(_ config: TrackingConfig) {
        let filter = config.geolocation.filter
        refusesIdentical = config.platform == .android && !config.geolocation.allowIdenticalLocations
        policy = config.filterPolicy
        trackingAccuracyMeters = config.trackingAccuracyMeters
        maxImpliedMetersPerSecond = config.maxImpliedMetersPerSecond
        maxBurstDistanceMeters = config.maxBurstDistanceMeters
        burstWindowMilliseconds = config.burstWindowDuration.wholeMilliseconds
        rollingWindowFixes = config.rollingWindowFixes
        kalmanProfile = filter.useKalman && policy != .passThrough ? filter.kalmanProfile : nil
        odometerAccuracyMeters = config.odometerAccuracyMeters
        smoothsOdometer = filter.odometerUseKalmanFilter
    }
}
