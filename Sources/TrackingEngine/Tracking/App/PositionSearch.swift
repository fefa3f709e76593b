internal import VisitModel

/// A search for a position: the best of several fixes within a time limit.
struct PositionSearch: Hashable, Sendable {
    enum Purpose: Hashable, Sendable {
        /// The position at which the phone began to move, or stopped.
        case motionChange(toMoving: Bool)
        /// A request of the app.
        case current
        /// The position at which the odometer is set to these metres.
        case odometer(Double)

        var isMotionChange: Bool { if case .motionChange = self { true } else { false } }
    }

    let id: Int
    let purpose: Purpose
    let request: PositionRequest
    let startedAt: Timestamp
    let deadline: Timestamp
    private(set) var best: Fix?
    private var taken = 0

    init(id: Int, _ purpose: Purpose, _ request: PositionRequest, at time: Timestamp) {
        self.id = id
        self.purpose = purpose
        self.request = request
        startedAt = time
        deadline = time.advanced(bySeconds: max(0, request.timeout))
    }

    /// Considers a fix and returns whether the search is complete.
    mutating func process(_ fix: Fix) -> Bool {
        taken += 1
        if best.map({ accuracy(of: fix) < accuracy(of: $0) }) ?? true { best = fix }
        return taken >= request.samples || accuracy(of: fix) <= request.desiredAccuracy
    }

    private func accuracy(of fix: Fix) -> Double { fix.horizontalAccuracy ?? .infinity }
}

/// A stream of positions requested by the app.
struct PositionWatch: Hashable, Sendable {
    let id: Int
    let request: WatchRequest
    /// When the last position was delivered, or the stream began.
    var last: Timestamp
    var hasDelivered = false
    /// Whether the timeout was reported to the app.
    var hasFailed = false

    /// When a missing position is reported to the app; `nil` once it was.
    var deadline: Timestamp? { hasFailed ? nil : last.advanced(bySeconds: max(1, request.timeout)) }

    func wantsPosition(at time: Timestamp) -> Bool {
        !hasDelivered || last.seconds(to: time) >= request.interval / 1000
    }
}
