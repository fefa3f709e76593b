public import VisitModel

/// The rules for which records are stored and which are deleted (Transistor types, PersistenceConfig).
public struct RecordRetention: Sendable {
    /// The reason why a record is not stored.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        /// It is one of several samples from which the best was chosen.
        case sample
        /// The call that requested it excludes storage.
        case notAskedFor = "not_asked_for"
        /// `persistMode` excludes this kind.
        case mode
        /// `disableProviderChangeRecord` is set (Android).
        case providerChange = "provider_change"
        /// `maxRecordsToPersist` is 0.
        case noRoom = "no_room"
    }

    /// The decision about a location.
    public enum Decision: Hashable, Sendable {
        /// It is stored.
        case keep
        /// It is delivered and not stored.
        case leaveOut(Refusal)
    }

    /// A deletion; the steps are performed in their order.
    public enum Step: Hashable, Sendable {
        /// Deletes records that were recorded before a time and are in no request.
        case deleteOlder(than: Timestamp)
        /// Deletes the oldest of the records that are in no request.
        case deleteOldest(Int)
    }

    private let config: TrackingConfig

    /// Creates the rules from a configuration, of which they use the group `persistence`.
    public init(_ config: TrackingConfig) { self.config = config }

    /// Decides whether a location is stored.
    ///
    /// `persist` is the option of the call that requested it (`getCurrentPosition`, `watchPosition`), which overrides
    /// `persistMode`; `nil` for locations that no call requested.
    public func decide(_ location: TrackedLocation, persist: Bool? = nil) -> Decision {
        if location.isSample { return .leaveOut(.sample) }
        // A limit of 0 excludes every record, even one that a call requested.
        if config.recordLimit == 0 { return .leaveOut(.noRoom) }
        if let persist { return persist ? .keep : .leaveOut(.notAskedFor) }
        let drops = config.platform == .android && config.persistence.disableProviderChangeRecord
        if drops, location.event == .providerChange { return .leaveOut(.providerChange) }
        let mode = config.persistence.persistMode
        let isStored = location.event == .geofence ? mode.storesGeofenceEvents : mode.storesLocations
        return isStored ? .keep : .leaveOut(.mode)
    }

    /// The time before which records are too old and are deleted.
    public func oldestKept(at now: Timestamp) -> Timestamp {
        now.advanced(by: .zero - config.recordLifetimeDuration)
    }

    /// The deletions before a record is stored and at launch, in their order.
    ///
    /// `storedCount` is how many records are stored that are not too old; `lockedCount` of them are in requests and are
    /// not deleted. `adding` is how many are to be stored next.
    public func purge(storedCount: Int, lockedCount: Int = 0, adding: Int = 1, at now: Timestamp) -> [Step] {
        var steps = [Step.deleteOlder(than: oldestKept(at: now))]
        guard let limit = config.recordLimit else { return steps }
        let excess = min(storedCount + adding - limit, storedCount - lockedCount)
        if excess > 0 { steps.append(.deleteOldest(excess)) }
        return steps
    }
}
