internal import VisitModel

extension FenceTrack.Proof {
    /// Creates the proof of the first fix inside.
    init(
        _ fix: Fix,
        isSingleReading: Bool,
        pace: Pace,
        depthMeters: Double,
        accuracyMeters: Double,
        logOddsInside: Double,
        arrival: StayBoundary
    ) {
        let isClear = depthMeters >= StayBoundary.clearAccuracies * accuracyMeters
        var position = PositionSum(origin: fix.coordinate)
        if !pace.isOnTheMove {
            position.add(fix.coordinate, accuracyMeters: accuracyMeters, secondsSinceLast: 30)
        }
        self.init(
            firstAt: fix.time,
            lastAt: fix.time,
            count: 1,
            isSingleReading: isSingleReading,
            logOddsInside: logOddsInside,
            absentSeconds: 0,
            continuousSeconds: 0,
            depthMeters: depthMeters,
            isStationary: fix.reportsRest,
            wasStationary: fix.reportsRest,
            pace: pace,
            hasMock: fix.flags.contains(.mock),
            hasClockBehind: fix.flags.contains(.clockBehind),
            arrival: arrival,
            lastClearAt: isClear ? fix.time : nil,
            position: position
        )
    }

    /// Adds a fix inside.
    ///
    /// - Parameters:
    ///   - fix: the fix.
    ///   - reportsRest: whether the phone reported with it that it is at rest.
    ///   - isRepeat: whether its position repeats that of the fix before.
    ///   - pace: the pace that it reports.
    ///   - depth: metres inside the edge.
    ///   - accuracyMeters: the fix's accuracy.
    ///   - logOdds: the log odds of inside from it and the fixes since the last one inside.
    ///   - wasAbsent: whether those fixes show that the device was elsewhere in between.
    ///   - continuousGapSeconds: the longest gap that proves the time in it.
    mutating func add(
        _ fix: Fix,
        reportsRest: Bool,
        isRepeat: Bool,
        pace: Pace,
        depthMeters depth: Double,
        accuracyMeters: Double,
        logOddsInside logOdds: Double,
        wasAbsent: Bool,
        continuousGapSeconds: Double
    ) {
        let gap = lastAt.seconds(to: fix.time)
        if wasAbsent {
            absentSeconds += gap
        } else if gap <= continuousGapSeconds || isStationary {
            continuousSeconds += gap
        }
        lastAt = fix.time
        count += 1
        // A report of the motion sensor is new information, even with a repeated position.
        if !isRepeat || reportsRest { isSingleReading = false }
        logOddsInside += logOdds
        depthMeters = max(depthMeters, depth)
        if reportsRest {
            (isStationary, wasStationary) = (true, true)
        } else if fix.reportsMotion {
            isStationary = false
        }
        self.pace = self.pace.joined(by: pace)
        if depth >= StayBoundary.clearAccuracies * accuracyMeters {
            lastClearAt = fix.time
        }
        hasMock = hasMock || fix.flags.contains(.mock)
        hasClockBehind = hasClockBehind || fix.flags.contains(.clockBehind)
    }
}

extension Fix {
    /// Whether the phone reported with this fix that it is at rest.
    var reportsRest: Bool { flags.contains(.stationary) || (activity == .still && !flags.contains(.moving)) }

    /// Whether the phone reported with this fix that it moves.
    var reportsMotion: Bool { flags.contains(.moving) || (activity.map { $0 != .still } ?? false) }
}
