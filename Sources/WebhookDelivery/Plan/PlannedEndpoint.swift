internal import VisitModel

/// What `DeliveryPlan` knows of one endpoint.
struct PlannedEndpoint: Sendable {
    /// Where the reading of an endpoint's due messages stands.
    enum Reading: Hashable, Sendable {
        /// Nobody is reading.
        case none
        /// So many were asked for; room for them is kept.
        case asked(Int)
        /// So many were read and are about to be sent; room for them is kept.
        case read(Int)

        /// For how many messages room is kept.
        var reserved: Int {
            switch self {
            case .none: 0
            case .asked(let count), .read(let count): count
            }
        }
    }

    /// Whether it is among the endpoints that are to be sent to.
    var isListed = true
    var pace = EndpointPace()
    /// Requests under way.
    var inFlight = 0
    var reading = Reading.none
    /// Whether there may be a message that is due, so that it is worth looking.
    var mayHaveDue = true
    /// When the next message is due that is known not to be due yet.
    var nextDue: Timestamp?

    /// Whether nothing of it is left to wait for, so that it can be forgotten when it is no longer listed.
    var isIdle: Bool { inFlight == 0 && reading == .none }

    /// Takes note of a message that will be due.
    mutating func willHaveDue(at time: Timestamp?) {
        guard let time else { return }
        nextDue = min(nextDue ?? time, time)
    }
}
