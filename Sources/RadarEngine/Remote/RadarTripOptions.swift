internal import TrackingModel
public import VisitModel

/// A trip to a destination, as started by the app.
///
/// Source: Radar SDK for iOS, RadarTripOptions.
public struct RadarTripOptions: Hashable, Sendable, Codable {
    /// The version of the trip's format, sent to the server.
    public static let version = "2"

    /// The trip's identifier in the app's own system.
    public var externalID: String
    /// Custom data that the server returns with the trip's events.
    public var metadata: [String: String]
    /// The tag of the destination geofence.
    public var destinationGeofenceTag: String?
    /// The destination's identifier in the app's own system.
    public var destinationGeofenceExternalID: String?
    /// The mode of travel.
    public var mode: Mode
    /// The scheduled time of arrival.
    public var scheduledArrivalAt: Timestamp?
    /// The minutes before arrival, 0 or more, at which the trip counts as approaching; `nil` for the server's default.
    public var approachingThresholdMinutes: Int?
    /// Whether the trip starts tracking where it is off and no options are given; default true.
    public var startsTracking: Bool

    /// A mode of travel.
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

    /// Creates a trip.
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
