public import VisitModel

/// A device's key in the database, which it keeps for ever.
public struct DeviceKey: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// Takes a number that the store gave out.
    ///
    /// - Parameter rawValue: the number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// A device as the database knows it, and what came from it.
public struct StoredDevice: Hashable, Sendable {
    /// The device's key.
    public let key: DeviceKey
    /// The device, its member and platform.
    public let device: Device
    /// The device's time zone, where one was given.
    public let timeZone: TimeZoneName?
    /// The time of the newest fix that was applied; `nil` before the first.
    public let newestFixAt: Timestamp?
    /// How many raw fixes are stored.
    public let fixCount: Int
    /// By how many seconds its clock runs ahead, rounded; `nil` where it is right, as far as is known.
    public let clockOffsetSeconds: Int?
    /// Whether its clock seems to be behind: fixes come hours old, always by as much.
    public let clockSeemsBehind: Bool

    /// Makes a listing.
    ///
    /// - Parameters:
    ///   - key: the device's key.
    ///   - device: the device.
    ///   - timeZone: its time zone.
    ///   - newestFixAt: the time of the newest fix that was applied.
    ///   - fixCount: how many raw fixes are stored.
    ///   - clockOffsetSeconds: by how many seconds its clock runs ahead.
    ///   - clockSeemsBehind: whether its clock seems to be behind.
    public init(
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
