public import VisitModel

/// The engine's results for one device, written as a whole or not at all.
public struct DeviceCommit: Sendable {
    /// The device.
    public var device: DeviceKey
    /// The device's complete state after the newest applied fix, in the engine's own encoding.
    public var state: [UInt8]
    /// The format version of `state` and of the checkpoints.
    public var stateFormat: Int
    /// The version of the policy that produced the state.
    public var policyVersion: String
    /// The time of the newest applied fix; `nil` before the first.
    public var newestFixAt: Timestamp?
    /// When the state changes by elapsed time alone if no further fix arrives; `nil` where it does not.
    public var dueAt: Timestamp?
    /// The estimate of the device's clock error; `nil` where there is none.
    public var clock: StoredClock?
    /// Checkpoints at or after this time are deleted before any is saved, because late fixes invalidated them.
    public var deleteCheckpointsFrom: Timestamp?
    /// The horizon: no recomputation starts before this time.
    ///
    /// The newest checkpoint before it is kept, because what follows is computed from there. Older ones are deleted.
    public var forgetCheckpointsBefore: Timestamp?
    /// States to recompute from when fixes arrive late; each replaces a stored one of the same time.
    public var checkpoints: [Checkpoint]
    /// Raw fixes by hour; each replaces a stored chunk of the same hour.
    public var chunks: [FixChunk]
    /// Events whose trigger is at or after this time are deleted before any is appended; `nil` deletes none.
    ///
    /// An event that is appended again with the same id keeps its original `observedAt`.
    public var replaceEventsFrom: Timestamp?
    /// Events to append.
    public var events: [JournalEvent]
    /// New or changed stays.
    public var stays: [StoredStay]
    /// The ids of stays to delete.
    public var removedStays: [String]
    /// New or changed visits.
    public var visits: [Visit]
    /// Stays, of any device of the member, that now belong to another visit than the one their recorded events name.
    public var movedStays: [MovedStay]
    /// The `StoredDeviceState.revision` that this state was computed from.
    ///
    /// 0 where none was stored; `nil` replaces any revision.
    public var basis: Int64?
    /// The last pending-fix log entry contained in `state` and `chunks`, by sequence number; `nil` where none is new.
    public var intakeThrough: Int64?
    /// The phone's new set of geofences; `nil` where it does not change.
    public var fences: PhoneFences?

    /// Creates a commit of a state and nothing else.
    public init(
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
public struct MovedStay: Hashable, Sendable {
    /// The stay's id.
    public let stay: String
    /// The visit that the stay's events have named so far.
    public let from: VisitID
    /// The visit that the stay belongs to now.
    public let to: VisitID
    /// The earliest time of the stay's events.
    public let start: Timestamp
    /// The latest time of the stay's events; `nil` while the stay is open.
    public let end: Timestamp?

    /// Creates a move.
    ///
    /// - Parameters:
    ///   - stay: the stay as it is stored; `start` and `end` come from its entry and exit.
    ///   - from: the visit that the stay's events have named so far.
    ///   - to: the visit that the stay belongs to now.
    public init(_ stay: StoredStay, from: VisitID, to: VisitID) {
        self.stay = stay.id
        self.from = from
        self.to = to
        self.start = stay.enteredAt
        self.end = stay.exitedAt
    }
}

/// A device's state as of an earlier time.
public struct Checkpoint: Hashable, Sendable {
    /// The state contains every fix up to and including this time, and none after it.
    public let at: Timestamp
    /// The state in the engine's own encoding.
    public let state: [UInt8]

    /// Creates a checkpoint.
    public init(at: Timestamp, state: [UInt8]) {
        self.at = at
        self.state = state
    }
}

/// A device's raw fixes in one hour of UTC, packed by the engine.
public struct FixChunk: Hashable, Sendable {
    /// The span of a chunk in milliseconds: one hour.
    public static let spanMilliseconds: Int64 = 3_600_000

    /// The start of the hour.
    public let bucket: Timestamp
    /// The time of the first fix.
    public let first: Timestamp
    /// The time of the last fix.
    public let last: Timestamp
    /// The number of fixes, at least 1.
    public let fixCount: Int
    /// The packed fixes.
    public let fixes: [UInt8]

    /// Creates a chunk.
    ///
    /// - Parameters:
    ///   - first: the time of the first fix, which determines the hour.
    ///   - last: the time of the last fix, in the same hour.
    ///   - fixCount: the number of fixes, at least 1.
    ///   - fixes: the packed fixes.
    public init(first: Timestamp, last: Timestamp, fixCount: Int, fixes: [UInt8]) {
        self.bucket = Self.bucket(of: first)
        self.first = first
        self.last = last
        self.fixCount = fixCount
        self.fixes = fixes
    }

    /// Returns the full hour of UTC at or before a time.
    public static func bucket(of time: Timestamp) -> Timestamp {
        let remainder = time.milliseconds % spanMilliseconds
        return Timestamp(
            milliseconds: time.milliseconds - (remainder < 0 ? remainder + spanMilliseconds : remainder)
        )
    }
}
