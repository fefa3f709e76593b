internal import TrackingModel
public import VisitModel

/// The region round the device that wakes tracking on exit.
///
/// It is recreated round each update, with the radius for the state, as long as tracking is on.
///
/// Source: Radar SDK for iOS, RadarLocationManager replaceBubbleGeofence; Radar SDK for Android, RadarLocationManager
/// replaceBubbleGeofence.
public struct RadarBubble: Hashable, Sendable, Codable {
    /// The phone's operating system.
    public let platform: Platform
    /// The identifier of the monitored region, if there is one.
    public private(set) var id: String?
    /// The number of identifiers generated so far (iOS).
    private var count: UInt64 = 0
    /// Distinguishes this device's identifiers from another's (iOS).
    private let salt: String

    /// Creates a bubble without a region; `salt` may be the installation's id.
    public init(platform: Platform, salt: String) {
        self.platform = platform
        self.salt = salt
    }

    /// Updates the region, and returns the regions to remove and add.
    ///
    /// Without a new update the center is `nil`, which leaves the region in place. The options are the effective ones;
    /// `nil` where tracking is off.
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

    /// Clears the region without removing it from the phone, which has lost it already.
    public mutating func forget() { id = nil }

    private mutating func remove() -> RadarRegionChange {
        defer { id = nil }
        return RadarRegionChange(removed: id.map { [$0] } ?? [])
    }

    /// In metres; `nil` where the options turn the bubble off or set the radius to 0.
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

    /// A UUID of version 8 (RFC 9562, section 5.8) derived from the salt and the count; the vendor's is random.
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
