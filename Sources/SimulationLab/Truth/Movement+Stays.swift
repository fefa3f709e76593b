internal import PhoneSimulator
internal import VisitModel

extension Movement {
    /// The stays in a facility's fence, in the order of time.
    ///
    /// The way is followed in steps that can't leap over an edge: as far as the edge is away, at the speed of the moment
    /// (the idea of sphere tracing: J. C. Hart, The Visual Computer 12, 1996).
    ///
    /// - Parameters:
    ///   - facility: the place.
    ///   - span: from when to when.
    ///   - merging: when a stay goes on over an absence.
    /// - Returns: the stays.
    func stays(at facility: Facility, in span: ClosedRange<Timestamp>, merging: StayMerging) -> [TrueStay] {
        var spans: [OpenSpan] = []
        var time = span.lowerBound
        var distance = facility.geofence.signedDistance(to: truth(at: time).coordinate)
        if distance <= 0 { spans.append(OpenSpan(start: time)) }
        var farthest = distance
        while time < span.upperBound {
            let next = min(span.upperBound, step(from: time, distance: distance))
            let before = distance
            distance = facility.geofence.signedDistance(to: truth(at: next).coordinate)
            farthest = max(farthest, distance)
            if (before <= 0) != (distance <= 0) {
                if distance <= 0 {
                    spans.append(OpenSpan(start: next, farthestBefore: farthest))
                } else {
                    spans[spans.count - 1].end = next
                    farthest = distance
                }
            }
            time = next
        }
        return merging.merge(spans).map { span in
            let seconds = span.start.seconds(to: span.end ?? time)
            return TrueStay(
                facility: facility.id,
                enteredAt: span.start,
                exitedAt: span.end,
                isVisit: seconds >= Double(facility.dwellThreshold.seconds)
            )
        }
    }

    /// When the distance has to be looked at again.
    private func step(from time: Timestamp, distance: Double) -> Timestamp {
        let truth = truth(at: time)
        let change = nextChange(after: time) ?? Timestamp(milliseconds: .max)
        guard truth.isMoving else { return change }
        // A tenth of a second at least, or an edge would never be reached; a hundredth part less, because distances on
        // the ellipsoid and the straight way in degrees are not quite the same.
        let seconds = max(0.1, 0.99 * abs(distance) / truth.speedMetersPerSecond)
        return min(change, time.advanced(bySeconds: seconds))
    }
}

/// A time inside a fence, while it is looked for.
struct OpenSpan: Hashable {
    let start: Timestamp
    var end: Timestamp?
    /// How far beyond the edge the phone was at most before it, in metres.
    var farthestBefore = Double.infinity
}

/// When a stay goes on over an absence: the policy's own rule, so that truth and visits mean the same by one stay.
struct StayMerging: Hashable, Sendable {
    /// The longest absence, in seconds.
    var gapSeconds: Double
    /// How far beyond the edge it may lead, in metres.
    var beyondMeters: Double

    func merge(_ spans: [OpenSpan]) -> [OpenSpan] {
        spans.reduce(into: []) { merged, span in
            guard let last = merged.last, let end = last.end, end.seconds(to: span.start) <= gapSeconds,
                span.farthestBefore <= beyondMeters
            else {
                merged.append(span)
                return
            }
            merged[merged.count - 1].end = span.end
        }
    }
}
