/// The records of a device that a later process needs, separate from the rest of its state.
///
/// The rest changes with every update and is small; a record never changes, and there may be a thousand. Storing the
/// two separately writes each record only once, keyed by its number.
public struct RadarStoredRecords: Hashable, Sendable {
    /// The failed records that wait, oldest first.
    public var waiting: [RadarTrackRecord]
    /// The failed stop, where the profile keeps only one.
    public var failedStop: RadarTrackRecord?
    /// The records that caused the requests in flight, oldest first.
    public var underWay: [RadarTrackRecord]

    /// Creates records.
    public init(
        waiting: [RadarTrackRecord] = [],
        failedStop: RadarTrackRecord? = nil,
        underWay: [RadarTrackRecord] = []
    ) {
        self.waiting = waiting
        self.failedStop = failedStop
        self.underWay = underWay
    }
}

extension RadarTracking {
    /// The records that a later process needs.
    public var keptRecords: RadarStoredRecords { replay.kept }

    /// The state without its records, which are stored separately.
    public var withoutRecords: RadarTracking {
        var tracking = self
        tracking.replay = replay.emptied
        return tracking
    }

    /// Restores the records that were stored separately.
    ///
    /// It must be called right after the state was decoded, because `restarted(_:location:at:)` marks the requests in
    /// flight as failed.
    public mutating func restore(_ records: RadarStoredRecords) {
        replay.restore(records)
    }
}
