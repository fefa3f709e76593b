internal import VisitModel

extension FenceTrack.Proof {
    init(
        _ fix: Fix,
        isSinglePosition: Bool,
        pace: Pace,
        depthMeters: Double,
        accuracyMeters: Double,
        logOddsInside: Double,
        arrival: StayBoundary,
        hasNeighbors: Bool
    ) {
        let isClear = depthMeters >= StayBoundary.clearAccuracies * accuracyMeters
        var position = PositionSum(origin: fix.coordinate)
        if !pace.isOnTheMove {
            position.add(fix.coordinate, accuracyMeters: accuracyMeters, secondsSinceLast: 30)
        }
        var drift = StayDrift()
        drift.add(fix.coordinate, from: fix.coordinate, afterSeconds: 0, share: 0.5)
        var fingerprint = TrackFingerprint()
        fingerprint.add(fix, secondsSinceLast: 0)
        self.init(
            firstAt: fix.time,
            lastAt: fix.time,
            count: 1,
            isSinglePosition: isSinglePosition,
            logOddsInside: logOddsInside,
            absentSeconds: 0,
            continuousSeconds: 0,
            depthMeters: depthMeters,
            isStationary: fix.reportsRest,
            wasStationary: fix.reportsRest,
            pace: pace,
            hasMock: fix.flags.contains(.mock),
            hasClockBehind: fix.flags.contains(.clockBehind),
            isLocationOff: fix.flags.contains(.locationOff),
            arrival: arrival,
            lastClearAt: isClear ? fix.time : nil,
            position: position,
            drift: drift,
            fingerprint: fingerprint,
            path: hasNeighbors ? StayPath(beginningWith: fix, accuracyMeters: accuracyMeters) : nil
        )
    }

    /// Whether the fixes are no more than one reading of the position.
    var isSingleReading: Bool { count == 1 || isSinglePosition }

    /// Adds a fix inside, whose position may repeat that of the fix before.
    ///
    /// `logOdds` are those of the fix and the ones since the last fix inside; `absentSeconds` is how long these show that
    /// the device was elsewhere, `nil` where they do not. A gap of at most `continuousGapSeconds` proves the time in it.
    mutating func add(
        _ fix: Fix,
        reportsRest: Bool,
        isRepeat: Bool,
        pace: Pace,
        depthMeters depth: Double,
        accuracyMeters: Double,
        logOddsInside logOdds: Double,
        absentSeconds absent: Double?,
        continuousGapSeconds: Double
    ) {
        let gap = lastAt.seconds(to: fix.time)
        if !isRepeat {
            fingerprint.add(fix, secondsSinceLast: gap)
            drift.add(
                fix.coordinate,
                from: position.origin,
                afterSeconds: firstAt.seconds(to: fix.time),
                share: PositionSum.independence(secondsSinceLast: gap)
            )
        }
        if let absent {
            absentSeconds += absent
        } else if gap <= continuousGapSeconds || isStationary {
            continuousSeconds += gap
        }
        lastAt = fix.time
        count += 1
        // A report of the motion sensor is new information, even with a repeated position.
        if !isRepeat || reportsRest { isSinglePosition = false }
        logOddsInside += logOdds
        depthMeters = max(depthMeters, depth)
        if reportsRest {
            (isStationary, wasStationary) = (true, true)
        } else if fix.reportsMotion {
            isStationary = false
        }
        self.pace = self.pace.joined(by: pace)
        if depth >= StayBoundary.clearAccuracies * accuracyMeters { lastClearAt = fix.time }
        hasMock = hasMock || fix.flags.contains(.mock)
        hasClockBehind = hasClockBehind || fix.flags.contains(.clockBehind)
        isLocationOff = isLocationOff && fix.flags.contains(.locationOff)
    }
}

extension Fix {
    var reportsRest: Bool { flags.contains(.stationary) || (activity == .still && !flags.contains(.moving)) }

    var reportsMotion: Bool { flags.contains(.moving) || (activity.map { $0 != .still } ?? false) }
}

/// The pace of the device while it was inside, as reported by its fixes.
public enum Pace: UInt8, Hashable, Sendable, CaseIterable {
    /// All fixes reported the speed of a vehicle: a drive past, as far as they show.
    case driving = 0
    /// All fixes reported motion, at least one of them slower than a vehicle.
    case moving = 1
    /// At least one fix reported nothing, and none reported rest.
    case unsaid = 2
    /// At least one fix reported rest.
    case resting = 3

    /// Whether the device was only ever seen on the move.
    public var isOnTheMove: Bool { self == .driving || self == .moving }

    /// The pace of all fixes of both.
    public func joined(by other: Pace) -> Pace { rawValue >= other.rawValue ? self : other }
}

extension EvaluationPolicy.Evaluation {
    /// The pace that one fix reports; its speed takes precedence over its report of rest, which may be outdated.
    func pace(of fix: Fix) -> Pace {
        guard let speed = fix.speed else { return fix.reportsRest ? .resting : .unsaid }
        if speed >= drivingSpeed { return .driving }
        if speed >= movingSpeed { return .moving }
        // With an infinite `movingSpeed` no speed shows motion, so none shows rest.
        return movingSpeed.isFinite ? .resting : .unsaid
    }
}

extension FenceTrack {
    /// Drops the time in which the last position was only repeated, where the next one shows that the device was gone.
    ///
    /// A provider that hangs repeats its last position for hours, wherever the phone is. One that caches the position of
    /// a phone at rest does so too; the next new position is then near.
    mutating func dropRepetition(_ rules: EvaluationPolicy.Evaluation) {
        guard let dropped = repetition else { return }
        repetition = nil
        guard var pendingExit, !pendingExit.isPoor, Double(dropped.seconds) > rules.repeatedPointSeconds else {
            return
        }
        let newAt = max(proof.firstAt, proof.lastAt.advanced(bySeconds: -Double(dropped.seconds)))
        let gap = newAt.seconds(to: pendingExit.time)
        guard StayBoundary.spareTime(in: gap, edgeMeters: pendingExit.edgeMeters) < StayBoundary.nearSpareTime else {
            return
        }
        proof.lastAt = newAt
        proof.lastClearAt = proof.lastClearAt.map { min($0, newAt) }
        proof.continuousSeconds = max(0, proof.continuousSeconds - Double(dropped.seconds))
        proof.count = max(1, proof.count - Int(dropped.fixes))
        (pendingExit.isUnheld, pendingExit.heldUntil) = (true, nil)
        self.pendingExit = pendingExit
        repetition = dropped
    }

    /// The best single estimate of the exit time, once fixes beyond the edge show that the device is gone.
    ///
    /// It is the last fix inside, where the first one outside came soon after it, or where nothing bridges the gap
    /// between them. After a longer gap to a fix on the move it is the time of that fix less the travel time from the
    /// edge; otherwise it is the middle of the possible interval.
    func exitTime(_ departure: StayBoundary?, _ rules: EvaluationPolicy.Evaluation) -> Timestamp {
        guard let pendingExit else { return proof.lastAt }
        if rules.datesExitAtFirstFixOutside { return pendingExit.time }
        // Seen at the edge before it was seen to leave: nothing bridges the time since the last proof.
        if self.departure?.wasAbsent == true { return proof.lastAt }
        if pendingExit.isUnheld { return pendingExit.heldUntil ?? proof.lastAt }
        // Only ever seen driving, and far away next: it drove past. A device that is next seen nearby was there all the
        // time.
        let isFar = pendingExit.edgeMeters > EvaluationPolicy.Evaluation.nearbyMeters
        if isFar, proof.pace == .driving { return proof.lastAt }
        let silence = proof.lastAt.seconds(to: pendingExit.time)
        if proof.pace.isOnTheMove, silence <= Self.passingSeconds, pendingExit.hasPassed(in: silence, rules) {
            return proof.lastAt
        }
        guard silence > rules.denseGapSeconds else { return proof.lastAt }
        let edge = max(0, pendingExit.edgeMeters)
        let latest = max(proof.lastAt, pendingExit.time.advanced(bySeconds: -edge / rules.travelSpeed))
        // The system reports an exit when it happens.
        let hasRested = departure?.isRestBySilence == true
        guard pendingExit.isReportedOnly || departure?.motion == .moving || hasRested else {
            let earliest = min(latest, max(proof.lastAt, pendingExit.heldUntil ?? proof.lastAt))
            return earliest.advanced(bySeconds: earliest.seconds(to: latest) / 2)
        }
        // A phone that reports movements and was silent is seen soon after it has left, even where it is at rest again.
        let reported = pendingExit.speed.flatMap { hasRested && $0 < rules.movingSpeed ? nil : $0 }
        let speed = reported ?? StayBoundary.walkingSpeed
        return max(
            proof.lastAt,
            pendingExit.time.advanced(bySeconds: -rules.secondsFromEdge(meters: edge, speed: speed))
        )
    }

    /// The evidence of the stay, once a fix beyond the edge has confirmed its end.
    func evidence(endedBy sighting: FenceSighting, _ policy: EvaluationPolicy) -> StayEvidence {
        guard let pendingExit else { return StayEvidence(proof: proof) }
        let rules = policy.evaluation
        let isJump = StayBoundary.isJump(
            edgeMeters: pendingExit.edgeMeters,
            gapSeconds: proof.lastAt.seconds(to: pendingExit.time),
            policy.hygiene
        )
        if pendingExit.isUnheld {
            let (first, last) = (proof.lastClearAt ?? proof.firstAt, pendingExit.heldUntil ?? proof.lastAt)
            return StayEvidence(
                proof: proof,
                departure: StayBoundary(
                    earliest: min(first, last),
                    // After repetitions of one position the device may have left at any time.
                    latest: repetition == nil ? last : pendingExit.time,
                    gapSeconds: proof.lastAt.seconds(to: last),
                    edgeMeters: repetition == nil ? 0 : max(1, pendingExit.edgeMeters),
                    motion: .unknown,
                    isJump: isJump
                )
            )
        }
        var motion = StayBoundary.Motion.unknown
        if let speed = pendingExit.speed {
            motion = speed >= rules.movingSpeed ? .moving : .resting
        } else if sighting.fix.time > pendingExit.time {
            motion = StayBoundary.Motion(
                meters: pendingExit.coordinate.distance(to: sighting.fix.coordinate),
                seconds: pendingExit.time.seconds(to: sighting.fix.time),
                errorMeters: 2 * sighting.accuracyMeters
            )
        }
        var earliest = departure?.wasAbsent == true ? proof.firstAt : proof.lastClearAt ?? proof.firstAt
        if sighting.fix.flags.contains(.clockCorrected) {
            earliest = earliest.advanced(bySeconds: -StayBoundary.correctedClockSeconds)
        }
        // The system reported the departure with the last fix inside.
        let hasDeparted = pendingExit.isReportedOnly && pendingExit.time == proof.lastAt
        let beyond = hasDeparted ? pendingExit.time : departure.map(\.since) ?? pendingExit.time
        let latest = beyond.advanced(
            bySeconds: -StayBoundary.fastestSeconds(meters: pendingExit.time == beyond ? pendingExit.edgeMeters : 0)
        )
        return StayEvidence(
            proof: proof,
            departure: StayBoundary(
                earliest: earliest,
                latest: max(earliest, departure?.wasAbsent == true ? pendingExit.time : latest),
                gapSeconds: proof.lastAt.seconds(to: pendingExit.time),
                edgeMeters: pendingExit.edgeMeters,
                motion: motion,
                // A phone that reports that it stopped reports that it moves.
                movingIntervalSeconds: proof.isStationary ? 1 : sighting.cadence.intervalSeconds,
                isJump: isJump
            ).narrowedBySilence(after: proof.lastAt),
            passage: passage(to: pendingExit)
        )
    }

    /// The path from the last fix before the stay to the first after it.
    private func passage(to pendingExit: PendingExit) -> Passage? {
        guard let approach, let inside = proof.position.mean, proof.arrival.gapSeconds != nil else { return nil }
        return Passage(
            pathMeters: approach.distance(to: inside) + inside.distance(to: pendingExit.coordinate),
            directMeters: approach.distance(to: pendingExit.coordinate)
        )
    }

    /// The longest gap in fixes in which a member seen only on the move inside may have passed through.
    ///
    /// Half an hour: trackers at rest send every 5 to 20 minutes, and most visits last longer.
    private static let passingSeconds = 1800.0

    /// The farthest distance beyond the edge at which a single fix at rest may be treated as wrong.
    private static let wrongFixMeters = 250.0

    /// Whether the fix that began the pending exit was wrong, so that the sighting dates the exit instead.
    ///
    /// The device came to rest inside, one fix at rest lay just outside, and after a gap in fixes it is on the move in
    /// the sighting. `previousFixAt` is the time of the last fix before the gap. A member at rest does not walk out and
    /// come to rest again without being seen on the way. Fixes with too good a reported accuracy are common where a
    /// phone has just come indoors.
    func isContradicted(
        by sighting: FenceSighting,
        after previousFixAt: Timestamp,
        _ rules: EvaluationPolicy.Evaluation
    ) -> Bool {
        guard let pendingExit, proof.pace == .resting, !pendingExit.isReportedOnly,
            pendingExit.edgeMeters <= Self.wrongFixMeters,
            pendingExit.speed.map({ $0 < rules.movingSpeed }) == true,
            pendingExit.time == previousFixAt, departure?.wasAbsent != true
        else { return false }
        let isMoving = sighting.fix.speed.map { $0 >= rules.movingSpeed } == true
        return isMoving && previousFixAt.seconds(to: sighting.fix.time) > rules.denseGapSeconds
    }

    /// How long the fixes outside since the last fix inside show that the device was elsewhere, until it was inside again
    /// at a time, in seconds; `nil` where they do not show that.
    ///
    /// `previousFixAt`: the time of the last usable one. A crossing is in the middle of a gap, but not farther from the
    /// fixes at the edge than a gap that proves time. Fixes too inaccurate to be usable do not say when it was: then all
    /// of the time is absent.
    func absentSeconds(until time: Timestamp, previousFixAt: Timestamp, _ policy: EvaluationPolicy) -> Double? {
        guard !proof.isStationary, policy.evaluation.isAbsent(logOddsOutside: logOddsOutside) else { return nil }
        guard let pendingExit, !pendingExit.isPoor else { return proof.lastAt.seconds(to: time) }
        let since = pendingExit.time
        let longest = policy.visits.continuousGapSeconds
        return min(longest, proof.lastAt.seconds(to: since) / 2) + max(0, since.seconds(to: previousFixAt))
            + min(longest, max(since, previousFixAt).seconds(to: time) / 2)
    }

    /// Whether the fixes at the edge, up to a time, span longer than a member walking away needs.
    func hasLingered(until time: Timestamp, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        pendingExit.map { $0.time.seconds(to: time) > rules.denseGapSeconds } ?? false
    }
}

extension FenceTrack.PendingExit {
    /// Whether a device seen on the move inside has passed through: it kept moving, or has come to rest outside.
    ///
    /// A member who leaves after a visit is on the move when the gap ends, and has not gone far. `silence`: seconds
    /// since the last fix inside.
    fileprivate func hasPassed(in silence: Double, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        guard let speed else { return false }
        if speed < rules.movingSpeed { return true }
        return edgeMeters > EvaluationPolicy.Evaluation.nearbyMeters && edgeMeters >= rules.movingSpeed * silence
    }
}
