internal import PhoneOS
internal import VisitModel

/// The state of one fence in Play services.
struct AndroidFenceTracker: Hashable, Sendable {
    private(set) var side = RegionState.unknown
    /// The start of a stay of which the dwell is still pending; `nil` outside, and if it was reported or must not be.
    private(set) var stayBegan: Timestamp?
    private(set) var undecidedSince: Timestamp?

    var isUndecided: Bool { undecidedSince != nil }

    /// Applies the decision of one fix and returns the transitions to report, in order.
    ///
    /// An unknown side changes nothing. The initial trigger applies to the report of the first side. A first stay of
    /// which it excludes the enter or dwell is not reported, the next one is (microG, `GeofenceStateTest`).
    mutating func update(
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
        var reported: [RegionTransition] = []
        if decided != side {
            let wanted = side == .unknown ? request.notifies.intersection(request.initialTrigger) : request.notifies
            if let transition = model.transition(from: side, to: decided), wanted.contains(transition.kind) {
                reported.append(transition)
            }
            side = decided
            stayBegan = decided == .inside && wanted.contains(.dwell) ? time : nil
        }
        if let due = dwellDue(for: request), due <= time { reported.append(emitDwell()) }
        return reported
    }

    /// Returns the time at which the dwell of this stay is due; `nil` if none is pending.
    ///
    /// The request may have changed since the stay began.
    func dwellDue(for request: RegionRequest) -> Timestamp? {
        guard request.notifies.contains(.dwell) else { return nil }
        return stayBegan?.advanced(bySeconds: request.loiteringDelay / .seconds(1))
    }

    /// Records that the dwell of this stay is reported.
    mutating func emitDwell() -> RegionTransition {
        stayBegan = nil
        return .dwell
    }

    /// Returns whether fixes have been undecided for so long that the side is unknown.
    func isUncertain(at time: Timestamp, after seconds: Double) -> Bool {
        undecidedSince.map { $0.seconds(to: time) >= seconds } ?? false
    }
}

private extension RegionTransition {
    var kind: RegionTransitions {
        switch self {
        case .enter: .enter
        case .exit: .exit
        case .dwell: .dwell
        }
    }
}
