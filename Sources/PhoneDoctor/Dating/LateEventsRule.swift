internal import PhoneOS
internal import VisitModel

/// Finds crossings that are reported minutes to hours after they happened.
struct LateEventsRule: DoctorRule {
    /// The report delay above which a crossing is late, in seconds.
    private static let lateSeconds = 300.0
    /// The delay above which `occurredAt` needs a fix or a transition near it as evidence, in seconds.
    private static let estimatedSeconds = 900.0

    /// How reliable the times of late crossings are.
    private enum Dating: Comparable {
        /// A fix or a transition lies near the time.
        case right
        /// Nothing lies near the time: it was estimated from the fixes around a gap.
        case estimated
        /// The time is the delivery's, so the day, and even the month, can be wrong.
        case wrong
    }

    func findings(in reading: CaseReading) -> [Finding] {
        var evidence: [Evidence] = []
        var worst = Dating.right
        for place in reading.visitedPlaces {
            for event in reading.crossings[place] ?? [] where !event.kind.isDwell {
                let happened = min(event.occurredAt, event.location?.time ?? event.occurredAt)
                let seconds = happened.seconds(to: event.observedAt)
                guard seconds > Self.lateSeconds else { continue }
                var (dating, dated) = (Dating.right, "")
                if happened.seconds(to: event.occurredAt) > Self.lateSeconds {
                    (dating, dated) = (.wrong, ", and dated by that")
                } else if let off = gapSeconds(round: event, in: reading) {
                    let words = Evidence.words(seconds: off)
                    (dating, dated) = (
                        .estimated, ", dated by interpolation across a gap in fixes: off by up to \(words)"
                    )
                }
                worst = max(worst, dating)
                let words = Evidence.words(seconds: seconds)
                evidence.append(
                    Evidence(event.observedAt, "\(event.kind.name) \(place) was reported \(words) late\(dated)")
                )
            }
        }
        return [Self.finding(worst, evidence)]
    }

    /// How many seconds an event's time may be off for lack of evidence near it; `nil` where there is some.
    ///
    /// Evidence is a fix, or a transition that the OS detected. After an outage of positions the first transition does
    /// not show when the crossing happened, so only fixes are evidence there.
    private func gapSeconds(round event: GeofenceEvent, in reading: CaseReading) -> Double? {
        let positions =
            reading.history.events.compactMap(\.location?.time) + (reading.history.log?.fixes ?? []).map(\.time)
        let decisions = reading.times { note in
            guard case .decided(let delivery) = note else { return false }
            return delivery.ids.contains { $0.text == event.kind.facility?.text }
        }
        let blind = Self.gap(round: event, positions, from: reading.history.span.lowerBound)
        if reading.outages().contains(where: { outage in
            let start = max(blind.start, outage.start)
            return start.seconds(to: min(blind.end, outage.end ?? blind.end)) > Self.estimatedSeconds
        }) {
            return blind.off
        }
        guard event.occurredAt.seconds(to: event.observedAt) > Self.estimatedSeconds else { return nil }
        let silent = Self.gap(round: event, positions + decisions, from: reading.history.span.lowerBound)
        let near = min(silent.start.seconds(to: event.occurredAt), event.occurredAt.seconds(to: silent.end))
        return near <= Self.lateSeconds ? nil : silent.off
    }

    /// The gap in the evidence around an event's time, and the distance to its farther end in seconds.
    private static func gap(
        round event: GeofenceEvent,
        _ seen: [Timestamp],
        from start: Timestamp
    ) -> (start: Timestamp, end: Timestamp, off: Double) {
        let date = event.occurredAt
        let before = seen.filter { $0 <= date }.max() ?? start
        let after = seen.filter { $0 > date && $0 <= event.observedAt }.min() ?? event.observedAt
        return (before, after, max(before.seconds(to: date), date.seconds(to: after)))
    }

    private static func finding(_ worst: Dating, _ evidence: [Evidence]) -> Finding {
        switch worst {
        case .right:
            Finding(
                .lateEvents,
                .note,
                title: "Crossings are reported late, with the right times",
                cause: "the system defers events while the phone is in Doze, at rest or without a connection",
                advice:
                    "nothing: counts are right; for earlier events, use a foreground service or more frequent fixes",
                evidence: evidence
            )
        case .estimated:
            Finding(
                .lateEvents,
                .note,
                title: "Crossings are reported late, and some times are estimates",
                cause:
                    "the phone had no fixes for a while, and the time of the crossing was interpolated",
                advice:
                    "treat those times as no more precise than stated; for better ones, use a foreground "
                    + "service or more frequent fixes",
                evidence: evidence
            )
        case .wrong:
            Finding(
                .lateEvents,
                title: "Crossings are reported late, and dated by when they were reported",
                cause: "the system defers events while the phone is in Doze, at rest or without a connection",
                advice: "date a visit by its fixes, never by the time of delivery",
                evidence: evidence
            )
        }
    }
}

/// Finds exits far beyond the edge that have the time of the fix there.
struct LateExitRule: DoctorRule {
    /// The distance beyond the edge from which an exit is late, in metres.
    private static let lateMeters = 60.0

    func findings(in reading: CaseReading) -> [Finding] {
        let evidence = reading.visitedPlaces.flatMap { place in
            (reading.crossings[place] ?? []).compactMap { event -> Evidence? in
                // An exit backdated to the last time inside is reported late but has the right time.
                guard case .exited = event.kind, let meters = reading.edgeMeters(event), let location = event.location,
                    meters - (location.accuracy ?? 0) >= Self.lateMeters, event.occurredAt >= location.time
                else { return nil }
                return Evidence(event.observedAt, "Exited \(place) was reported \(Int(meters)) m beyond its edge")
            }
        }
        return [
            Finding(
                .lateExit,
                title: "Exits are reported far beyond the edge",
                cause: "the system waits until the phone is well outside, and checks its location only occasionally",
                advice: "date the exit by the last fix inside, or by extrapolating back from the first fix outside",
                evidence: evidence
            )
        ]
    }
}
