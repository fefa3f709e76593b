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
            arrival: arrival,
            lastClearAt: isClear ? fix.time : nil,
            position: position,
            path: hasNeighbors ? StayPath(beginningWith: fix, accuracyMeters: accuracyMeters) : nil
        )
    }

    /// Adds a fix inside, whose position may repeat that of the fix before.
    ///
    /// `logOdds` and `wasAbsent` are those of the fix and the ones since the last fix inside. A gap of at most
    /// `continuousGapSeconds` proves the time in it.
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
        if !isRepeat || reportsRest { isSinglePosition = false }
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
