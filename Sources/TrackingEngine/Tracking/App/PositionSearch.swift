internal import VisitModel

/// A position that is looked for: the best of some fixes within a time.
struct PositionSearch: Hashable, Sendable {
    /// What the position is for.
    enum Purpose: Hashable, Sendable {
        /// Where the phone began to move, or stopped.
        case motionChange
        /// The app asked for it.
        case current
        /// The odometer is to show this there.
        case odometer(Double)
    }

    let id: Int
    let purpose: Purpose
    let request: PositionRequest
    let deadline: Timestamp
    private(set) var best: Fix?
    private var taken = 0

    init(id: Int, _ purpose: Purpose, _ request: PositionRequest, at time: Timestamp) {
        self.id = id
        self.purpose = purpose
        self.request = request
        deadline = time.advanced(bySeconds: max(0, request.timeout))
    }

    /// Takes a fix.
    ///
    /// - Returns: whether the search is over.
    mutating func process(_ fix: Fix) -> Bool {
        taken += 1
        if best.map({ accuracy(of: fix) < accuracy(of: $0) }) ?? true { best = fix }
        return taken >= request.samples || accuracy(of: fix) <= request.desiredAccuracy
    }

    private func accuracy(of fix: Fix) -> Double { fix.horizontalAccuracy ?? .infinity }
}

/// A stream of positions that the app asked for.
struct PositionWatch: Hashable, Sendable {
    let id: Int
    let request: WatchRequest
    /// When the last position came, or the stream began.
    var last: Timestamp
    /// Whether any position came.
    var hasDelivered = false
    /// Whether the app was told that none comes.
    var hasFailed = false

    /// When the app is told that none comes; `nil` where it was.
    var deadline: Timestamp? { hasFailed ? nil : last.advanced(bySeconds: max(1, request.timeout)) }

    /// Whether a position that comes now is the next one.
    func wantsPosition(at time: Timestamp) -> Bool {
        !hasDelivered || last.seconds(to: time) >= request.interval / 1000
    }
}
