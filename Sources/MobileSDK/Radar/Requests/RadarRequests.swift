internal import TrackingEngine
internal import VisitModel

/// The requests that have no answer yet.
struct RadarRequests: Sendable {
    /// What a request is about.
    enum Subject: Sendable {
        /// Updates.
        case upload(RadarUpload.ID)
        /// A trip, and who waits for what comes of it.
        case trip(RadarTripCall)
    }

    /// A request that has no answer yet.
    struct Request: Sendable {
        var subject: Subject
        /// When it has failed without an answer.
        var deadline: Timestamp
    }

    private var next = 0
    private var underWay: [Int: Request] = [:]
    /// Whether the phone was asked for a timer.
    var isTimed = false

    /// Begins a request.
    ///
    /// - Returns: its number, by which it is ended.
    mutating func begin(_ subject: Subject, deadline: Timestamp) -> Int {
        next += 1
        underWay[next] = Request(subject: subject, deadline: deadline)
        return next
    }

    /// Ends a request; `nil` for one that has ended already, of whose answer nothing comes.
    mutating func end(_ number: Int) -> Subject? { underWay.removeValue(forKey: number)?.subject }

    /// Whether a request has no answer yet.
    func isUnderWay(_ number: Int) -> Bool { underWay[number] != nil }

    /// Ends all requests about trips.
    mutating func takeTripCalls() -> [RadarTripCall] {
        let calls = underWay.sorted { $0.key < $1.key }.compactMap { _, request in
            if case .trip(let call) = request.subject { call } else { nil }
        }
        underWay = underWay.filter { if case .trip = $0.value.subject { false } else { true } }
        return calls
    }

    /// Whether none is under way.
    var isEmpty: Bool { underWay.isEmpty }

    /// When the next one has failed.
    var earliestDeadline: Timestamp? { underWay.values.map(\.deadline).min() }

    /// The requests that have failed by a time, in their order.
    func due(at time: Timestamp) -> [Int] {
        underWay.filter { $0.value.deadline <= time }.keys.sorted()
    }
}

/// A call about a trip, and who waits for its end.
struct RadarTripCall: Sendable {
    /// What is asked of the server.
    let request: RadarTripRequest
    /// The options for the time of the trip, where it starts.
    var options: RadarTrackingOptions?
    /// Who waits.
    let then: @Sendable (RadarStatus) -> Void
}
