internal import RadarEngine
internal import VisitModel

/// The requests without a response so far.
struct RadarRequests: Sendable {
    enum Subject: Sendable {
        case upload(RadarUpload.ID)
        case trip(RadarTripCall)
    }

    struct Request: Sendable {
        var subject: Subject
        /// The time at which it fails without a response.
        var deadline: Timestamp
    }

    private var next = 0
    private var underWay: [Int: Request] = [:]
    /// Whether the phone's timer is set.
    var isTimed = false

    mutating func begin(_ subject: Subject, deadline: Timestamp) -> Int {
        next += 1
        underWay[next] = Request(subject: subject, deadline: deadline)
        return next
    }

    /// `nil` for one that has ended already, of which the response is ignored.
    mutating func end(_ number: Int) -> Subject? { underWay.removeValue(forKey: number)?.subject }

    func isUnderWay(_ number: Int) -> Bool { underWay[number] != nil }

    mutating func drainTripCalls() -> [RadarTripCall] {
        let calls = underWay.sorted { $0.key < $1.key }.compactMap { _, request in
            if case .trip(let call) = request.subject { call } else { nil }
        }
        underWay = underWay.filter { if case .trip = $0.value.subject { false } else { true } }
        return calls
    }

    var isEmpty: Bool { underWay.isEmpty }
    var earliestDeadline: Timestamp? { underWay.values.map(\.deadline).min() }

    /// In their order.
    func due(at time: Timestamp) -> [Int] { underWay.filter { $0.value.deadline <= time }.keys.sorted() }
}

/// A call about a trip, with the callback of its caller.
struct RadarTripCall: Sendable {
    let request: RadarTripRequest
    /// Only for a start.
    var options: RadarTrackingOptions?
    let then: @Sendable (RadarStatus) -> Void
}
