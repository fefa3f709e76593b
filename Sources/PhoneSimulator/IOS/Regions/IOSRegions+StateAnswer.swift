public import PhoneOS
public import VisitModel

/// What the system answers to `requestState(for:)`, and when.
public struct IOSStateAnswer: Hashable, Sendable {
    /// The region that was asked about.
    public let id: RegionID
    /// On which side of its edge the phone is.
    public let state: RegionState
    /// When the app hears it.
    public let dueAt: Timestamp
}

extension IOSRegions {
    /// Asks on which side of a region's edge the phone is.
    ///
    /// The last reading is compared with the edge itself, without buffer and hold, as Apple names none for it. So the
    /// answer may be ahead of the transition that is told later. Our assumption.
    ///
    /// - Parameters:
    ///   - id: the region's name.
    ///   - time: now.
    ///   - conditions: how the app stands.
    /// - Returns: inside or outside; unknown before the first reading since the region was added, since a reboot and
    ///   since the app was allowed to know, for a beacon, and for a name that is not watched.
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
