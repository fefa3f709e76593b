internal import PhoneSimulator
package import VisitModel

extension Movement {
    /// The true stays in a facility's fence, ordered by time.
    ///
    /// The movement is followed in steps that can't cross an edge: each is as long as the distance to the edge takes at
    /// the current speed (the idea of sphere tracing: J. C. Hart, The Visual Computer 12, 1996).
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
    /// The longest absence.
    var gapSeconds: Double
    /// The farthest distance beyond the edge during the absence.
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

/// A true stay of the phone inside a facility's fence.
package struct TrueStay: Hashable, Sendable {
    package let facility: FacilityID
    /// The true entry, to a tenth of a second; the scenario's start where the phone was inside already.
    package let enteredAt: Timestamp
    /// The true exit; `nil` where the phone was still inside at the end.
    package let exitedAt: Timestamp?
    /// Whether it lasted as long as the facility's dwell threshold.
    package let isVisit: Bool

    /// Whether it overlaps a stay at another place for more than half of the shorter one's time.
    func overlaps(_ other: TrueStay) -> Bool {
        guard facility != other.facility else { return false }
        let shared = overlapSeconds(from: other.enteredAt, to: other.exitedAt)
        let own = overlapSeconds(from: enteredAt, to: exitedAt)
        return shared > min(own, other.overlapSeconds(from: other.enteredAt, to: other.exitedAt)) / 2
    }

    /// The seconds that the stay and another period have in common; 0 where they only touch, negative where they are
    /// apart.
    func overlapSeconds(from start: Timestamp, to stop: Timestamp?) -> Double {
        let end = min(exitedAt ?? Timestamp(milliseconds: .max), stop ?? Timestamp(milliseconds: .max))
        return max(enteredAt, start).seconds(to: end)
    }
}
