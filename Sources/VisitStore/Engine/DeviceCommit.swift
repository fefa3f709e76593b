package import VisitModel

/// The engine's results for one device, written as a whole or not at all.
package struct DeviceCommit: Sendable {
    /// The device.
    package var device: DeviceKey
    /// The device's complete state after the newest applied fix, in the engine's own encoding.
    package var state: [UInt8]
    /// The format version of `state` and of the checkpoints.
    package var stateFormat: Int
    /// The version of the policy that produced the state.
    package var policyVersion: String
    /// The time of the newest applied fix; `nil` before the first.
    package var newestFixAt: Timestamp?
    /// When the state changes by elapsed time alone if no further fix arrives; `nil` where it does not.
    package var dueAt: Timestamp?
    /// The estimate of the device's clock error; `nil` where there is none.
    package var clock: StoredClock?
    /// Checkpoints at or after this time are deleted before any is saved, because late fixes invalidated them.
    package var deleteCheckpointsFrom: Timestamp?
    /// The horizon: no recomputation starts before this time.
    ///
    /// The newest checkpoint before it is kept, because what follows is computed from there. Older ones are deleted.
    package var forgetCheckpointsBefore: Timestamp?
    /// States to recompute from when fixes arrive late; each replaces a stored one of the same time.
    package var checkpoints: [Checkpoint]
    /// Raw fixes by hour; each replaces a stored chunk of the same hour.
    package var chunks: [FixChunk]
    /// Events whose trigger is at or after this time are deleted before any is appended; `nil` deletes none.
    ///
    /// An event that is appended again with the same id keeps its original `observedAt`.
    package var replaceEventsFrom: Timestamp?
    /// Events to append.
    package var events: [JournalEvent]
    /// New or changed stays.
    package var stays: [StoredStay]
    /// The ids of stays to delete.
    package var removedStays: [String]
    /// New or changed visits.
    package var visits: [Visit]
    /// Stays, of any device of the member, that now belong to another visit than the one their recorded events name.
    package var movedStays: [MovedStay]
    /// The `StoredDeviceState.revision` that this state was computed from.
    ///
    /// 0 where none was stored; `nil` replaces any revision.
    package var basis: Int64?
    /// The last pending-fix log entry contained in `state` and `chunks`, by sequence number; `nil` where none is new.
    package var intakeThrough: Int64?
    /// The phone's new set of geofences; `nil` where it does not change.
    package var fences: PhoneFences?

    /// Creates a commit of a state and nothing else.
    package init(
        device: DeviceKey,
        state: [UInt8],
        stateFormat: Int,
        policyVersion: String,
        newestFixAt: Timestamp?
    ) {
        self.device = device
        self.state = state
        self.stateFormat = stateFormat
        self.policyVersion = policyVersion
        self.newestFixAt = newestFixAt
        self.checkpoints = []
        self.chunks = []
        self.events = []
        self.stays = []
        self.removedStays = []
        self.visits = []
        self.movedStays = []
        self.fences = nil
    }
}

/// A stored stay that moves to another visit, with its events.
package struct MovedStay: Hashable, Sendable {
    /// The stay's id.
    package let stay: String
    /// The visit that the stay's events have named so far.
    package let from: VisitID
    /// The visit that the stay belongs to now.
    package let to: VisitID
    /// The earliest time of the stay's events.
    package let start: Timestamp
    /// The latest time of the stay's events; `nil` while the stay is open.
    package let end: Timestamp?

    /// Creates a move.
    ///
    /// - Parameters:
    ///   - stay: the stay as it is stored; `start` and `end` come from its entry and exit.
    ///   - from: the visit that the stay's events have named so far.
    ///   - to: the visit that the stay belongs to now.
    package init(_ stay: StoredStay, from: VisitID, to: VisitID) {
        self.stay = stay.id
        self.from = from
        self.to = to
        self.start = stay.enteredAt
        self.end = stay.exitedAt
    }
}

/// A device's state as of an earlier time.
package struct Checkpoint: Hashable, Sendable {
    /// The state contains every fix up to and including this time, and none after it.
    package let at: Timestamp
    /// The state in the engine's own encoding.
    package let state: [UInt8]

    /// Creates a checkpoint.
    package init(at: Timestamp, state: [UInt8]) {
        self.at = at
        self.state = state
    }
}

/// A device's raw fixes in one hour of UTC, packed by the engine.
package struct FixChunk: Hashable, Sendable {
    /// The span of a chunk in milliseconds: one hour.
    package static let spanMilliseconds: Int64 = 3_600_000

    /// The start of the hour.
    package let bucket: Timestamp
    /// The time of the first fix.
    package let first: Timestamp
    /// The time of the last fix.
    package let last: Timestamp
    /// The number of fixes, at least 1.
    package let fixCount: Int
    /// The packed fixes.
    package let fixes: [UInt8]

    /// Creates a chunk.
    ///
    /// - Parameters:
    ///   - first: the time of the first fix, which determines the hour.
    ///   - last: the time of the last fix, in the same hour.
    ///   - fixCount: the number of fixes, at least 1.
    ///   - fixes: the packed fixes.
    package init(first: Timestamp, last: Timestamp, fixCount: Int, fixes: [UInt8]) {
        self.bucket = Self.bucket(of: first)
        self.first = first
        self.last = last
        self.fixCount = fixCount
        self.fixes = fixes
    }

    /// Returns the full hour of UTC at or before a time.
    package static func bucket(of time: Timestamp) -> Timestamp {
        let remainder = time.milliseconds % spanMilliseconds
        return Timestamp(
            milliseconds: time.milliseconds - (remainder < 0 ? remainder + spanMilliseconds : remainder)
        )
    }
}
