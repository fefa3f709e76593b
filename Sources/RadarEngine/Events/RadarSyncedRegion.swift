internal import TrackingModel
public import VisitModel

/// Where the server's list of geofences near the device holds: outside of it there may be others.
///
/// A list names the nearest, so that one which is not on it is no nearer than the farthest that is. The vendor's server
/// names a region of its own with the list; this one follows from the list, and is kept within 100 m and 5 km as the
/// region is that has a phone's fences chosen anew.
public struct RadarSyncedRegion: Hashable, Sendable, Codable {
    /// The smallest and the largest radius, in metres.
    static let radiiMeters = 100.0...5000.0
    /// How much of the radius, from the outside, is so near the edge that the list is asked for anew (Radar SDK for iOS,
    /// RadarSyncManager, `boundaryThresholdFraction`).
    static let edgeFraction = 0.2

    /// Where the device was that the list was made for.
    public let center: Coordinate
    /// How far from there the list holds, in metres.
    public let radiusMeters: Double

    /// Makes the region of a list.
    ///
    /// - Parameters:
    ///   - center: where the device was.
    ///   - fences: the geofences near it, the nearest.
    public init(around center: Coordinate, _ fences: [RadarNearbyGeofence]) {
        let farthest = fences.reduce(0) { max($0, center.distance(to: $1.center) - $1.radiusMeters) }
        self.center = center
        self.radiusMeters = min(max(farthest, Self.radiiMeters.lowerBound), Self.radiiMeters.upperBound)
    }

    /// Whether the list holds at a point, and some way round it.
    ///
    /// - Parameter point: where the device is.
    /// - Returns: false outside, and in the outer fifth of the radius.
    public func covers(_ point: Coordinate) -> Bool {
        point.distance(to: center) < radiusMeters * (1 - Self.edgeFraction)
    }
}
