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

/// The fixes of one device that were received together: at one moment, or within a minute of the first of them.
public struct ClockDelivery: Hashable, Sendable {
    /// The time after its first fix for which a delivery includes further fixes, in milliseconds.
    static let span: Int64 = 60_000
    /// The lead over all other fixes from which a single fix is ignored, in milliseconds: five minutes.
    static let outlierLead: Int64 = 300_000

    /// The receive time of the first fix.
    public let receivedAt: Timestamp
    /// The greatest lead, in milliseconds: the fix's time less its receive time; `nil` without a usable fix.
    public private(set) var greatestLead: Int64?
    /// The time of the newest fix, by the device's clock; `nil` without a usable fix.
    private(set) var newestTime: Timestamp?
    /// The second greatest lead, in milliseconds; `nil` where all leads are equal.
    private var nextLead: Int64?

    /// Creates a delivery with the receive time of its first fix or other input.
    public init(receivedAt time: Timestamp) { self.receivedAt = time }

    /// Whether inputs received at a time, which is not before `receivedAt`, belong to this delivery.
    public func includes(receivedAt time: Timestamp) -> Bool {
        time.milliseconds - receivedAt.milliseconds < Self.span
    }

    /// Adds a fix by its time on the device's clock, unless its date is broken.
    public mutating func add(_ time: Timestamp, receivedAt: Timestamp) {
        let lead = time.milliseconds - receivedAt.milliseconds
        guard Double(lead) <= ClockEstimate.greatestLeadSeconds * 1000 else { return }
        newestTime = newestTime.map { max($0, time) } ?? time
        guard let greatest = greatestLead else {
            greatestLead = lead
            return
        }
        guard lead != greatest else { return }
        greatestLead = max(greatest, lead)
        nextLead = max(nextLead ?? .min, min(greatest, lead))
    }

    /// The greatest lead in milliseconds, ignoring a single fix far ahead of the others; `nil` without a fix.
    ///
    /// Such a fix is ignored where the others are fresh, or where the clock is known from earlier deliveries. `offset`
    /// is the known lead of the clock; up to `tolerance` a lead is accepted unchanged. `isKnown`: whether a delivery of
    /// the last day has shown the offset, or that there is none.
    func shownLead(above offset: Int64, _ tolerance: Int64, isKnown: Bool) -> Int64? {
        guard let greatestLead else { return nil }
        let slack = offset > 0 ? min(tolerance, ClockEstimate.steadiness) : tolerance
        guard let nextLead, greatestLead > offset + slack, greatestLead - nextLead > Self.outlierLead,
            isKnown || nextLead >= offset - ClockEstimate.steadiness, nextLead <= offset + slack
        else { return greatestLead }
        return nextLead
    }
}

/// The latest consecutive deliveries of a device with greatest leads that agree.
///
/// A late batch is late by any time; a clock is always wrong by the same.
public struct SteadyLeads: Hashable, Sendable {
    /// The largest spread of the leads of a clock that runs ahead, in milliseconds.
    static let spreadAhead: Int64 = 60_000
    /// The largest spread of the leads of fixes that arrive late, in milliseconds.
    static let spreadBehind: Int64 = 120_000
    /// The least age of fixes that makes a clock seem behind, in milliseconds: 30 minutes.
    static let leastAge: Int64 = 1_800_000
    /// The number of deliveries that make a clock seem behind.
    static let behindDeliveries = 10
    /// The least duration of those deliveries, in milliseconds of receive time: 2 hours.
    static let behindSpan: Int64 = 7_200_000

    /// Deliveries that agree.
    public struct Span: Hashable, Sendable {
        /// The number of deliveries.
        public let count: Int
        /// The receive time of the first.
        public let since: Timestamp
        /// Their least lead, in milliseconds.
        public let least: Int64
        /// Their greatest lead, in milliseconds.
        public let greatest: Int64

        /// Creates a span.
        public init(count: Int, since: Timestamp, least: Int64, greatest: Int64) {
            self.count = count
            self.since = since
            self.least = least
            self.greatest = greatest
        }

        fileprivate static let none = Span(count: 0, since: Timestamp(milliseconds: 0), least: 0, greatest: 0)
    }

    /// A delivery that may still grow: more of it may be received within a minute.
    public struct Latest: Hashable, Sendable {
        /// The receive time of its first part.
        public let receivedAt: Timestamp
        /// Its greatest lead so far, in milliseconds.
        public fileprivate(set) var lead: Int64

        /// Creates a delivery.
        public init(receivedAt: Timestamp, lead: Int64) {
            self.receivedAt = receivedAt
            self.lead = lead
        }
    }

    /// The deliveries before the latest that agree; `nil` where there is none.
    public private(set) var earlier: Span?
    /// The latest delivery; `nil` before the first.
    public private(set) var latest: Latest?

    /// Creates a run, without deliveries or restored.
    public init(earlier: Span? = nil, latest: Latest? = nil) {
        self.earlier = earlier
        self.latest = latest
    }

    /// The latest delivery with those before it that agree; a count of 0 before the first.
    var span: Span {
        guard let latest else { return .none }
        let alone = Span(count: 1, since: latest.receivedAt, least: latest.lead, greatest: latest.lead)
        guard let earlier else { return alone }
        let (least, greatest) = (min(earlier.least, latest.lead), max(earlier.greatest, latest.lead))
        guard greatest - least <= (greatest > 0 ? Self.spreadAhead : Self.spreadBehind) else { return alone }
        return Span(count: earlier.count + 1, since: earlier.since, least: least, greatest: greatest)
    }

    /// Whether the fixes arrive hours old, always by the same amount.
    var isBehind: Bool {
        let span = span
        guard let latest, span.count >= Self.behindDeliveries else { return false }
        return span.greatest <= -Self.leastAge && span.least >= -Int64(ClockEstimate.greatestLeadSeconds * 1000)
            && latest.receivedAt.milliseconds - span.since.milliseconds >= Self.behindSpan
    }

    mutating func add(_ lead: Int64, at time: Timestamp) {
        if let latest, time.milliseconds - latest.receivedAt.milliseconds < ClockDelivery.span {
            self.latest?.lead = max(latest.lead, lead)
            return
        }
        if latest != nil { earlier = span }
        latest = Latest(receivedAt: time, lead: lead)
    }
}
