public import VisitModel

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
    public init(receivedAt time: Timestamp) {
        self.receivedAt = time
    }

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
