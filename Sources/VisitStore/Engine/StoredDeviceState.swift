package import VisitModel

/// A device's state as of its last commit.
package struct StoredDeviceState: Hashable, Sendable {
    /// In the engine's own encoding.
    package let state: [UInt8]
    package let format: Int
    /// Of the policy that produced the state.
    package let policyVersion: String
    /// The time of the newest applied fix; `nil` before the first.
    package let newestFixAt: Timestamp?
    /// When the state changes by elapsed time alone if no further fix arrives; `nil` where it does not.
    package let dueAt: Timestamp?
    /// The number of times the state was written; detects a write by another process.
    package let revision: Int64
    /// `nil` before the first fix with a receive time.
    package let clock: StoredClock?
}

package struct StoredClock: Hashable, Sendable {
    /// By how much the clock runs ahead, in milliseconds, more than 0; `nil` where no error is known.
    package let offsetMilliseconds: Int64?
    /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
    package let seemsBehind: Bool
    /// The estimator's state, in the engine's own encoding.
    package let state: [UInt8]

    package init(offsetMilliseconds: Int64?, seemsBehind: Bool, state: [UInt8]) {
        self.offsetMilliseconds = offsetMilliseconds
        self.seemsBehind = seemsBehind
        self.state = state
    }
}

/// A stored state of a device: the newest, or a checkpoint from which late fixes are processed.
package struct StoredStateBytes: Hashable, Sendable {
    package let device: Device
    /// In the engine's own encoding.
    package let state: [UInt8]
    /// For a checkpoint the format of the device's newest state.
    package let format: Int
    /// `nil` for the newest state.
    package let checkpointAt: Timestamp?
    /// The state of the clock estimator; `nil` for a checkpoint.
    package let clock: [UInt8]?
}

/// An interval that one device spent at one facility.
///
/// A member's visit is built from the stays of the member's devices at the same place and time.
package struct StoredStay: Hashable, Sendable {
    package let id: String
    package let facility: FacilityID
    package var enteredAt: Timestamp
    /// `nil` until the dwell threshold is reached.
    package var dwelledAt: Timestamp?
    /// `nil` while the stay is open.
    package var exitedAt: Timestamp?
    /// Whether the stay is open, and otherwise how it ended.
    package var status: Visit.Status
    package var evidence: Visit.Evidence
    package var fixesInside: Int
    /// The last time at which the device was proven inside.
    package var lastProofAt: Timestamp
    /// In metres, the greatest distance of a fix inside the edge; negative when every fix lay outside.
    package var depthMeters: Double
    /// Doubts to show to a reviewer.
    package var doubts: Visit.Doubts
    /// The time of the input that caused the last change.
    package var touchedAt: Timestamp
    package var visit: VisitID?
    /// The engine's running sums over the stay's fixes; `nil` for a stay stored by a version that kept none.
    package var evidenceState: [UInt8]?

    package init(
        id: String,
        facility: FacilityID,
        enteredAt: Timestamp,
        dwelledAt: Timestamp?,
        exitedAt: Timestamp?,
        status: Visit.Status,
        evidence: Visit.Evidence,
        fixesInside: Int,
        lastProofAt: Timestamp,
        depthMeters: Double,
        doubts: Visit.Doubts,
        touchedAt: Timestamp,
        visit: VisitID?,
        evidenceState: [UInt8]? = nil
    ) {
        self.id = id
        self.facility = facility
        self.enteredAt = enteredAt
        self.dwelledAt = dwelledAt
        self.exitedAt = exitedAt
        self.status = status
        self.evidence = evidence
        self.fixesInside = fixesInside
        self.lastProofAt = lastProofAt
        self.depthMeters = depthMeters
        self.doubts = doubts
        self.touchedAt = touchedAt
        self.visit = visit
        self.evidenceState = evidenceState
    }
}
