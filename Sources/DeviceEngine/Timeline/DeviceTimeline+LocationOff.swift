internal import GeofenceEngine
internal import VisitModel

/// A phone's report that its location is off, and what its fixes say to that.
///
/// The report may be wrong, or that of the end may be lost, and then it would hold for ever. A phone with location off
/// takes no fixes. It may still send the last one that it knows, or one that was on its way. So two usable fixes
/// contradict the report: one elsewhere than the last one before it, and a later one, over a minute after it.
struct LocationOff: Hashable, Sendable {
    /// The time of the report; `nil` while location is on.
    var since: Timestamp?
    /// The position of the last usable fix before it.
    var place: Coordinate?
    /// The time of the first fix that contradicts it; `nil` where there is none yet.
    var firstFixAt: Timestamp?
    /// Whether fixes have contradicted it, so that it is not followed if it is repeated.
    var isContradicted = false
}

extension DeviceTimeline {
    /// The time after a report in which a fix may still have been on its way, in seconds.
    private static let secondsOnTheWay = 60.0

    /// Follows a report that location is off: nothing is monitored until the phone reports it on, or fixes show it.
    ///
    /// A report that fixes have contradicted is not followed again. One that is repeated is no news.
    mutating func loseLocation(at time: Timestamp, into journal: inout TimelineJournal) {
        guard !locationOff.isContradicted else { return }
        append(registry.lose(), nil, into: &journal)
        // Fixes do not begin again what the app has stopped, or its system refuses for another reason.
        guard watching == .active else { return }
        watching = .locationOff
        locationOff = LocationOff(since: time, place: evaluator.lastUsable?.coordinate)
    }

    /// Whether a fix, with those before it, shows that location is on.
    ///
    /// Monitoring is then active again, as if the phone had reported it, and the stays since the report are as good as
    /// any.
    mutating func contradictsLocationOff(
        _ fix: Fix,
        _ context: TimelineContext,
        into journal: inout TimelineJournal
    ) -> Bool {
        guard let since = locationOff.since, fix.time > since, fix.isPrecise(context.policy) else { return false }
        guard let first = locationOff.firstFixAt else {
            if fix.coordinate != locationOff.place { locationOff.firstFixAt = fix.time }
            return false
        }
        guard fix.time > first, since.seconds(to: fix.time) >= Self.secondsOnTheWay else { return false }
        watching = .active
        locationOff = LocationOff(isContradicted: true)
        append(registry.restore(), fix, into: &journal)
        cache.forgetWatched()
        cache.forgetChoice()
        evaluator.contradictLocationOff(at: fix.time, policy: context.policy)
        for stay in builder.contradictLocationOff(evaluator.tracks) {
            journal.record(stay, touchedAt: trigger ?? fix.time)
        }
        return true
    }
}

extension Fix {
    /// Whether the fix is accurate enough to select geofences by.
    func isPrecise(_ policy: EvaluationPolicy) -> Bool {
        let accuracy = horizontalAccuracy ?? policy.hygiene.assumedAccuracyMeters
        return accuracy <= policy.evaluation.accuracyLimitMeters ?? .infinity
    }
}
