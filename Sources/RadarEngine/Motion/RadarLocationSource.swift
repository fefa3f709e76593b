internal import TrackingModel
internal import VisitModel

/// The cause of a location update, as sent to Radar's servers.
///
/// Source: Radar SDKs for iOS and Android, RadarLocationSource.
public enum RadarLocationSource: String, Hashable, Sendable, CaseIterable, Codable {
    /// The app requested one update.
    case foregroundLocation = "FOREGROUND_LOCATION"
    /// Background tracking.
    case backgroundLocation = "BACKGROUND_LOCATION"
    /// The app supplied a position itself.
    case manualLocation = "MANUAL_LOCATION"
    /// The system detected an arrival (iOS).
    case visitArrival = "VISIT_ARRIVAL"
    /// The system detected a departure (iOS).
    case visitDeparture = "VISIT_DEPARTURE"
    /// A monitored region was entered.
    case geofenceEnter = "GEOFENCE_ENTER"
    /// A monitored region was exited.
    case geofenceExit = "GEOFENCE_EXIT"
    /// The device has stayed in a monitored region (Android).
    case geofenceDwell = "GEOFENCE_DWELL"
    /// Tracking along a simulated route.
    case mockLocation = "MOCK_LOCATION"
    /// A beacon came into range.
    case beaconEnter = "BEACON_ENTER"
    /// A beacon went out of range.
    case beaconExit = "BEACON_EXIT"
    /// Positioning inside a building (iOS).
    case indoors = "INDOORS"
    /// An unknown cause.
    case unknown = "UNKNOWN"

    /// Whether a beacon caused the update.
    public var isBeacon: Bool { self == .beaconEnter || self == .beaconExit }

    /// Whether an update of this source is accepted regardless of its accuracy and age, and of whether tracking is on.
    ///
    /// Beacons, and on iOS arrivals, are forced only while `sync` is not `events`.
    public func isForced(under options: RadarTrackingOptions) -> Bool {
        switch self {
        case .foregroundLocation, .manualLocation: true
        case .beaconEnter, .beaconExit: options.sync != .events
        case .visitArrival: options.platform == .ios && options.sync != .events
        default: false
        }
    }
}
