internal import PhoneSimulator
internal import VisitModel

extension Movement {
    /// The true stays in a facility's fence, ordered by time.
    ///
    /// The movement is followed in steps that can't cross an edge: each is as long as the distance to the edge takes
    /// at the current speed (the idea of sphere tracing: J. C. Hart, The Visual Computer 12, 1996).
    ///
    /// - Parameters:
    ///   - facility: the place.
    ///   - span: the period to search.
    ///   - merging: when two stays with an absence between them are one.
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

    /// When the distance has to be evaluated again.
    private func step(from time: Timestamp, distance: Double) -> Timestamp {
        let truth = truth(at: time)
        let change = nextChange(after: time) ?? Timestamp(milliseconds: .max)
        guard truth.isMoving else { return change }
        // At least a tenth of a second, or an edge would never be reached; 1 % less, because distances on the
        // ellipsoid and along a straight line in degrees differ slightly.
        let seconds = max(0.1, 0.99 * abs(distance) / truth.speedMetersPerSecond)
        return min(change, time.advanced(bySeconds: seconds))
    }
}

/// A period inside a fence, still open without an end.
struct OpenSpan: Hashable {
    let start: Timestamp
    var end: Timestamp?
    /// The farthest distance beyond the edge since the previous period, in metres.
    var farthestBefore = Double.infinity
}

/// The policy's rule for merging two stays, so that true stays and visits are defined alike.
struct StayMerging: Hashable, Sendable {
    /// The longest absence, in seconds.
    var gapSeconds: Double
    /// The farthest distance beyond the edge during the absence, in metres.
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
