public import VisitModel

/// Fixes that nothing came of yet, to be put down as they came.
public struct IntakeEntry: Hashable, Sendable {
    /// Which device sent them.
    public let device: DeviceKey
    /// The fixes, packed by the engine's side.
    public let fixes: FixChunk

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - device: which device sent them; one whose state was committed before.
    ///   - fixes: the fixes, all of one hour.
    public init(device: DeviceKey, fixes: FixChunk) {
        self.device = device
        self.fixes = fixes
    }
}

/// What is put down of a device, and under which number.
public struct StoredIntake: Hashable, Sendable {
    /// Its number: what came later has a greater one.
    public let number: Int64
    /// The fixes.
    public let fixes: FixChunk
}

/// What of the intake is not in its device's state yet, without the fixes.
public struct UnsavedIntake: Hashable, Sendable {
    /// Its number.
    public let number: Int64
    /// Which device's.
    public let key: DeviceKey
    /// The device.
    public let device: Device
    /// How many bytes the fixes take.
    public let byteCount: Int
}
