/// The records of a device that a later process needs, apart from the rest of its state.
///
/// The rest changes with every update and is small; a record never changes, and there may be a thousand. Whoever stores
/// the two apart writes each record once: its number is its name.
public struct RadarStoredRecords: Hashable, Sendable {
    /// The records that failed and wait, the oldest first.
    public var waiting: [RadarTrackRecord]
    /// The one stop that failed, where the profile keeps one only.
    public var failedStop: RadarTrackRecord?
    /// The records that made the requests come which have no answer yet, the oldest first.
    public var underWay: [RadarTrackRecord]

    /// Makes records.
    ///
    /// - Parameters:
    ///   - waiting: those that wait, the oldest first.
    ///   - failedStop: the one stop that failed.
    ///   - underWay: those under way, the oldest first.
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

    /// The state without records, to be stored beside them.
    public var withoutRecords: RadarTracking {
        var tracking = self
        tracking.replay = replay.emptied
        return tracking
    }

    /// Takes the records that were stored beside the state.
    ///
    /// Right after it was read: `restarted(_:location:at:)` takes those under way as failed.
    ///
    /// - Parameter records: what `keptRecords` was.
    public mutating func restore(_ records: RadarStoredRecords) {
        replay.restore(records)
    }
}
