public import VisitModel

/// An entry to append to the pending-fix log.
///
/// The pending-fix log (table `intake`) is a write-ahead log of fixes that were received but are not contained in the
/// stored state of their device yet. After a restart they are processed from the log.
public struct IntakeEntry: Hashable, Sendable {
    /// The device that sent the fixes.
    public let device: DeviceKey
    /// The fixes, packed by the engine.
    public let fixes: FixChunk

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - device: the device that sent the fixes; its state has been committed before.
    ///   - fixes: the fixes, all of one hour.
    public init(device: DeviceKey, fixes: FixChunk) {
        self.device = device
        self.fixes = fixes
    }
}

/// A stored entry of the pending-fix log.
public struct StoredIntake: Hashable, Sendable {
    /// The entry's sequence number; later entries have greater numbers.
    public let number: Int64
    /// The fixes.
    public let fixes: FixChunk
}

/// An entry of the pending-fix log that its device's state does not contain yet, without the fixes.
public struct UnsavedIntake: Hashable, Sendable {
    /// The entry's sequence number.
    public let number: Int64
    /// The device's key.
    public let key: DeviceKey
    /// The device.
    public let device: Device
    /// The size of the packed fixes in bytes.
    public let byteCount: Int
}
