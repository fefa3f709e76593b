public import PhoneOS
public import VisitModel

/// The system's response to `requestState(for:)`.
public struct IOSStateAnswer: Hashable, Sendable {
    /// The region of the request.
    public let id: RegionID
    /// The side of its edge that the phone is on.
    public let state: RegionState
    /// The time at which the app receives it.
    public let dueAt: Timestamp
}

extension IOSRegions {
    /// Requests on which side of a region's edge the phone is.
    ///
    /// The last fix is compared with the edge itself, without buffer and hold, since Apple mentions none here. So the
    /// response may be ahead of the transition that is reported later. An assumption.
    ///
    /// - Parameters:
    ///   - id: the region's name.
    ///   - time: the current time.
    ///   - conditions: the conditions of the app.
    /// - Returns: inside or outside; unknown before the first fix since the region was added, since a reboot and since
    ///   the app was authorized, for a beacon, and for an unknown name.
    public func requestState(of id: RegionID, at time: Timestamp, conditions: IOSConditions) -> IOSStateAnswer {
        IOSStateAnswer(
            id: id,
            state: state(of: id, conditions: conditions),
            dueAt: time.advanced(bySeconds: profile.stateAnswerSeconds)
        )
    }

    private func state(of id: RegionID, conditions: IOSConditions) -> RegionState {
        guard isWatching(conditions),
            let reading = lastReading,
            let region = watched.first(where: { $0.request.id == id }),
            let circle = region.circle,
            reading.time >= region.addedAt
        else { return .unknown }
        return circle.side(of: EarthPoint(reading.coordinate)) == .inside ? .inside : .outside
    }
}
