package import VisitModel

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
