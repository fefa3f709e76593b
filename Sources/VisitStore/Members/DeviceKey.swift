package import VisitModel

/// A device's permanent key in the database.
package struct DeviceKey: RawRepresentable, Hashable, Sendable {
    /// The key's value.
    package let rawValue: Int64

    /// Creates a key.
    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// A device as it is stored, with a summary of its fixes.
package struct StoredDevice: Hashable, Sendable {
    /// The device's key.
    package let key: DeviceKey
    /// The device, its member and platform.
    package let device: Device
    /// The device's time zone, if known.
    package let timeZone: TimeZoneName?
    /// The time of the newest fix received; `nil` before the first.
    package let newestFixAt: Timestamp?
    /// The number of stored raw fixes.
    package let fixCount: Int
    /// By how many seconds the clock runs ahead, rounded; `nil` where no error is known.
    package let clockOffsetSeconds: Int?
    /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
    package let clockSeemsBehind: Bool

    /// Creates a stored device.
    package init(
        key: DeviceKey,
        device: Device,
        timeZone: TimeZoneName?,
        newestFixAt: Timestamp?,
        fixCount: Int,
        clockOffsetSeconds: Int? = nil,
        clockSeemsBehind: Bool = false
    ) {
        self.key = key
        self.device = device
        self.timeZone = timeZone
        self.newestFixAt = newestFixAt
        self.fixCount = fixCount
        self.clockOffsetSeconds = clockOffsetSeconds
        self.clockSeemsBehind = clockSeemsBehind
    }
}
