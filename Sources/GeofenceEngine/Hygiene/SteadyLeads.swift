public import VisitModel

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
