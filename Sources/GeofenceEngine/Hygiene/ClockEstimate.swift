public import VisitModel

/// An estimate of how far a device's clock runs ahead, from the receive times of its fixes.
///
/// A fix dated after its receipt proves that the clock is ahead by at least the difference, its lead. A fix dated
/// before it proves nothing, because phones send late. The newest fix of a delivery, its greatest lead, is therefore
/// the evidence. A lead smaller than the estimate explains is treated as a late batch until several deliveries agree on
/// it.
///
/// The estimate is a function of receive time, stored as a list of periods. A delivery received before the newest one
/// is evaluated with its period and changes nothing, so the same input a second time gets the same times.
public struct ClockEstimate: Hashable, Sendable {
    /// The greatest lead that a clock can have, in seconds: 26 hours, the span between the farthest time zones.
    ///
    /// A fix dated later has a broken date.
    public static let greatestLeadSeconds = 26.0 * 3600
    /// The difference between a lead and the offset that does not change the offset, in milliseconds: a minute of
    /// transmission.
    static let steadiness: Int64 = 60_000
    /// The lifetime of an estimate that no delivery proves, in milliseconds of receive time: 24 hours.
    static let lifetime: Int64 = 86_400_000
    /// The number of consecutive deliveries that must agree on a smaller lead.
    static let smallerLeadDeliveries = 3
    /// The number of periods kept; a clock is set right, or wrong, a few times in its life.
    static let periodLimit = 16

    /// A span of receive time with one estimate.
    public struct Period: Hashable, Sendable {
        /// The receive time of the first delivery that it applies to.
        public let start: Timestamp
        /// The estimate.
        public let error: ClockError
        /// The receive time of the last delivery that proves it.
        public fileprivate(set) var provenAt: Timestamp

        /// Creates a period.
        public init(start: Timestamp, error: ClockError, provenAt: Timestamp) {
            self.start = start
            self.error = error
            self.provenAt = provenAt
        }
    }

    /// An estimate of a clock's error.
    public struct ClockError: Hashable, Sendable {
        /// A clock that is right, as far as is known.
        public static let zero = ClockError(offsetMilliseconds: 0, seemsBehind: false)

        /// The lead of the clock, to be subtracted from its times, in milliseconds; 0 or more.
        public let offsetMilliseconds: Int64
        /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
        ///
        /// It flags visits and corrects nothing.
        public let seemsBehind: Bool

        /// Creates an estimate; a lead of less than 0 means 0.
        public init(offsetMilliseconds: Int64, seemsBehind: Bool) {
            self.offsetMilliseconds = max(0, offsetMilliseconds)
            self.seemsBehind = seemsBehind
        }
    }

    /// The estimates by start of receive time; before the first period the clock is assumed right.
    public private(set) var periods: [Period]
    /// The newest receive time in the estimate; `nil` before the first.
    public private(set) var newest: Timestamp?
    /// The time of the newest fix, by the device's clock as it was then; `nil` before the first.
    public private(set) var newestFixAt: Timestamp?
    /// The receive time of the last late batch; `nil` for never.
    public private(set) var lateAt: Timestamp?
    /// The latest deliveries that agree.
    public private(set) var run: SteadyLeads

    /// Creates an estimate for a new device, or restores one.
    public init(
        periods: [Period] = [],
        newest: Timestamp? = nil,
        newestFixAt: Timestamp? = nil,
        lateAt: Timestamp? = nil,
        run: SteadyLeads = SteadyLeads()
    ) {
        self.periods = periods
        self.newest = newest
        self.newestFixAt = newestFixAt
        self.lateAt = lateAt
        self.run = run
    }

    /// The estimate at the newest delivery.
    public var current: ClockError { newest.map(error(at:)) ?? .zero }

    /// The estimate that applies to inputs received at a time; `ClockError.zero` where none does.
    public func error(at time: Timestamp) -> ClockError {
        guard let index = periodIndex(at: time) else { return .zero }
        return periods[index].error
    }

    /// Updates the estimate with a delivery, and returns that for it; leads up to the tolerance are accepted unchanged.
    public mutating func observe(_ delivery: ClockDelivery, toleranceSeconds: Double) -> ClockError {
        let time = delivery.receivedAt
        let error = error(at: time)
        let tolerance = Int64((min(max(0, toleranceSeconds), Self.greatestLeadSeconds) * 1000).rounded())
        guard let greatest = delivery.greatestLead else { return error }
        if let newest, time < newest {
            let shown = delivery.shownLead(above: error.offsetMilliseconds, tolerance, isKnown: true) ?? greatest
            return exceeds(shown, error, tolerance)
                ? ClockError(offsetMilliseconds: shown, seemsBehind: false) : error
        }
        let isKnown = newest.map { time.milliseconds - $0.milliseconds <= Self.lifetime } ?? false
        newest = time
        run.add(greatest, at: time)
        let wentBack = delivery.newestTime.map { time in newestFixAt.map { time < $0 } ?? false } ?? false
        if !wentBack { newestFixAt = delivery.newestTime }
        // One fix far ahead of the others is a wrong fix, until the next delivery contains it too.
        let isRepeated = run.span.count > 1 && run.span.least > tolerance
        let single = delivery.shownLead(above: error.offsetMilliseconds, tolerance, isKnown: isKnown)
        let shown = isRepeated ? greatest : single ?? greatest
        if exceeds(shown, error, tolerance) {
            return begin(ClockError(offsetMilliseconds: shown, seemsBehind: false), at: time)
        }
        guard error.offsetMilliseconds > 0 else { return learn(shown, ofRightClock: error, at: time) }
        if shown >= -Self.steadiness, shown <= tolerance, shown < error.offsetMilliseconds - Self.steadiness {
            guard isSetRight(wentBack, tolerance, at: time) else { return error }
            newestFixAt = delivery.newestTime
            return begin(.zero, at: time)
        }
        return learn(shown, ofFastClock: error, tolerance, at: time)
    }

    /// Updates the estimate of a clock that is not known to be ahead.
    private mutating func learn(_ lead: Int64, ofRightClock error: ClockError, at time: Timestamp) -> ClockError {
        if run.isBehind {
            if error.seemsBehind { return prove(error, at: time) }
            return begin(ClockError(offsetMilliseconds: 0, seemsBehind: true), at: time)
        }
        return error.seemsBehind && lead > -SteadyLeads.leastAge ? begin(.zero, at: time) : error
    }

    /// Updates the estimate with a lead within the offset: it proves the offset, or belongs to a late batch.
    private mutating func learn(
        _ lead: Int64,
        ofFastClock error: ClockError,
        _ tolerance: Int64,
        at time: Timestamp
    ) -> ClockError {
        if lead >= error.offsetMilliseconds - Self.steadiness { return prove(error, at: time) }
        lateAt = time
        if run.span.least > tolerance, run.span.count >= Self.smallerLeadDeliveries {
            return begin(ClockError(offsetMilliseconds: run.span.greatest, seemsBehind: false), at: time)
        }
        return run.isBehind ? begin(ClockError(offsetMilliseconds: 0, seemsBehind: true), at: time) : error
    }

    /// Whether a delivery that is fresh by the device's own clock shows that the clock was set right.
    ///
    /// A late batch that is exactly as old as the clock is ahead looks the same. Its times continue those before, as
    /// long as the device sends the oldest first; those of a clock that was set back do not. Otherwise the next
    /// delivery decides.
    private func isSetRight(_ wentBack: Bool, _ tolerance: Int64, at time: Timestamp) -> Bool {
        if let lateAt, time.milliseconds - lateAt.milliseconds < Self.steadiness { return false }
        let span = run.span
        return wentBack || (span.count > 1 && span.least >= -Self.steadiness && span.greatest <= tolerance)
    }

    private func exceeds(_ lead: Int64, _ error: ClockError, _ tolerance: Int64) -> Bool {
        let offset = error.offsetMilliseconds
        return lead > tolerance && lead > offset + (offset > 0 ? min(tolerance, Self.steadiness) : tolerance)
    }

    private mutating func begin(_ error: ClockError, at time: Timestamp) -> ClockError {
        if periods.last?.start == time { periods.removeLast() }
        periods.append(Period(start: time, error: error, provenAt: time))
        if periods.count > Self.periodLimit { periods.removeFirst(periods.count - Self.periodLimit) }
        return error
    }

    private mutating func prove(_ error: ClockError, at time: Timestamp) -> ClockError {
        if let index = periodIndex(at: time) { periods[index].provenAt = time }
        return error
    }

    /// `nil` also where the period has expired.
    private func periodIndex(at time: Timestamp) -> Int? {
        guard let index = periods.lastIndex(where: { $0.start <= time }),
            time.milliseconds - periods[index].provenAt.milliseconds <= Self.lifetime
        else { return nil }
        return index
    }
}
