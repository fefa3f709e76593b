package import VisitModel

/// One device's records, carried as a value: its state, and the history that late input needs.
package struct DeviceRecord: Hashable, Sendable {
    package internal(set) var device: Device
    /// The device's number in its member's record.
    package let key: DeviceKey
    /// The state after the newest input; `nil` before the first.
    package private(set) var state: StoredDeviceState?
    /// The inputs by hour, oldest first.
    private(set) var hours: [FixChunk]
    /// The states to evaluate late input from, oldest first.
    private(set) var checkpoints: [Checkpoint]
    /// The stays, in the order of their last change.
    var stays: [StoredStay]
    /// The time from which the inputs are kept; `nil` while all are.
    private(set) var completeSince: Timestamp?

    init(
        _ device: Device,
        key: DeviceKey,
        state: StoredDeviceState? = nil,
        hours: [FixChunk] = [],
        checkpoints: [Checkpoint] = [],
        stays: [StoredStay] = [],
        completeSince: Timestamp? = nil
    ) {
        self.device = device
        self.key = key
        self.state = state
        self.hours = hours
        self.checkpoints = checkpoints
        self.stays = stays
        self.completeSince = completeSince
    }

    /// Applies a commit of the device.
    mutating func apply(_ commit: DeviceCommit) {
        state = StoredDeviceState(
            state: commit.state,
            format: commit.stateFormat,
            policyVersion: commit.policyVersion,
            newestFixAt: commit.newestFixAt,
            dueAt: commit.dueAt,
            revision: (state?.revision ?? 0) + 1,
            clock: commit.clock
        )
        if let start = commit.deleteCheckpointsFrom { checkpoints.removeAll { $0.at >= start } }
        for checkpoint in commit.checkpoints {
            checkpoints.removeAll { $0.at == checkpoint.at }
            checkpoints.append(checkpoint)
        }
        checkpoints.sort { $0.at < $1.at }
        for chunk in commit.chunks {
            let place = hours.lastIndex { $0.bucket <= chunk.bucket }
            if let place, hours[place].bucket == chunk.bucket {
                hours[place] = chunk
            } else {
                hours.insert(chunk, at: place.map { $0 + 1 } ?? 0)
            }
        }
        let replaced = Set(commit.removedStays + commit.stays.map(\.id))
        stays.removeAll { replaced.contains($0.id) }
        stays += commit.stays
        stays.sort { ($0.touchedAt, $0.id) < ($1.touchedAt, $1.id) }
        if let horizon = commit.forgetCheckpointsBefore { forgetInputs(before: horizon) }
    }

    /// Forgets the inputs and checkpoints that no late input needs: those before the newest checkpoint that lies before
    /// the horizon.
    private mutating func forgetInputs(before horizon: Timestamp) {
        guard let oldest = checkpoints.lastIndex(where: { $0.at < horizon }) else { return }
        checkpoints.removeFirst(oldest)
        let start = checkpoints[0].at
        hours.removeAll { $0.last <= start }
        completeSince = Timestamp(milliseconds: start.milliseconds + 1)
    }

    /// Forgets everything but the state and the stays; input from before its newest fix is then not evaluated.
    mutating func forgetHistory(before time: Timestamp) {
        (hours, checkpoints) = ([], [])
        completeSince = Timestamp(milliseconds: time.milliseconds + 1)
    }

    /// The time of the newest fix; `nil` before the first.
    var newestAt: Timestamp? { state?.newestFixAt }
}

extension DeviceRecord: DeviceHistory {
    package func chunks(from start: Timestamp, to end: Timestamp?) -> [FixChunk] {
        hours.filter { chunk in chunk.last >= start && end.map { chunk.first <= $0 } ?? true }
    }

    package func completeFrom() -> Timestamp? { completeSince }

    package func checkpoint(atOrBefore time: Timestamp) -> Checkpoint? { checkpoints.last { $0.at <= time } }

    package func checkpoint(atOrAfter time: Timestamp) -> Checkpoint? { checkpoints.first { $0.at >= time } }

    package func stays(touchedFrom time: Timestamp) -> [StoredStay] { stays.filter { $0.touchedAt >= time } }
}
