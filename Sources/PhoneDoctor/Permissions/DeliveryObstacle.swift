internal import PhoneOS
internal import VisitModel

/// An obstacle that kept a phone from reporting transitions.
struct DeliveryObstacle: Hashable, Sendable {
    let kind: Kind
    let start: Timestamp
    /// `nil` where it lasts to the end of the history.
    let end: Timestamp?
    /// The evidence in words.
    let text: String

    enum Kind: Hashable, Sendable, CaseIterable {
        case permission, precision, location, playServices, regionMonitoring, radius, request, frequency, intents
        case limit, manifest
        case places
        /// An obstacle of a kind that the history does not show.
        case unknown

        var cause: String {
            switch self {
            case .permission: "a permission is missing"
            case .precision: "only the approximate location is allowed, with which no geofence can be monitored"
            case .location: "location is off"
            case .playServices: "Google Play services are missing or outdated"
            case .regionMonitoring: "the phone can't monitor regions"
            case .radius: "the geofence is larger than the phone can monitor"
            case .request: "the phone does not accept the geofence's definition"
            case .frequency: "geofences are added too often"
            case .intents: "the app has more pending intents than the phone allows"
            case .limit: "the phone allows fewer geofences than the app requests"
            case .manifest: "the app was built without something that the system requires"
            case .places: "the member's list of facilities is empty"
            case .unknown: "a permission is missing, location is off, or the phone can't monitor geofences"
            }
        }

        var advice: String {
            switch self {
            case .permission: "verify that foreground and background location and notifications are granted"
            case .precision: "have the member allow the precise location"
            case .location: "have the member switch location on"
            case .playServices: "install or update Google Play services, and register the geofences again"
            case .regionMonitoring: "use a phone that can, or request continuous location updates"
            case .radius: "make the geofence smaller, or monitor several smaller ones"
            case .request: "see the Error events for details, and change the geofence's id or size"
            case .frequency: "add the geofences in one call, and wait before the next"
            case .intents: "use one pending intent for all geofences"
            case .limit: "check the number of available slots, and monitor fewer geofences"
            case .manifest:
                "add what the Error events name; continuous location updates need the background mode `location`"
            case .places: "add facilities to the member's list"
            case .unknown:
                "verify that foreground and background location and notifications are granted and that location "
                    + "services are on; on Android, that Google Play services are installed and up to date"
            }
        }

        /// The obstacle that an error reports; `nil` for an error that may occur at any time.
        init?(_ code: PhoneError.Code) {
            switch code {
            case .regionMonitoringDenied, .insufficientLocationPermission: self = .permission
            case .locationDenied: self = .unknown
            case .geofenceNotAvailable: self = .location
            case .playServicesUnavailable: self = .playServices
            case .manifestIncomplete: self = .manifest
            case .invalidRequest: self = .request
            case .requestTooFrequent: self = .frequency
            case .regionMonitoringFailure: self = .regionMonitoring
            case .tooManyGeofences: self = .limit
            case .tooManyPendingIntents: self = .intents
            case .regionMonitoringSetupDelayed: return nil
            }
        }
    }
}
