public import VisitModel

/// An estimate of how far a device's clock runs ahead, from the receive times of its fixes.
///
/// A fix dated after its receipt proves that its time is wrong by at least the difference, its lead; one dated before it
/// proves nothing, because phones send late. The newest fix of a delivery, its greatest lead, is therefore the evidence.
/// One such delivery may have a single wrong time: it corrects its own fixes, and nothing else until a second one agrees
/// on the lead. A lead smaller than the estimate explains is treated as a late batch until several deliveries agree on
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
    /// The largest difference between two leads of one clock, in milliseconds: five minutes in which the newest fix
    /// waited to be sent.
    static let agreement: Int64 = 300_000
    /// The lifetime of an estimate that no delivery proves, in milliseconds of receive time: 24 hours.
    static let lifetime: Int64 = 86_400_000
    /// The number of consecutive deliveries that must agree on a smaller lead.
    static let smallerLeadDeliveries = 3
    /// The number of periods kept; a clock is set right, or wrong, a few times in its life.
    static let periodLimit = 16
    /// The number of unconfirmed leads kept.
    static let unconfirmedLimit = 16

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

    /// A lead above the estimate that one delivery has shown.
    public struct UnconfirmedLead: Hashable, Sendable {
        /// The lead, by which the fixes of this delivery were corrected, in milliseconds.
        public let offsetMilliseconds: Int64
        /// The time of the newest fix that shows it, by the device's clock.
        ///
        /// The same fix, sent again, gets the same correction and confirms nothing.
        public let fixAt: Timestamp
        /// The receive time of the delivery.
        public let receivedAt: Timestamp
        /// Whether its fixes were corrected; those among fresh ones are refused.
        public let isCorrected: Bool
        /// Whether another delivery may still confirm it: none since then has shown that it was wrong.
        public fileprivate(set) var isPending: Bool

        /// Creates a lead.
        public init(
            offsetMilliseconds: Int64,
            fixAt: Timestamp,
            receivedAt: Timestamp,
            isCorrected: Bool,
            isPending: Bool
        ) {
            self.offsetMilliseconds = offsetMilliseconds
            self.fixAt = fixAt
            self.receivedAt = receivedAt
            self.isCorrected = isCorrected
            self.isPending = isPending
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
    /// The latest leads of which one delivery alone is evidence, oldest first.
    public private(set) var unconfirmed: [UnconfirmedLead]
    /// The fixes of a second clock of the device, which is behind.
    public var alternation: ClockAlternation

    /// Creates an estimate for a new device, or restores one.
    public init(
        periods: [Period] = [],
        newest: Timestamp? = nil,
        newestFixAt: Timestamp? = nil,
        lateAt: Timestamp? = nil,
        run: SteadyLeads = SteadyLeads(),
        unconfirmed: [UnconfirmedLead] = [],
        alternation: ClockAlternation = ClockAlternation()
    ) {
        self.periods = periods
        self.newest = newest
        self.newestFixAt = newestFixAt
        self.lateAt = lateAt
        self.run = run
        self.unconfirmed = unconfirmed
        self.alternation = alternation
    }

    /// Whether the clock was ever ahead, perhaps in one delivery alone, as far back as the estimate reaches.
    public var wasAhead: Bool { !unconfirmed.isEmpty || periods.contains { $0.error.offsetMilliseconds > 0 } }

    /// The estimate at the newest delivery.
    public var current: ClockError { newest.map(error(at:)) ?? .zero }

    /// The estimate that applies to inputs received at a time; `ClockError.zero` where none does.
    public func error(at time: Timestamp) -> ClockError {
        guard let index = periodIndex(at: time) else { return .zero }
        return periods[index].error
    }

    /// Updates the estimate with a delivery, and returns the corrections for it; leads up to the tolerance are accepted
    /// unchanged.
    public mutating func observe(_ delivery: ClockDelivery, toleranceSeconds: Double) -> ClockCorrection {
        let time = delivery.receivedAt
        let error = error(at: time)
        guard let greatest = delivery.greatestLead, let newestTime = delivery.newestTime else {
            return ClockCorrection(error)
        }
        let tolerance = Int64((min(max(0, toleranceSeconds), Self.greatestLeadSeconds) * 1000).rounded())
        let limit =
            error.offsetMilliseconds + (error.offsetMilliseconds > 0 ? min(tolerance, Self.steadiness) : tolerance)
        let isOld = newest.map { time < $0 } ?? false
        guard greatest > limit else {
            if isOld { return ClockCorrection(error) }
            newest = time
            let offset = error.offsetMilliseconds
            let wentBack = newestFixAt.map { delivery.goesBack(behind: $0, offset: offset) } ?? false
            return ClockCorrection(learn(greatest, newestTime, wentBack: wentBack, error, tolerance, at: time))
        }
        let leads = AheadLeads(in: delivery, above: limit, error, known: isOld ? [] : unconfirmed.filter(\.isPending))
        if isOld {
            return ClockCorrection(error, ahead: correction(of: leads, sentBefore: sentBefore(leads.ahead)))
        }
        newest = time
        return observe(leads, error, tolerance, at: time)
    }

    /// Updates the estimate with a delivery that shows where the clock was set right.
    public mutating func record(_ setRight: SetRight, receivedAt time: Timestamp) {
        guard newest.map({ time >= $0 }) ?? true else { return }
        (newest, newestFixAt) = (time, setRight.newestTime)
        for index in unconfirmed.indices { unconfirmed[index].isPending = false }
        run = SteadyLeads()
        if error(at: time).offsetMilliseconds > 0 { begin(.zero, at: time) }
    }

    /// Updates the estimate with leads above it, and returns the corrections.
    private mutating func observe(
        _ leads: AheadLeads,
        _ error: ClockError,
        _ tolerance: Int64,
        at time: Timestamp
    ) -> ClockCorrection {
        let ahead = leads.ahead
        let sent = sentBefore(ahead)
        if sent == nil, let offset = confirmedOffset(leads, error, at: time) {
            run.add(ahead.greatest, at: time)
            newestFixAt = ahead.newestTime
            for index in unconfirmed.indices
            where unconfirmed[index].offsetMilliseconds <= offset + Self.agreement {
                unconfirmed[index].isPending = false
            }
            return ClockCorrection(begin(ClockError(offsetMilliseconds: offset, seemsBehind: false), at: time))
        }
        var error = error
        if let fresh = leads.fresh {
            let wentBack = newestFixAt.map { fresh.newestTime < $0 } ?? false
            error = learn(fresh.greatest, fresh.newestTime, wentBack: wentBack, error, tolerance, at: time)
        } else {
            run.add(ahead.greatest, at: time)
        }
        // A lead of the same minute as another one is a further part of that delivery.
        let steady = unconfirmed.last { lead in
            lead.isPending && lead.isCorrected && leads.fresh == nil
                && time.milliseconds - lead.receivedAt.milliseconds < ClockDelivery.span
                && abs(lead.offsetMilliseconds - ahead.greatest) <= Self.steadiness
        }
        let correction = correction(of: leads, sentBefore: sent ?? steady)
        if sent == nil { add(ahead, corrected: correction, at: time) }
        return ClockCorrection(error, ahead: correction)
    }

    /// The lead under which fixes were received and corrected before; `nil` for new ones.
    private func sentBefore(_ fixes: ClockDelivery.Cluster) -> UnconfirmedLead? {
        unconfirmed.last { $0.isCorrected && $0.fixAt == fixes.newestTime }
    }

    /// The offset that leads above the estimate confirm, in milliseconds; `nil` where no other delivery agrees.
    private func confirmedOffset(_ leads: AheadLeads, _ error: ClockError, at time: Timestamp) -> Int64? {
        let ahead = leads.ahead
        func agrees(_ offset: Int64) -> Bool { abs(offset - ahead.greatest) <= Self.agreement }
        if leads.fresh == nil, error.offsetMilliseconds > 0, agrees(error.offsetMilliseconds) { return ahead.greatest }
        var known = unconfirmed.last { lead in
            let age = time.milliseconds - lead.receivedAt.milliseconds
            return lead.isPending && agrees(lead.offsetMilliseconds) && lead.fixAt < ahead.newestTime
                && age >= ClockDelivery.span && age <= Self.lifetime
                // The times of a clock this far ahead follow those before; the fresh ones of a right clock do not.
                && leads.fresh.map { lead.fixAt < $0.newestTime } ?? true
        }?.offsetMilliseconds
        if known == nil, leads.fresh == nil, periodIndex(at: time) == nil, let last = periods.last?.error,
            last.offsetMilliseconds > 0, agrees(last.offsetMilliseconds)
        {
            // The estimate that has expired.
            known = last.offsetMilliseconds
        }
        // Within a minute it stays the same, so that fixes that are sent again get the same time.
        return known.map { abs($0 - ahead.greatest) <= Self.steadiness ? $0 : max($0, ahead.greatest) }
    }

    /// The correction of the fixes ahead of the estimate, for this delivery alone; `nil` where they can't be corrected.
    ///
    /// `sentBefore` is the lead under which they were received before.
    private func correction(of leads: AheadLeads, sentBefore: UnconfirmedLead?) -> ClockCorrection.Ahead? {
        // Other fixes that are fresh show that the time of these is wrong, and not by how much; so do others of which only
        // one is ahead.
        guard leads.fresh == nil && !leads.isSingle || sentBefore != nil else { return nil }
        return ClockCorrection.Ahead(
            leads: leads.ahead.least...leads.ahead.greatest,
            offsetMilliseconds: sentBefore?.offsetMilliseconds ?? leads.ahead.greatest
        )
    }

    private mutating func add(
        _ ahead: ClockDelivery.Cluster,
        corrected: ClockCorrection.Ahead?,
        at time: Timestamp
    ) {
        unconfirmed.append(
            UnconfirmedLead(
                offsetMilliseconds: corrected?.offsetMilliseconds ?? ahead.greatest,
                fixAt: ahead.newestTime,
                receivedAt: time,
                isCorrected: corrected != nil,
                isPending: true
            )
        )
        if unconfirmed.count > Self.unconfirmedLimit {
            unconfirmed.removeFirst(unconfirmed.count - Self.unconfirmedLimit)
        }
    }

    /// Updates the estimate with a delivery within it, whose newest fix has the lead.
    private mutating func learn(
        _ lead: Int64,
        _ fixAt: Timestamp,
        wentBack: Bool,
        _ error: ClockError,
        _ tolerance: Int64,
        at time: Timestamp
    ) -> ClockError {
        run.add(lead, at: time)
        newestFixAt = newestFixAt.map { max($0, fixAt) } ?? fixAt
        decidePending(lead, error, at: time)
        guard error.offsetMilliseconds > 0 else { return learn(lead, ofRightClock: error, at: time) }
        if lead >= -Self.steadiness, lead <= tolerance, lead < error.offsetMilliseconds - Self.steadiness {
            guard isSetRight(wentBack, tolerance, at: time) else { return error }
            newestFixAt = fixAt
            return begin(.zero, at: time)
        }
        return learn(lead, ofFastClock: error, tolerance, at: time)
    }

    /// Decides whether unconfirmed leads can still be confirmed after a delivery within the estimate.
    ///
    /// A fresh one shows that they were wrong, unless it is part of a backlog that is being sent.
    private mutating func decidePending(_ lead: Int64, _ error: ClockError, at time: Timestamp) {
        guard unconfirmed.contains(where: \.isPending) else { return }
        if lead < error.offsetMilliseconds - Self.steadiness {
            if error.offsetMilliseconds == 0 { lateAt = time }
        } else if lateAt.map({ time.milliseconds - $0.milliseconds >= Self.steadiness }) ?? true {
            for index in unconfirmed.indices { unconfirmed[index].isPending = false }
        }
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

    @discardableResult
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
