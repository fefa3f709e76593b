public import VisitModel

/// All that the engine found out about one device and wants kept, to be written as a whole or not at all.
public struct DeviceCommit: Sendable {
    /// Which device.
    public var device: DeviceKey
    /// The device's whole state after the newest fix applied, in the engine's own bytes.
    public var state: [UInt8]
    /// The format of those bytes, and of the checkpoints'.
    public var stateFormat: Int
    /// The version of the policy that the state was made with.
    public var policyVersion: String
    /// The time of the newest fix applied; `nil` before the first.
    public var newestFixAt: Timestamp?
    /// When time alone will change something, should nothing more be heard of the device; `nil` where it will not.
    public var dueAt: Timestamp?
    /// What is known of the device's clock; `nil` where nothing is.
    public var clock: StoredClock?
    /// Checkpoints at or after this time are deleted, before any is saved: late fixes made them wrong.
    public var deleteCheckpointsFrom: Timestamp?
    /// The horizon: nothing before this time is gone back to.
    ///
    /// Of the checkpoints before it the newest is kept, for that is where what follows it begins.
    public var forgetCheckpointsBefore: Timestamp?
    /// States to go on from when fixes come late; one at the same time is replaced.
    public var checkpoints: [Checkpoint]
    /// Hours of raw fixes; one of the same hour is replaced.
    public var chunks: [FixChunk]
    /// Events whose trigger is at or after this time are deleted, before any is appended: `nil` deletes none.
    ///
    /// An event that comes back with the same id keeps the `observedAt` it had.
    public var replaceEventsFrom: Timestamp?
    /// Events to append.
    public var events: [JournalEvent]
    /// Stays that are new or changed.
    public var stays: [StoredStay]
    /// Stays that are no more, by id.
    public var removedStays: [String]
    /// Visits that are new or changed.
    public var visits: [Visit]
    /// Stays, of any device of the member, that are now part of another visit than their events were told of.
    public var movedStays: [MovedStay]
    /// Which stored state this one was made from (`StoredDeviceState.revision`), 0 where none was stored; `nil` replaces any.
    public var basis: Int64?
    /// The number of the last entry of the intake whose fixes are in the state and the hours; `nil` where none is new.
    public var intakeThrough: Int64?
    /// The fences that the phone is told to keep from now on; `nil` where that does not change.
    public var fences: PhoneFences?

    /// Makes a commit of a state and nothing else.
    ///
    /// - Parameters:
    ///   - device: which device.
    ///   - state: its whole state, in the engine's own bytes.
    ///   - stateFormat: the format of those bytes.
    ///   - policyVersion: the version of the policy that the state was made with.
    ///   - newestFixAt: the time of the newest fix applied.
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

/// A stored stay that goes over to another visit, with its events.
public struct MovedStay: Hashable, Sendable {
    /// The stay's name.
    public let stay: String
    /// The visit that its events name until now.
    public let from: VisitID
    /// The visit that it is part of now.
    public let to: VisitID
    /// When the first of its events happened, at the earliest.
    public let start: Timestamp
    /// When the last of its events happened, at the latest; `nil` while the stay goes on.
    public let end: Timestamp?

    /// Makes a move.
    ///
    /// - Parameters:
    ///   - stay: the stay as it is stored.
    ///   - from: the visit that its events name until now.
    ///   - to: the visit that it is part of now.
    public init(_ stay: StoredStay, from: VisitID, to: VisitID) {
        self.stay = stay.id
        self.from = from
        self.to = to
        self.start = stay.enteredAt
        self.end = stay.exitedAt
    }
}

/// A device's state as it was at an earlier time.
public struct Checkpoint: Hashable, Sendable {
    /// Every fix up to and with this time is in the state, and none after.
    public let at: Timestamp
    /// The engine's own bytes.
    public let state: [UInt8]

    /// Makes a checkpoint.
    ///
    /// - Parameters:
    ///   - at: the time of the last fix in the state.
    ///   - state: the engine's own bytes.
    public init(at: Timestamp, state: [UInt8]) {
        self.at = at
        self.state = state
    }
}

/// The raw fixes of a device in one hour of UTC, packed by the engine's side.
public struct FixChunk: Hashable, Sendable {
    /// The length of the span that a chunk covers, in milliseconds: an hour.
    public static let spanMilliseconds: Int64 = 3_600_000

    /// The start of the hour.
    public let bucket: Timestamp
    /// The time of the first fix.
    public let first: Timestamp
    /// The time of the last fix.
    public let last: Timestamp
    /// How many fixes there are, 1 or more.
    public let fixCount: Int
    /// The packed fixes.
    public let fixes: [UInt8]

    /// Makes a chunk.
    ///
    /// - Parameters:
    ///   - first: the time of the first fix, which tells the hour.
    ///   - last: the time of the last fix, in the same hour.
    ///   - fixCount: how many fixes there are, 1 or more.
    ///   - fixes: the packed fixes.
    public init(first: Timestamp, last: Timestamp, fixCount: Int, fixes: [UInt8]) {
        self.bucket = Self.bucket(of: first)
        self.first = first
        self.last = last
        self.fixCount = fixCount
        self.fixes = fixes
    }

    /// The start of the hour that a time is in.
    ///
    /// - Parameter time: any time.
    /// - Returns: the full hour of UTC at or before it.
    public static func bucket(of time: Timestamp) -> Timestamp {
        let remainder = time.milliseconds % spanMilliseconds
        return Timestamp(
            milliseconds: time.milliseconds - (remainder < 0 ? remainder + spanMilliseconds : remainder)
        )
    }
}
