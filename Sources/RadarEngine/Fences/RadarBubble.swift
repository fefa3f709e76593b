internal import TrackingModel
public import VisitModel

/// The region round the device that wakes tracking when it is left.
///
/// It is made anew round each update, with the radius for the state, as long as tracking is on.
///
/// Source: Radar SDK for iOS, RadarLocationManager replaceBubbleGeofence; Radar SDK for Android, RadarLocationManager
/// replaceBubbleGeofence.
public struct RadarBubble: Hashable, Sendable, Codable {
    /// The phone's operating system.
    public let platform: Platform
    /// The name of the region that is watched, if one is.
    public private(set) var id: String?
    /// How many names were given out (iOS).
    private var count: UInt64 = 0
    /// What keeps this device's names apart from another's (iOS).
    private let salt: String

    /// Makes a bubble that is not there yet.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - salt: what keeps this device's names apart from another's, for instance the installation's id.
    public init(platform: Platform, salt: String) {
        self.platform = platform
        self.salt = salt
    }

    /// Brings the bubble up to date.
    ///
    /// - Parameters:
    ///   - center: where the device is; `nil` where there is no new update, which leaves the bubble where it is.
    ///   - isStopped: whether the device is stopped.
    ///   - options: the options in force; `nil` where tracking is off.
    /// - Returns: what changes.
    public mutating func update(
        center: Coordinate?,
        isStopped: Bool,
        under options: RadarTrackingOptions?
    ) -> RadarRegionChange {
        guard let options, let radius = Self.radius(isStopped, options) else { return remove() }
        guard let center else { return RadarRegionChange() }
        var change = remove()
        let region = region(center, radius, isStopped, options)
        id = region.id
        change.added = [region]
        return change
    }

    /// Forgets the bubble without a word to the phone, which has lost it already.
    public mutating func forget() {
        id = nil
    }

    private mutating func remove() -> RadarRegionChange {
        defer { id = nil }
        return RadarRegionChange(removed: id.map { [$0] } ?? [])
    }

    /// The radius in metres; `nil` where no bubble is wanted, or none of that size can be watched.
    private static func radius(_ isStopped: Bool, _ options: RadarTrackingOptions) -> Double? {
        let isUsed = isStopped ? options.useStoppedGeofence : options.useMovingGeofence
        let radius = isStopped ? options.stoppedGeofenceRadius : options.movingGeofenceRadius
        return isUsed && radius > 0 ? radius.meters : nil
    }

    private mutating func region(
        _ center: Coordinate,
        _ radius: Double,
        _ isStopped: Bool,
        _ options: RadarTrackingOptions
    ) -> RadarRegion {
        switch platform {
        case .ios:
            RadarRegion(
                id: "radar_bubble_\(nextUUID())",
                center: center,
                radiusMeters: radius,
                transitions: .exit,
                initialTrigger: [],
                dwellDelay: .zero
            )
        case .android:
            RadarRegion(
                id: isStopped ? "radar_stopped" : "radar_moving",
                center: center,
                radiusMeters: radius,
                transitions: isStopped ? .exit : [.exit, .dwell],
                initialTrigger: isStopped ? .exit : [.exit, .dwell],
                dwellDelay: isStopped ? .zero : options.dwellDelay
            )
        }
    }

    /// A name in the form of a UUID of version 8 (RFC 9562, section 5.8) that follows from the salt and the count,
    /// where the vendor's is random.
    private mutating func nextUUID() -> String {
        count += 1
        var digest = StableDigest()
        digest.combine(salt)
        digest.combine(count)
        let high = digest.value & ~0xF000 | 0x8000
        digest.combine(byte: 0)
        let low = digest.value & ~(3 << 62) | 1 << 63
        return String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for digit in 0..<32 {
                if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                    text[end] = UInt8(ascii: "-")
                    end += 1
                }
                let value = UInt8(truncatingIfNeeded: (digit < 16 ? high : low) >> (60 - 4 * UInt64(digit % 16))) & 0xF
                text[end] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
                end += 1
            }
            return end
        }
    }
}
