internal import RadarEngine
internal import VisitModel

/// The requests without a response so far.
struct RadarRequests: Sendable {
    /// The subject of a request.
    enum Subject: Sendable {
        /// An upload.
        case upload(RadarUpload.ID)
        /// A trip, with the callback of its caller.
        case trip(RadarTripCall)
    }

    /// A request without a response so far.
    struct Request: Sendable {
        var subject: Subject
        /// The time at which it fails without a response.
        var deadline: Timestamp
    }

    private var next = 0
    private var underWay: [Int: Request] = [:]
    /// Whether the phone's timer is set.
    var isTimed = false

    /// Adds a request.
    mutating func begin(_ subject: Subject, deadline: Timestamp) -> Int {
        next += 1
        underWay[next] = Request(subject: subject, deadline: deadline)
        return next
    }

    /// Removes a request; `nil` for one that has ended already, of which the response is ignored.
    mutating func end(_ number: Int) -> Subject? { underWay.removeValue(forKey: number)?.subject }

    /// Returns whether a request has no response yet.
    func isUnderWay(_ number: Int) -> Bool { underWay[number] != nil }

    /// Removes and returns all requests about trips.
    mutating func drainTripCalls() -> [RadarTripCall] {
        let calls = underWay.sorted { $0.key < $1.key }.compactMap { _, request in
            if case .trip(let call) = request.subject { call } else { nil }
        }
        underWay = underWay.filter { if case .trip = $0.value.subject { false } else { true } }
        return calls
    }

    /// Whether there are none.
    var isEmpty: Bool { underWay.isEmpty }

    /// The earliest time at which a request fails.
    var earliestDeadline: Timestamp? { underWay.values.map(\.deadline).min() }

    /// Returns the requests that have failed by a time, in their order.
    func due(at time: Timestamp) -> [Int] {
        underWay.filter { $0.value.deadline <= time }.keys.sorted()
    }
}

/// A call about a trip, with the callback of its caller.
struct RadarTripCall: Sendable {
    /// The request to the server.
    let request: RadarTripRequest
    /// The options during the trip, for its start.
    var options: RadarTrackingOptions?
    /// Called with the status.
    let then: @Sendable (RadarStatus) -> Void
}
