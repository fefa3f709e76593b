public import VisitModel

/// The fixes of one device that were received together: at one moment, or within a minute of the first of them.
public struct ClockDelivery: Hashable, Sendable {
    /// How long after its first fix a delivery takes fixes in, in milliseconds.
    static let span: Int64 = 60_000
    /// How far ahead of all others a single fix lies that shows nothing, in milliseconds: five minutes.
    static let outlierLead: Int64 = 300_000

    /// When the first of them was received.
    public let receivedAt: Timestamp
    /// The greatest lead, in milliseconds: the fix's time less its receive time; `nil` without a usable fix.
    public private(set) var greatestLead: Int64?
    /// The time of the newest fix, by the device's clock; `nil` without a usable fix.
    private(set) var newestTime: Timestamp?
    /// The greatest lead but one, in milliseconds; `nil` where all leads are the same.
    private var nextLead: Int64?

    /// Begins a delivery.
    ///
    /// - Parameter time: when the first fix or other input of it was received.
    public init(receivedAt time: Timestamp) {
        self.receivedAt = time
    }

    /// Whether inputs received at a time, which is not before `receivedAt`, are of this delivery.
    ///
    /// - Parameter time: the receive time.
    /// - Returns: whether they are.
    public func includes(receivedAt time: Timestamp) -> Bool {
        time.milliseconds - receivedAt.milliseconds < Self.span
    }

    /// Adds a fix; one with a broken date shows nothing and is left out.
    ///
    /// - Parameters:
    ///   - time: its time, by the device's clock.
    ///   - receivedAt: when it was received.
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

    /// The greatest lead that the delivery shows, where a single fix far ahead of the others shows nothing: of fresh ones, or
    /// of any where the clock is known from earlier deliveries.
    ///
    /// - Parameters:
    ///   - offset: by how much the clock is known to be ahead, in milliseconds.
    ///   - tolerance: up to which lead times are taken as they are, in milliseconds.
    ///   - isKnown: whether a delivery of the last day has shown the offset, or that there is none.
    /// - Returns: the lead, in milliseconds; `nil` without a fix.
    func shownLead(above offset: Int64, _ tolerance: Int64, isKnown: Bool) -> Int64? {
        guard let greatestLead else { return nil }
        let slack = offset > 0 ? min(tolerance, ClockEstimate.steadiness) : tolerance
        guard let nextLead, greatestLead > offset + slack, greatestLead - nextLead > Self.outlierLead,
            isKnown || nextLead >= offset - ClockEstimate.steadiness, nextLead <= offset + slack
        else { return greatestLead }
        return nextLead
    }
}
