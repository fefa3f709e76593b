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
        public let reading: Reading
        /// The receive time of the last delivery that proves it.
        public fileprivate(set) var provenAt: Timestamp

        /// Creates a period.
        public init(start: Timestamp, reading: Reading, provenAt: Timestamp) {
            self.start = start
            self.reading = reading
            self.provenAt = provenAt
        }
    }

    /// An estimate of a clock's error.
    public struct Reading: Hashable, Sendable {
        /// A clock that is right, as far as is known.
        public static let right = Reading(offsetMilliseconds: 0, seemsBehind: false)

        /// The lead of the clock, to be subtracted from its times, in milliseconds; 0 or more.
        public let offsetMilliseconds: Int64
        /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
        ///
        /// It flags visits and corrects nothing.
        public let seemsBehind: Bool

        /// Creates an estimate.
        ///
        /// - Parameters:
        ///   - offsetMilliseconds: the lead of the clock; less than 0 means 0.
        ///   - seemsBehind: whether the clock seems to be behind.
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

    /// Creates an estimate for a new device, or restores a stored one.
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
    public var current: Reading { newest.map(reading(at:)) ?? .right }

    /// The estimate that applies to inputs received at a time.
    ///
    /// - Parameter time: the receive time.
    /// - Returns: the estimate; `Reading.right` where none applies.
    public func reading(at time: Timestamp) -> Reading {
        guard let index = periodIndex(at: time) else { return .right }
        return periods[index].reading
    }

    /// Updates the estimate with a delivery.
    ///
    /// - Parameters:
    ///   - delivery: the received fixes.
    ///   - toleranceSeconds: the lead up to which times are accepted unchanged.
    /// - Returns: the estimate for this delivery.
    public mutating func observe(_ delivery: ClockDelivery, toleranceSeconds: Double) -> Reading {
        let time = delivery.receivedAt
        let reading = reading(at: time)
        let tolerance = Int64((min(max(0, toleranceSeconds), Self.greatestLeadSeconds) * 1000).rounded())
        guard let greatest = delivery.greatestLead else { return reading }
        if let newest, time < newest {
            let shown = delivery.shownLead(above: reading.offsetMilliseconds, tolerance, isKnown: true) ?? greatest
            return exceeds(shown, reading, tolerance)
                ? Reading(offsetMilliseconds: shown, seemsBehind: false) : reading
        }
        let isKnown = newest.map { time.milliseconds - $0.milliseconds <= Self.lifetime } ?? false
        newest = time
        run.add(greatest, at: time)
        let wentBack = delivery.newestTime.map { time in newestFixAt.map { time < $0 } ?? false } ?? false
        if !wentBack { newestFixAt = delivery.newestTime }
        // One fix far ahead of the others is a wrong fix, until the next delivery contains it too.
        let isRepeated = run.span.count > 1 && run.span.least > tolerance
        let single = delivery.shownLead(above: reading.offsetMilliseconds, tolerance, isKnown: isKnown)
        let shown = isRepeated ? greatest : single ?? greatest
        if exceeds(shown, reading, tolerance) {
            return begin(Reading(offsetMilliseconds: shown, seemsBehind: false), at: time)
        }
        guard reading.offsetMilliseconds > 0 else { return learn(shown, ofRightClock: reading, at: time) }
        if shown >= -Self.steadiness, shown <= tolerance, shown < reading.offsetMilliseconds - Self.steadiness {
            guard isSetRight(wentBack, tolerance, at: time) else { return reading }
            newestFixAt = delivery.newestTime
            return begin(.right, at: time)
        }
        return learn(shown, ofFastClock: reading, tolerance, at: time)
    }

    /// Updates the estimate of a clock that is not known to be ahead.
    private mutating func learn(_ lead: Int64, ofRightClock reading: Reading, at time: Timestamp) -> Reading {
        if run.isBehind {
            if reading.seemsBehind { return prove(reading, at: time) }
            return begin(Reading(offsetMilliseconds: 0, seemsBehind: true), at: time)
        }
        return reading.seemsBehind && lead > -SteadyLeads.leastAge ? begin(.right, at: time) : reading
    }

    /// Updates the estimate with a lead within the offset: it proves the offset, or belongs to a late batch.
    private mutating func learn(
        _ lead: Int64,
        ofFastClock reading: Reading,
        _ tolerance: Int64,
        at time: Timestamp
    ) -> Reading {
        if lead >= reading.offsetMilliseconds - Self.steadiness { return prove(reading, at: time) }
        lateAt = time
        if run.span.least > tolerance, run.span.count >= Self.smallerLeadDeliveries {
            return begin(Reading(offsetMilliseconds: run.span.greatest, seemsBehind: false), at: time)
        }
        return run.isBehind ? begin(Reading(offsetMilliseconds: 0, seemsBehind: true), at: time) : reading
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

    /// Whether a lead is more than an estimate explains.
    private func exceeds(_ lead: Int64, _ reading: Reading, _ tolerance: Int64) -> Bool {
        let offset = reading.offsetMilliseconds
        return lead > tolerance && lead > offset + (offset > 0 ? min(tolerance, Self.steadiness) : tolerance)
    }

    private mutating func begin(_ reading: Reading, at time: Timestamp) -> Reading {
        if periods.last?.start == time { periods.removeLast() }
        periods.append(Period(start: time, reading: reading, provenAt: time))
        if periods.count > Self.periodLimit { periods.removeFirst(periods.count - Self.periodLimit) }
        return reading
    }

    private mutating func prove(_ reading: Reading, at time: Timestamp) -> Reading {
        if let index = periodIndex(at: time) { periods[index].provenAt = time }
        return reading
    }

    /// The period of a receive time, unless it has expired.
    private func periodIndex(at time: Timestamp) -> Int? {
        guard let index = periods.lastIndex(where: { $0.start <= time }),
            time.milliseconds - periods[index].provenAt.milliseconds <= Self.lifetime
        else { return nil }
        return index
    }
}
