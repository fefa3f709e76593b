public import VisitModel

/// The fixes of one device that were received together: at one moment, or within a minute of the first of them.
public struct ClockDelivery: Hashable, Sendable {
    /// The time after its first fix for which a delivery includes further fixes, in milliseconds.
    static let span: Int64 = 60_000

    /// A fix's lead: its time by the device's clock less its receive time, in milliseconds.
    struct Lead: Hashable, Sendable {
        let milliseconds: Int64
        let time: Timestamp
    }

    /// The receive time of the first fix.
    public let receivedAt: Timestamp
    /// The greatest lead, in milliseconds; `nil` without a usable fix.
    public private(set) var greatestLead: Int64?
    /// The time of the newest fix, by the device's clock; `nil` without a usable fix.
    private(set) var newestTime: Timestamp?
    /// The leads of two or more fixes; empty for one, which needs no memory of its own.
    private var leads: [Lead] = []

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
        guard let greatest = greatestLead, let newest = newestTime else {
            (greatestLead, newestTime) = (lead, time)
            return
        }
        if leads.isEmpty { leads.append(Lead(milliseconds: greatest, time: newest)) }
        leads.append(Lead(milliseconds: lead, time: time))
        greatestLead = max(greatest, lead)
        newestTime = max(newest, time)
    }
}

extension ClockDelivery {
    /// Whether its times, by the device's clock, go back behind those before as they do where a clock was set right.
    ///
    /// They begin before the newest time so far, which is not sent once more, and, unless all of them do, not before its
    /// true time, `offset` milliseconds earlier.
    func goesBack(behind newest: Timestamp, offset: Int64) -> Bool {
        guard let newestTime, newestTime >= newest else { return newestTime != nil }
        guard let oldest = leads.map(\.time).min(), oldest < newest else { return false }
        return oldest.milliseconds >= newest.milliseconds - offset && !leads.contains { $0.time == newest }
    }

    /// Fixes of a delivery with leads close to one another: by one clock, as far as this delivery shows.
    struct Cluster: Hashable, Sendable {
        /// The gap between two leads that separates them, in milliseconds: five minutes.
        static let gap: Int64 = 300_000

        /// The least lead, in milliseconds.
        var least: Int64
        /// The greatest lead, in milliseconds.
        let greatest: Int64
        /// The time of the newest fix, by the device's clock.
        var newestTime: Timestamp
        var count: Int

        /// Both as one.
        func joined(with lower: Cluster) -> Cluster {
            Cluster(
                least: lower.least,
                greatest: greatest,
                newestTime: max(newestTime, lower.newestTime),
                count: count + lower.count
            )
        }
    }

    /// The clusters, those with the greatest leads first.
    var clusters: [Cluster] {
        guard let greatestLead, let newestTime else { return [] }
        guard !leads.isEmpty else {
            return [Cluster(least: greatestLead, greatest: greatestLead, newestTime: newestTime, count: 1)]
        }
        var clusters: [Cluster] = []
        for lead in leads.sorted(by: { $0.milliseconds > $1.milliseconds }) {
            let (value, time) = (lead.milliseconds, lead.time)
            guard let last = clusters.last, last.least - value <= Cluster.gap else {
                clusters.append(Cluster(least: value, greatest: value, newestTime: time, count: 1))
                continue
            }
            let index = clusters.endIndex - 1
            clusters[index].least = value
            clusters[index].newestTime = max(last.newestTime, time)
            clusters[index].count += 1
        }
        return clusters
    }
}

/// The corrections of the times of one delivery.
public struct ClockCorrection: Hashable, Sendable {
    /// The error of the device's clock for all fixes but those that are corrected for themselves.
    public let error: ClockEstimate.ClockError
    /// The fixes that are ahead of it, and corrected for themselves; `nil` where there are none.
    let ahead: Ahead?

    struct Ahead: Hashable, Sendable {
        /// Their leads, in milliseconds.
        let leads: ClosedRange<Int64>
        /// The offset to be subtracted from their times, in milliseconds.
        let offsetMilliseconds: Int64
    }

    init(_ error: ClockEstimate.ClockError, ahead: Ahead? = nil) {
        self.error = error
        self.ahead = ahead
    }

    /// Whether no time is corrected or doubted.
    public var isNone: Bool { error == .zero && ahead == nil }

    /// The error of the clock for an input with a lead, its time less its receive time in milliseconds.
    public func error(ofLead lead: Int64) -> ClockEstimate.ClockError {
        guard let ahead, ahead.leads.contains(lead) else { return error }
        return ClockEstimate.ClockError(offsetMilliseconds: ahead.offsetMilliseconds, seemsBehind: false)
    }
}

/// The leads of a delivery that are above the estimate of its clock.
struct AheadLeads {
    /// The fixes that show how far the clock is ahead, if it is.
    let ahead: ClockDelivery.Cluster
    /// Fixes of the same delivery that are fresh by the estimate; `nil` where none is.
    let fresh: ClockDelivery.Cluster?
    /// Whether it is one fix among others of the delivery that are not ahead.
    let isSingle: Bool

    /// Sorts the leads of a delivery whose greatest one exceeds `limit`.
    ///
    /// `known` are those of other deliveries that may be the clock's.
    init(
        in delivery: ClockDelivery,
        above limit: Int64,
        _ error: ClockEstimate.ClockError,
        known: [ClockEstimate.UnconfirmedLead]
    ) {
        let clusters = delivery.clusters
        let ahead = clusters.filter { $0.greatest > limit }
        let agreeing = ahead.first { cluster in
            known.contains { abs($0.offsetMilliseconds - cluster.greatest) <= ClockEstimate.agreement }
        }
        if var one = ahead.last, one.least <= limit {
            // Without a gap down to the estimate: one clock, which took no fixes for a while. A single fix after that is
            // wrong, unless another delivery agrees with it.
            for cluster in ahead.dropLast().reversed() where cluster.count > 1 || cluster == agreeing {
                one = cluster.joined(with: one)
            }
            (self.ahead, fresh, isSingle) = (one, nil, false)
            return
        }
        let within = clusters.first { $0.greatest <= limit }
        fresh = within.flatMap { $0.greatest >= error.offsetMilliseconds - ClockEstimate.steadiness ? $0 : nil }
        // A single fix far ahead of several others is wrong.
        let isFarthestWrong = ahead.count > 1 && ahead[0].count == 1 && ahead[1].count > 1
        self.ahead = agreeing ?? ahead[isFarthestWrong ? 1 : 0]
        isSingle = self.ahead.count == 1 && within != nil
    }
}
