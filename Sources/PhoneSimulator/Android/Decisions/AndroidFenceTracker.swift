internal import PhoneOS
internal import VisitModel

/// What Play services know about one fence from reading to reading.
struct AndroidFenceTracker: Hashable, Sendable {
    /// The side that was decided last.
    private(set) var side = RegionState.unknown
    /// When the stay began whose dwell is still to be told; `nil` outside, and when it was told or is not to be.
    private(set) var stayBegan: Timestamp?
    /// Since when readings have not decided.
    private(set) var undecidedSince: Timestamp?

    /// Whether the last reading did not decide.
    var isUndecided: Bool { undecidedSince != nil }

    /// Takes what one reading says.
    ///
    /// The initial trigger holds for what is told of the first side: a first stay whose enter or dwell it leaves out is
    /// not told, the next one is (microG, `GeofenceStateTest`).
    ///
    /// - Parameters:
    ///   - decided: the reading's side; `unknown` leaves everything as it was.
    ///   - time: when the reading was taken.
    ///   - request: what the app asked for.
    ///   - model: which changes are transitions.
    /// - Returns: what is to be told, in order.
    mutating func take(
        _ decided: RegionState,
        at time: Timestamp,
        for request: RegionRequest,
        by model: AndroidDecisionModel
    ) -> [RegionTransition] {
        guard decided != .unknown else {
            undecidedSince = undecidedSince ?? time
            return []
        }
        undecidedSince = nil
        var told: [RegionTransition] = []
        if decided != side {
            let wanted = side == .unknown ? request.notifies.intersection(request.initialTrigger) : request.notifies
            if let transition = model.transition(from: side, to: decided), wanted.contains(transition.kind) {
                told.append(transition)
            }
            side = decided
            stayBegan = decided == .inside && wanted.contains(.dwell) ? time : nil
        }
        if let due = dwellDue(for: request), due <= time {
            told.append(tellDwell())
        }
        return told
    }

    /// When the dwell of this stay is due.
    ///
    /// - Parameter request: what the app asked for, which may have changed since the stay began.
    /// - Returns: `nil` where there is none to tell.
    func dwellDue(for request: RegionRequest) -> Timestamp? {
        guard request.notifies.contains(.dwell) else { return nil }
        return stayBegan?.advanced(bySeconds: request.loiteringDelay / .seconds(1))
    }

    /// Notes that the dwell of this stay was told.
    ///
    /// - Returns: the transition.
    mutating func tellDwell() -> RegionTransition {
        stayBegan = nil
        return .dwell
    }

    /// Whether readings have not decided for so long that the side is not known any more.
    ///
    /// - Parameters:
    ///   - time: when it is asked.
    ///   - seconds: how long that takes.
    /// - Returns: false as long as the last reading decided.
    func isUncertain(at time: Timestamp, after seconds: Double) -> Bool {
        undecidedSince.map { $0.seconds(to: time) >= seconds } ?? false
    }
}

private extension RegionTransition {
    /// The transition as one of a set.
    var kind: RegionTransitions {
        switch self {
        case .enter: .enter
        case .exit: .exit
        case .dwell: .dwell
        }
    }
}
