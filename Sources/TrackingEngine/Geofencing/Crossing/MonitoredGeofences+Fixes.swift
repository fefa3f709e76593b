public import VisitModel

extension MonitoredGeofences {
    /// Processes a fix as it was recorded; in a replay `now` is the time of the fix.
    ///
    /// A fix from before the last one is not used: it could enter a polygon that the phone has left (Transistor, native
    /// change log for Android 4.3.3).
    public mutating func process(_ fix: Fix, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        observe(fix, &step)
        guard mode != .off else { return step }
        runTimers(at: now, &step)
        evaluateIfDue(at: now, &step)
        return step
    }

    /// Processes a fix of iOS's significant changes, which in geofences-only mode choose the monitored fences again.
    public mutating func processSignificantChange(_ fix: Fix, at now: Timestamp) -> GeofencingStep {
        if mode == .geofencesOnly, platform == .ios, isBounded { awaitsFix = true }
        return process(fix, at: now)
    }

    /// Advances the clock (the caller's timer at `needs.timer`); a call that is too early has no effect.
    public mutating func tick(at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        runTimers(at: now, &step)
        evaluateIfDue(at: now, &step)
        return step
    }

    /// Applies a fix to everything except the choice of the monitored geofences.
    mutating func observe(_ fix: Fix, _ step: inout GeofencingStep) {
        guard fix != lastFix else { return }
        if let lastFix, fix.time < lastFix.time {
            guard mode != .off else { return }
            for name in sortedNames(where: \.isInCircle) {
                step.refusals.append(GeofenceRefusal(identifier: name, reason: .outOfOrder))
            }
            return
        }
        let before = lastFix
        lastFix = fix
        rank(fix)
        guard mode != .off else { return }
        let point = EarthPoint(fix.coordinate)
        for name in sortedNames(where: \.isHeld) { evaluate(name, by: fix, point, &step) }
        clearMayHaveBeenInside(by: fix, point)
        if profile.usesPathEvidence, let before { crossUnseen(from: before, to: fix, &step) }
    }

    /// In byte order; `condition` may be true only of fences that the phone is in or may be in: no others are searched.
    func sortedNames(where condition: (FenceWatch) -> Bool) -> [String] {
        watches.busy.filter { watches[$0].map(condition) ?? false }
    }

    /// Evaluates a fix for a fence that the phone counts as in.
    private mutating func evaluate(_ name: String, by fix: Fix, _ point: EarthPoint, _ step: inout GeofencingStep) {
        guard let entry = stored.entries[name], var watch = watches[name] else { return }
        let side = entry.side(of: fix, point)
        if let hold = watch.hold {
            if side == .outside, fix.time > hold.fix.time {
                return leave(name, at: hold.reportedAt, fix: fix, .system, &step)
            }
            if side == .inside, fix.time > hold.reportedAt { watch.hold = nil }
        }
        if entry.isSurelyOutside(fix, point) {
            let since = watch.outsideSince ?? fix.time
            let isStuck = fix.time >= since.advanced(by: profile.stuckLimit)
            // The system does not report exits of a fence that is registered for entries alone.
            if watch.isRestored || isStuck || !entry.record.watchesExit {
                watches[name] = watch
                return leave(name, at: fix.time, fix: fix, .fix, &step)
            }
            watch.outsideSince = since
        } else if side == .inside {
            watch.outsideSince = nil
            watch.isRestored = false
        }
        watches[name] = watch
        test(name, by: fix, &step)
    }

    /// Records for each polygon fence outside of which the fix surely lies that the phone was not in it.
    private mutating func clearMayHaveBeenInside(by fix: Fix, _ point: EarthPoint) {
        guard !rules.initialTriggerEntry else { return }
        for (name, watch) in watches.all where watch.mayHaveBeenInside && !watch.isHeld {
            guard let entry = stored.entries[name], entry.isSurelyOutside(fix, point) else { continue }
            watches[name]?.mayHaveBeenInside = false
        }
    }
}

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

private struct FixPath {
    let fixes: (first: Fix, second: Fix)
    let points: (first: EarthPoint, second: EarthPoint)
    let way: SIMD3<Double>
    let squaredLength: Double
    /// In metres.
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

extension MonitoredGeofences {
    /// Tests whether a fix lies in a polygon of which the phone is in the circle; a circular fence is ignored.
    ///
    /// Transistor types, Geofence.vertices: entering the circle starts a test of every fix, leaving it ends it.
    mutating func test(_ name: String, by fix: Fix, _ step: inout GeofencingStep) {
        guard let record = stored[name], let polygon = record.polygon, var watch = watches[name], watch.isInCircle,
            fix.accuracyOrAssumed <= profile.worstPolygonAccuracyMeters
        else { return }
        let isInside = polygon.contains(fix.coordinate)
        let mayHaveBeenInside = watch.mayHaveBeenInside
        watch.mayHaveBeenInside = false
        watches[name] = watch
        if isInside, watch.phase == .outside {
            if mayHaveBeenInside, !announcesFirst(record) {
                watches[name]?.phase = .unannounced
            } else {
                enter(name, at: fix.time, fix: fix, .fix, &step)
            }
        } else if !isInside, watch.phase != .outside {
            leave(name, at: fix.time, fix: fix, .fix, staysInCircle: true, &step)
        }
    }
}
