/// An entry to append to the pending-fix log.
///
/// The pending-fix log (table `intake`) is a write-ahead log of fixes that were received but are not contained in the
/// stored state of their device yet. After a restart they are processed from the log.
package struct IntakeEntry: Hashable, Sendable {
    package let device: DeviceKey
    /// Packed by the engine, all of one hour.
    package let fixes: FixChunk

    /// Creates an entry; the device's state has been committed before.
    package init(device: DeviceKey, fixes: FixChunk) {
        self.device = device
        self.fixes = fixes
    }
}

/// A stored entry of the pending-fix log.
package struct StoredIntake: Hashable, Sendable {
    /// Later entries have greater numbers.
    package let number: Int64
    package let fixes: FixChunk

    package init(number: Int64, fixes: FixChunk) {
        self.number = number
        self.fixes = fixes
    }
}
