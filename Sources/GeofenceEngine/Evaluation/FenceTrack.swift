public import VisitModel

/// The state of one device at one fence: a stay so far, or a candidate for one.
///
/// A fence without a track is outside or was never near; only the few fences with a possible or open stay have one. A
/// track is copied with every fix: the order of its properties keeps it small.
public struct FenceTrack: Hashable, Sendable {
    /// The fence.
    public let key: FenceKey
    /// The seconds from the last usable fix to the latest heartbeat with its position; 0 without one after a fix inside.
    public var heartbeatSeconds: Int32
    /// The seconds from the last usable fix to the latest heartbeat of any kind; 0 without one after a fix inside.
    public var aliveSeconds: Int32
    /// The entry: the first fix inside or, after a gap in fixes, the estimate of the crossing.
    public let enteredAt: Timestamp
    /// The position of the last usable fix before the entry; `nil` where there was none.
    public let approach: Coordinate?
    /// Whether fixes have confirmed the entry, and it has been emitted.
    public var isConfirmed: Bool
    /// Whether the entry was emitted because the phone's system reported it or nothing contradicted it for long enough; no
    /// further fix has confirmed it yet.
    public var isPresumed: Bool
    /// The summed fixes inside.
    public var proof: Proof
    /// The pending exit: the first fix after the last proof that did not lie clearly inside.
    public var pendingExit: PendingExit?
    /// The fixes clearly beyond the edge since then; `nil` before the first.
    public var departure: Departure?
    /// The time of the last fix that was usable for this fence.
    public var lastFixAt: Timestamp
    /// The position of that fix.
    public var lastFixCoordinate: Coordinate
    /// The log odds of outside against inside of the fixes since the last proof; 0 or more.
    public var logOddsOutside: Double
    /// The fixes since the last one that was new information; `nil` where that is the last fix inside.
    public var repetition: Repetition?
    /// The stay up to the fix inside at which the log odds of inside were highest, from the first one clearly inside on; `nil`
    /// before that, and at a small fence.
    public var peak: Peak?

    /// The sums of the fixes inside up to one of them, and the first fix outside after it.
    public struct Peak: Hashable, Sendable {
        /// The time of the fix.
        public var at: Timestamp
        /// The number of fixes inside.
        public var count: Int32
        /// The log odds of inside against outside of all fixes.
        public var logOddsInside: Float
        /// The seconds that the device was elsewhere.
        public var absentSeconds: Float
        /// The seconds that are proven.
        public var continuousSeconds: Float
        /// The time of the first usable fix after it that was not inside; `nil` before that.
        public var outsideAt: Timestamp?

        /// Creates a peak.
        public init(
            at: Timestamp,
            count: Int32,
            logOddsInside: Float,
            absentSeconds: Float,
            continuousSeconds: Float,
            outsideAt: Timestamp? = nil
        ) {
            self.at = at
            self.count = count
            self.logOddsInside = logOddsInside
            self.absentSeconds = absentSeconds
            self.continuousSeconds = continuousSeconds
            self.outsideAt = outsideAt
        }
    }

    /// Fixes that repeat the position of the last new one, and report neither motion nor rest.
    public struct Repetition: Hashable, Sendable {
        /// The number of fixes.
        public var fixes: Int32
        /// The time from the new one to the last of them, in seconds.
        public var seconds: Float

        /// Creates a repetition.
        public init(fixes: Int32, seconds: Float) {
            self.fixes = fixes
            self.seconds = seconds
        }
    }

    /// The sum of the fixes inside.
    public struct Proof: Hashable, Sendable {
        /// The time of the first fix inside.
        public var firstAt: Timestamp
        /// The time of the last fix inside.
        public var lastAt: Timestamp
        /// The number of fixes inside.
        public var count: Int
        /// Whether all fixes are one position, repeated by a phone that was elsewhere before.
        public var isSinglePosition: Bool
        /// The log odds of inside against outside of all fixes from the first to the last.
        public var logOddsInside: Double
        /// The seconds in between that the device was elsewhere, by the combined odds of the fixes at the edge.
        public var absentSeconds: Double
        /// The seconds in between that are proven because the gaps were short enough.
        public var continuousSeconds: Double
        /// The depth inside the edge of the deepest fix, in metres.
        public var depthMeters: Double
        /// Whether the phone reported inside that it had stopped moving, and no motion since.
        public var isStationary: Bool
        /// Whether the phone ever reported inside that it had stopped moving.
        public var wasStationary: Bool
        /// The device's pace inside, as reported by the fixes.
        public var pace: Pace
        /// Whether one of the fixes was a mock fix.
        public var hasMock: Bool
        /// Whether one of them came while the phone's clock seemed to be behind.
        public var hasClockBehind: Bool
        /// Whether all of them came while the phone's location was off, by its own report.
        public var isLocationOff: Bool
        /// The fixes before the first one inside.
        public var arrival: StayBoundary
        /// The time of the last fix with its accuracy circle entirely inside; `nil` where there was none.
        public var lastClearAt: Timestamp?
        /// The mean position of the fixes, including those at the edge, excluding those on the move.
        public var position: PositionSum
        /// How far the fixes move in one direction.
        public var drift: StayDrift
        /// What the fixes have in common with the same ones sent again.
        public var fingerprint: TrackFingerprint
        /// The time between the parts of a stay that was continued, in seconds.
        public var outsideSeconds: Double
        /// The fixes, where other fences are near; `nil` where none is.
        public var path: StayPath?

        /// Creates a sum.
        public init(
            firstAt: Timestamp,
            lastAt: Timestamp,
            count: Int,
            isSinglePosition: Bool,
            logOddsInside: Double,
            absentSeconds: Double,
            continuousSeconds: Double,
            depthMeters: Double,
            isStationary: Bool,
            wasStationary: Bool,
            pace: Pace,
            hasMock: Bool,
            hasClockBehind: Bool = false,
            isLocationOff: Bool = false,
            arrival: StayBoundary,
            lastClearAt: Timestamp?,
            position: PositionSum,
            drift: StayDrift = StayDrift(),
            fingerprint: TrackFingerprint = TrackFingerprint(),
            outsideSeconds: Double = 0,
            path: StayPath? = nil
        ) {
            self.drift = drift
            self.fingerprint = fingerprint
            self.outsideSeconds = outsideSeconds
            self.firstAt = firstAt
            self.lastAt = lastAt
            self.count = count
            self.isSinglePosition = isSinglePosition
            self.logOddsInside = logOddsInside
            self.absentSeconds = absentSeconds
            self.continuousSeconds = continuousSeconds
            self.depthMeters = depthMeters
            self.isStationary = isStationary
            self.wasStationary = wasStationary
            self.pace = pace
            self.hasMock = hasMock
            self.hasClockBehind = hasClockBehind
            self.isLocationOff = isLocationOff
            self.arrival = arrival
            self.lastClearAt = lastClearAt
            self.position = position
            self.path = path
        }
    }

    /// A fix that did not lie clearly inside.
    public struct PendingExit: Hashable, Sendable {
        /// The time of the fix.
        public let time: Timestamp
        /// The distance beyond the edge, in metres; negative inside.
        public let edgeMeters: Double
        /// The position.
        public let coordinate: Coordinate
        /// The speed in metres per second; 0 where the phone reported rest, `nil` where it reported nothing.
        public let speed: Double?
        /// Whether the phone's system reported an exit that the fix itself does not show.
        public let isReportedOnly: Bool
        /// Whether the fix is too inaccurate to change the fence's state, and only shows that the device was not there.
        public let isPoor: Bool
        /// The latest time at which a heartbeat placed the device inside; `nil` where none came.
        public var heldUntil: Timestamp?
        /// Whether heartbeats without a position came since the device was last placed inside, and the fix lies far
        /// away: the device moved while the phone was alive and gave no position, so nothing bridges the time since.
        public var isUnheld: Bool

        /// Creates a pending exit.
        public init(
            time: Timestamp,
            edgeMeters: Double,
            coordinate: Coordinate,
            speed: Double?,
            isReportedOnly: Bool = false,
            isPoor: Bool = false,
            heldUntil: Timestamp? = nil,
            isUnheld: Bool = false
        ) {
            self.time = time
            self.edgeMeters = edgeMeters
            self.coordinate = coordinate
            self.speed = speed
            self.isReportedOnly = isReportedOnly
            self.isPoor = isPoor
            self.heldUntil = heldUntil
            self.isUnheld = isUnheld
        }
    }

    /// Fixes clearly beyond the edge, not yet enough of them for an exit.
    public struct Departure: Hashable, Sendable {
        /// The time of the first of them.
        public let since: Timestamp
        /// The distance beyond the edge of the farthest, in metres, less its accuracy.
        public var farthestMeters: Double
        /// Whether the fixes at the edge before had already shown that the device was no longer there.
        public let wasAbsent: Bool
        /// The repeated position that all of them share; `nil` where they differ.
        public var repeatedPosition: RepeatedPosition?

        /// Creates a departure.
        public init(since: Timestamp, farthestMeters: Double, wasAbsent: Bool, repeatedPosition: RepeatedPosition?) {
            self.repeatedPosition = repeatedPosition
            self.since = since
            self.farthestMeters = farthestMeters
            self.wasAbsent = wasAbsent
        }
    }

    /// Creates a track.
    public init(
        key: FenceKey,
        isConfirmed: Bool,
        isPresumed: Bool = false,
        enteredAt: Timestamp,
        approach: Coordinate?,
        proof: Proof,
        pendingExit: PendingExit? = nil,
        departure: Departure? = nil,
        lastFixAt: Timestamp,
        lastFixCoordinate: Coordinate,
        heartbeatSeconds: Int32 = 0,
        aliveSeconds: Int32 = 0,
        logOddsOutside: Double = 0,
        repetition: Repetition? = nil,
        peak: Peak? = nil
    ) {
        self.repetition = repetition
        self.peak = peak
        self.key = key
        self.isConfirmed = isConfirmed
        self.isPresumed = isPresumed
        self.enteredAt = enteredAt
        self.approach = approach
        self.proof = proof
        self.pendingExit = pendingExit
        self.departure = departure
        self.lastFixAt = lastFixAt
        self.lastFixCoordinate = lastFixCoordinate
        self.heartbeatSeconds = heartbeatSeconds
        self.aliveSeconds = max(aliveSeconds, heartbeatSeconds)
        self.logOddsOutside = logOddsOutside
    }
}

extension FenceTrack {
    /// Whether the gap in fixes exceeds the limit.
    ///
    /// A phone last seen inside that keeps sending heartbeats, with or without its position, gets the limit of a phone
    /// that reported rest.
    func isTimedOut(at time: Timestamp, _ policy: EvaluationPolicy.Visits, _ cadence: MovingCadence) -> Bool {
        let silence = lastFixAt.seconds(to: time)
        // Nearly always the gap is short, and the cadence need not be asked.
        let least = min(policy.silenceLimitSeconds ?? .infinity, policy.stationarySilenceLimitSeconds ?? .infinity)
        guard silence > least, let limit = silenceLimitSeconds(policy, cadence), silence > limit else { return false }
        guard aliveSeconds > 0, silence - Double(aliveSeconds) <= limit else { return true }
        return policy.stationarySilenceLimitSeconds.map { silence > $0 } ?? false
    }

    /// The longest gap in fixes within the stay, in seconds; `nil` without a limit.
    ///
    /// A phone last seen inside that would have reported a movement gets the limit of one that reported rest; the next
    /// fix then shows whether it rested (`hasLeftInSilence`).
    func silenceLimitSeconds(_ policy: EvaluationPolicy.Visits, _ cadence: MovingCadence) -> Double? {
        let mayBeResting = (pendingExit?.isPoor ?? true) && proof.count > 0
        return policy.longestGapSeconds(
            isStationary: proof.isStationary,
            movingIntervalSeconds: mayBeResting ? cadence.intervalSeconds : nil
        )
    }

    /// Whether a fix after a gap above the silence limit lies so far away that the phone did not rest inside till then.
    ///
    /// `edgeMeters`: how far beyond the edge it lies at least. Heartbeats hold the stay till the limit after the last.
    func hasLeftInSilence(
        at time: Timestamp,
        edgeMeters: Double,
        _ policy: EvaluationPolicy.Visits,
        _ cadence: MovingCadence
    ) -> Bool {
        let silence = lastFixAt.seconds(to: time)
        guard let limit = policy.silenceLimitSeconds, silence - Double(aliveSeconds) > limit, !proof.isStationary else {
            return false
        }
        return !StayBoundary.isLongRest(
            gapSeconds: silence,
            edgeMeters: edgeMeters,
            movingIntervalSeconds: cadence.intervalSeconds
        )
    }

    /// Ends the stay at its last proof; emits that only where its entry was emitted.
    func endByTimeout(_ emit: (FenceTransition) -> Void) {
        if isConfirmed {
            emit(.timedOut(key, proof))
        } else if isPresumed {
            emit(.lapsed(key, isTimeout: true, proof))
        }
    }

    /// Whether the entry can be emitted without another fix, because nothing has contradicted it for long enough.
    func isPresumable(at time: Timestamp, _ rules: EvaluationPolicy.Evaluation) -> Bool {
        isPresumable && proof.firstAt.seconds(to: time) >= rules.entryConfirmationSeconds
    }

    /// Whether nothing contradicts the entry; a device that was only ever seen driving is assumed to drive past.
    private var isPresumable: Bool {
        !isConfirmed && !isPresumed && proof.count > 0 && !proof.isLocationOff && pendingExit == nil
            && proof.pace != .driving
    }

    /// Emits an entry that no further fix has confirmed yet, where nothing contradicts it.
    mutating func presumeEntry(_ emit: (FenceTransition) -> Void) {
        guard isPresumable else { return }
        isPresumed = true
        emit(.presumed(key, at: enteredAt, proof))
    }
}

extension EvaluationPolicy.Visits {
    /// The longest gap in fixes within a stay, in seconds; `nil` without a limit.
    ///
    /// `movingIntervalSeconds` is the interval at which the phone reports while it moves, if that is known.
    func longestGapSeconds(isStationary: Bool, movingIntervalSeconds interval: Double?) -> Double? {
        if isStationary { return stationarySilenceLimitSeconds }
        guard let limit = silenceLimitSeconds, let interval, StayBoundary.silence(of: limit, interval: interval) >= 0.5
        else { return silenceLimitSeconds }
        return stationarySilenceLimitSeconds.map { max(limit, $0) }
    }
}

/// A cached position that a phone reports repeatedly, equal to the last decimal: no independent evidence of its
/// location.
public struct RepeatedPosition: Hashable, Sendable {
    /// The repeated position.
    public let coordinate: Coordinate
    /// The number of fixes with it.
    public var fixes: Int

    /// Creates a repeated position.
    public init(coordinate: Coordinate, fixes: Int) {
        self.coordinate = coordinate
        self.fixes = fixes
    }

    /// The position with one more fix; `nil` where that fix is independent.
    func joined(by fix: Fix, _ rules: EvaluationPolicy.Evaluation) -> RepeatedPosition? {
        guard fix.coordinate == coordinate, Double(fixes) < rules.repeatedPointFixes else { return nil }
        return RepeatedPosition(coordinate: coordinate, fixes: fixes + 1)
    }

    /// The first fix of a possible repetition; `nil` where the rules count every fix as independent.
    static func started(by fix: Fix, _ rules: EvaluationPolicy.Evaluation) -> RepeatedPosition? {
        rules.repeatedPointFixes > 0 ? RepeatedPosition(coordinate: fix.coordinate, fixes: 1) : nil
    }
}
