internal import TrackingModel
public import VisitModel

/// A trip to a destination, as the app starts it.
///
/// Source: Radar SDK for iOS, RadarTripOptions.
public struct RadarTripOptions: Hashable, Sendable, Codable {
    /// The version of the trip's format that the server is told.
    public static let version = "2"

    /// The trip's name in the app's own system.
    public var externalID: String
    /// What the app wants to be told again with the trip's events.
    public var metadata: [String: String]
    /// The kind of geofence that is the destination.
    public var destinationGeofenceTag: String?
    /// The destination's name in the app's own system.
    public var destinationGeofenceExternalID: String?
    /// How the member travels.
    public var mode: Mode
    /// When the member should arrive.
    public var scheduledArrivalAt: Timestamp?
    /// How many minutes before the arrival the trip counts as approaching; `nil` for the server's default.
    public var approachingThresholdMinutes: Int?
    /// Whether tracking starts with the trip where it is off and no options are given; default true.
    public var startsTracking: Bool

    /// How a member travels.
    public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
        /// By car.
        case car
        /// By bicycle.
        case bike
        /// On foot.
        case foot
        /// By lorry.
        case truck
        /// By motorcycle.
        case motorbike
    }

    /// Makes a trip.
    ///
    /// - Parameters:
    ///   - externalID: the trip's name in the app's own system.
    ///   - metadata: what the app wants to be told again.
    ///   - destinationGeofenceTag: the kind of geofence that is the destination.
    ///   - destinationGeofenceExternalID: the destination's name.
    ///   - mode: how the member travels.
    ///   - scheduledArrivalAt: when the member should arrive.
    ///   - approachingThresholdMinutes: 0 or more.
    ///   - startsTracking: whether tracking starts with the trip.
    public init(
        externalID: String,
        metadata: [String: String] = [:],
        destinationGeofenceTag: String? = nil,
        destinationGeofenceExternalID: String? = nil,
        mode: Mode = .car,
        scheduledArrivalAt: Timestamp? = nil,
        approachingThresholdMinutes: Int? = nil,
        startsTracking: Bool = true
    ) {
        self.externalID = externalID
        self.metadata = metadata
        self.destinationGeofenceTag = destinationGeofenceTag
        self.destinationGeofenceExternalID = destinationGeofenceExternalID
        self.mode = mode
        self.scheduledArrivalAt = scheduledArrivalAt
        self.approachingThresholdMinutes = approachingThresholdMinutes.map { max(0, $0) }
        self.startsTracking = startsTracking
    }
}
