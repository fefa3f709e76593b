import VisitModel

extension MonitoredGeofences {
    /// Emits crossings of circles between two fixes that the system did not report.
    ///
    /// Both fixes lie outside, and the straight path between them passes through the circle, deeper than the accuracy
    /// of either fix. The times are those at which the path crosses the edge. Transistor, native change log for Android
    /// 4.3.0.
    mutating func crossUnseen(from before: Fix, to fix: Fix, _ step: inout GeofencingStep) {
        let seconds = before.time.seconds(to: fix.time)
        guard seconds > 0, fix.time <= before.time.advanced(by: profile.longestPathGap), !fix.flags.contains(.afterGap)
        else { return }
        let way = FixPath(before, fix)
        var crossed: [(name: String, span: ClosedRange<Double>)] = []
        for name in stored.names(reaching: before.coordinate, within: way.length) {
            guard let watch = watches[name], watch.isActive, !watch.isHeld else { continue }
            // A system report since the first fix takes precedence.
            guard watch.reportedAt.map({ $0 <= before.time }) ?? true else { continue }
            guard let entry = stored.entries[name], entry.record.polygon == nil else { continue }
            if let span = way.span(within: entry) { crossed.append((name, span)) }
        }
        crossed.sort { ($0.span.lowerBound, $0.name) < ($1.span.lowerBound, $1.name) }
        for (name, span) in crossed {
            watches[name]?.pathUntil = fix.time
            enter(name, at: before.time.advanced(bySeconds: seconds * span.lowerBound), fix: fix, .path, &step)
            leave(name, at: before.time.advanced(bySeconds: seconds * span.upperBound), fix: fix, .path, &step)
        }
    }
}

/// The straight path between two fixes.
private struct FixPath {
    let fixes: (first: Fix, second: Fix)
    let points: (first: EarthPoint, second: EarthPoint)
    let way: SIMD3<Double>
    let squaredLength: Double
    /// The length of the straight line between the fixes, in metres.
    var length: Double { squaredLength.squareRoot() }

    init(_ first: Fix, _ second: Fix) {
        fixes = (first, second)
        points = (EarthPoint(first.coordinate), EarthPoint(second.coordinate))
        way = points.second.position - points.first.position
        squaredLength = (way * way).sum()
    }

    /// The part of the path within a circle, as fractions of its length; `nil` where it is not certain.
    func span(within entry: StoredGeofences.Entry) -> ClosedRange<Double>? {
        guard squaredLength > 0 else { return nil }
        let toCenter = entry.point.position - points.first.position
        let middle = (toCenter * way).sum() / squaredLength
        guard middle > 0, middle < 1 else { return nil }
        let radius = entry.record.radiusMeters
        let offset = (toCenter * toCenter).sum() - middle * middle * squaredLength
        let depth = radius - max(0, offset).squareRoot()
        guard depth >= max(fixes.first.accuracyOrAssumed, fixes.second.accuracyOrAssumed),
            entry.side(of: fixes.first, points.first) == .outside,
            entry.side(of: fixes.second, points.second) == .outside
        else { return nil }
        let half = (max(0, radius * radius - offset) / squaredLength).squareRoot()
        return max(0, middle - half)...min(1, middle + half)
    }
}
