import TrackingModel
import VisitModel

/// What made a location update come, as Radar's servers are told.
///
/// Source: Radar SDKs for iOS and Android, RadarLocationSource.
public enum RadarLocationSource: String, Hashable, Sendable, CaseIterable, Codable {
    /// The app asked for one update.
    case foregroundLocation = "FOREGROUND_LOCATION"
    /// Tracking in the background.
    case backgroundLocation = "BACKGROUND_LOCATION"
    /// The app handed in a position of its own.
    case manualLocation = "MANUAL_LOCATION"
    /// The system found an arrival (iOS).
    case visitArrival = "VISIT_ARRIVAL"
    /// The system found a departure (iOS).
    case visitDeparture = "VISIT_DEPARTURE"
    /// A watched region was entered.
    case geofenceEnter = "GEOFENCE_ENTER"
    /// A watched region was left.
    case geofenceExit = "GEOFENCE_EXIT"
    /// The device has stayed in a watched region (Android).
    case geofenceDwell = "GEOFENCE_DWELL"
    /// Tracking along an invented way.
    case mockLocation = "MOCK_LOCATION"
    /// A beacon came near.
    case beaconEnter = "BEACON_ENTER"
    /// A beacon went away.
    case beaconExit = "BEACON_EXIT"
    /// Positioning inside a building (iOS).
    case indoors = "INDOORS"
    /// Not known.
    case unknown = "UNKNOWN"

    /// Whether a beacon made it come.
    public var isBeacon: Bool { self == .beaconEnter || self == .beaconExit }

    /// Whether an update of this source is taken whatever its accuracy and age, and whether tracking is on or not.
    ///
    /// - Parameter options: beacons, and on iOS arrivals, force only while `sync` is not `events`.
    /// - Returns: true where the update is forced.
    public func isForced(under options: RadarTrackingOptions) -> Bool {
        switch self {
        case .foregroundLocation, .manualLocation: true
        case .beaconEnter, .beaconExit: options.sync != .events
        case .visitArrival: options.platform == .ios && options.sync != .events
        default: false
        }
    }
}
