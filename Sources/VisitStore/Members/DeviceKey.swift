package import VisitModel

/// A device's permanent key in the database.
package struct DeviceKey: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

package struct StoredDevice: Hashable, Sendable {
    package let key: DeviceKey
    package let device: Device
    package let timeZone: TimeZoneName?
    /// The time of the newest fix received; `nil` before the first.
    package let newestFixAt: Timestamp?
    /// Counts the stored raw fixes.
    package let fixCount: Int
    /// By how many seconds the clock runs ahead, rounded; `nil` where no error is known.
    package let clockOffsetSeconds: Int?
    /// Whether the clock seems to be behind: fixes arrive hours old, always by the same amount.
    package let clockSeemsBehind: Bool

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
