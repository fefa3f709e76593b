internal import VisitModel

/// The state of one endpoint in a `DeliveryPlan`.
struct PlannedEndpoint: Sendable {
    /// The progress of loading an endpoint's due messages.
    enum Reading: Hashable, Sendable {
        /// No load is in progress.
        case none
        /// This many messages were requested; capacity for them is reserved.
        case asked(Int)
        /// This many messages were loaded and are about to be sent; capacity for them is reserved.
        case read(Int)

        /// The number of messages for which capacity is reserved.
        var reserved: Int {
            switch self {
            case .none: 0
            case .asked(let count), .read(let count): count
            }
        }
    }

    /// Whether messages may be sent to the endpoint: it is enabled and not deleted.
    var isListed = true
    var pace = EndpointPace()
    /// The number of requests in flight.
    var inFlight = 0
    var reading = Reading.none
    /// Whether a message may be due, so that loading is worthwhile.
    var mayHaveDue = true
    /// When the next message becomes due, of those known not to be due yet.
    var nextDue: Timestamp?

    /// Whether nothing is in flight or being loaded, so that the state can be removed once the endpoint is no longer
    /// listed.
    var isIdle: Bool { inFlight == 0 && reading == .none }

    /// Records a message that will become due.
    mutating func willHaveDue(at time: Timestamp?) {
        guard let time else { return }
        nextDue = min(nextDue ?? time, time)
    }
}
