package import VisitModel

/// An entry to append to the pending-fix log.
///
/// The pending-fix log (table `intake`) is a write-ahead log of fixes that were received but are not contained in the
/// stored state of their device yet. After a restart they are processed from the log.
package struct IntakeEntry: Hashable, Sendable {
    /// The device that sent the fixes.
    package let device: DeviceKey
    /// The fixes, packed by the engine.
    package let fixes: FixChunk

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - device: the device that sent the fixes; its state has been committed before.
    ///   - fixes: the fixes, all of one hour.
    package init(device: DeviceKey, fixes: FixChunk) {
        self.device = device
        self.fixes = fixes
    }
}

/// A stored entry of the pending-fix log.
package struct StoredIntake: Hashable, Sendable {
    /// The entry's sequence number; later entries have greater numbers.
    package let number: Int64
    /// The fixes.
    package let fixes: FixChunk
}

/// An entry of the pending-fix log that its device's state does not contain yet, without the fixes.
package struct UnsavedIntake: Hashable, Sendable {
    /// The entry's sequence number.
    package let number: Int64
    /// The device's key.
    package let key: DeviceKey
    /// The device.
    package let device: Device
    /// The size of the packed fixes in bytes.
    package let byteCount: Int
}
