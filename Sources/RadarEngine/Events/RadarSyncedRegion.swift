internal import TrackingModel
public import VisitModel

/// The region that the server's list of nearby geofences covers: outside it there may be others.
///
/// The list contains the nearest geofences, so one that is missing from it is no nearer than the farthest one in it.
/// The vendor's server sends a separate region with the list. This one is derived from the list and limited to 100 m to
/// 5 km, like the region that triggers a new selection of a phone's fences.
public struct RadarSyncedRegion: Hashable, Sendable, Codable {
    /// The smallest and the largest radius, in metres.
    static let radiiMeters = 100.0...5000.0
    /// The outer share of the radius in which a new list is requested (Radar SDK for iOS, RadarSyncManager,
    /// `boundaryThresholdFraction`).
    static let edgeFraction = 0.2

    /// The position of the device for which the list was made.
    public let center: Coordinate
    /// The radius in metres.
    public let radiusMeters: Double

    /// Creates the region of a list.
    public init(around center: Coordinate, _ fences: [RadarNearbyGeofence]) {
        let farthest = fences.reduce(0) { max($0, center.distance(to: $1.center) - $1.radiusMeters) }
        self.center = center
        self.radiusMeters = min(max(farthest, Self.radiiMeters.lowerBound), Self.radiiMeters.upperBound)
    }

    /// Whether the list covers a point with a margin.
    ///
    /// - Parameter point: the position of the device.
    /// - Returns: false outside, and in the outer fifth of the radius.
    public func covers(_ point: Coordinate) -> Bool {
        point.distance(to: center) < radiusMeters * (1 - Self.edgeFraction)
    }
}
