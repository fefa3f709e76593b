/// The engine's results for one device, written as a whole or not at all.
package struct DeviceCommit: Sendable {
    package var device: DeviceKey
    /// The device's complete state after the newest applied fix, in the engine's own encoding.
    package var state: [UInt8]
    /// Of `state` and of the checkpoints.
    package var stateFormat: Int
    /// Of the policy that produced the state.
    package var policyVersion: String
    /// The time of the newest applied fix; `nil` before the first.
    package var newestFixAt: Timestamp?
    /// When the state changes by elapsed time alone if no further fix arrives; `nil` where it does not.
    package var dueAt: Timestamp?
    /// `nil` where there is no estimate of the device's clock error.
    package var clock: StoredClock?
    /// Checkpoints at or after this time are deleted before any is saved, because late fixes invalidated them.
    package var deleteCheckpointsFrom: Timestamp?
    /// The horizon: no recomputation starts before this time.
    ///
    /// The newest checkpoint before it is kept, because what follows is computed from there. Older ones are deleted.
    package var forgetCheckpointsBefore: Timestamp?
    /// States to recompute from when fixes arrive late; each replaces a stored one of the same time.
    package var checkpoints: [Checkpoint] = []
    /// Raw fixes by hour; each replaces a stored chunk of the same hour.
    package var chunks: [FixChunk] = []
    /// Events with `inputAt` at or after this time are deleted before any is appended; `nil` deletes none.
    ///
    /// An event that is appended again with the same id keeps its original `observedAt`.
    package var replaceEventsFrom: Timestamp?
    package var events: [JournalEvent] = []
    package var stays: [StoredStay] = []
    /// The ids of stays to delete.
    package var removedStays: [String] = []
    package var visits: [Visit] = []
    /// How much older than the newest fix of its phone the oldest late input behind the visits was when it arrived, in
    /// seconds; 0 where all input came in order.
    package var lateSeconds = 0.0
    /// Stays, of any device of the member, that now belong to another visit than the one their recorded events name.
    package var movedStays: [MovedStay] = []
    /// The `StoredDeviceState.revision` that this state was computed from: 0 where none was stored, `nil` to replace
    /// any.
    package var basis: Int64?
    /// The last pending-fix log entry contained in `state` and `chunks`, by sequence number; `nil` where none is new.
    package var intakeThrough: Int64?
    /// `nil` where the phone's geofences do not change.
    package var fences: PhoneFences?

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
    }
}
