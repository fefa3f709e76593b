public import VisitModel

/// Which records are stored, and which make way.
///
/// Transistor types, PersistenceConfig.
public struct RecordRetention: Sendable {
    /// Why a record is not stored.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        /// It is one of several readings that the best was chosen from.
        case sample
        /// The call that asked for it said so.
        case notAskedFor = "not_asked_for"
        /// `persistMode` leaves this kind out.
        case mode
        /// `disableProviderChangeRecord` (Android).
        case providerChange = "provider_change"
        /// `maxRecordsToPersist` is 0.
        case noRoom = "no_room"
    }

    /// What is done with a location.
    public enum Decision: Hashable, Sendable {
        /// It is stored.
        case keep
        /// It is delivered and not stored.
        case leaveOut(Refusal)
    }

    /// What is deleted, and in this order.
    public enum Step: Hashable, Sendable {
        /// Records that were recorded before a time and are in no request.
        case deleteOlder(than: Timestamp)
        /// The oldest of the records that are in no request.
        case deleteOldest(Int)
    }

    private let config: TrackingConfig

    /// Takes a configuration.
    ///
    /// - Parameter config: its group `persistence` is looked at.
    public init(_ config: TrackingConfig) {
        self.config = config
    }

    /// Decides whether a location is stored.
    ///
    /// - Parameters:
    ///   - location: the location.
    ///   - persist: what the call that asked for it says (`getCurrentPosition`, `watchPosition`); it overrides
    ///     `persistMode`. `nil` for locations that no call asked for.
    /// - Returns: whether it is stored, and if not, why.
    public func decide(_ location: TrackedLocation, persist: Bool? = nil) -> Decision {
        if location.isSample { return .leaveOut(.sample) }
        // Nothing can be stored where there is no room, whoever asks.
        if config.recordLimit == 0 { return .leaveOut(.noRoom) }
        if let persist { return persist ? .keep : .leaveOut(.notAskedFor) }
        let drops = config.platform == .android && config.persistence.disableProviderChangeRecord
        if drops, location.event == .providerChange { return .leaveOut(.providerChange) }
        let mode = config.persistence.persistMode
        let isStored = location.event == .geofence ? mode.storesGeofenceEvents : mode.storesLocations
        return isStored ? .keep : .leaveOut(.mode)
    }

    /// Says when the records are too old that are deleted first.
    ///
    /// - Parameter now: the time.
    /// - Returns: the time before which a record must have been recorded to be deleted.
    public func oldestKept(at now: Timestamp) -> Timestamp {
        now.advanced(by: .zero - config.recordLifetimeDuration)
    }

    /// What makes way, before a record is stored and at launch.
    ///
    /// - Parameters:
    ///   - storedCount: how many records are stored that are not too old, those in requests among them.
    ///   - lockedCount: how many of them are in requests; they are left alone.
    ///   - adding: how many are to be stored next.
    ///   - now: the time.
    /// - Returns: what is deleted, in this order.
    public func purge(storedCount: Int, lockedCount: Int = 0, adding: Int = 1, at now: Timestamp) -> [Step] {
        var steps = [Step.deleteOlder(than: oldestKept(at: now))]
        guard let limit = config.recordLimit else { return steps }
        let excess = min(storedCount + adding - limit, storedCount - lockedCount)
        if excess > 0 { steps.append(.deleteOldest(excess)) }
        return steps
    }
}
