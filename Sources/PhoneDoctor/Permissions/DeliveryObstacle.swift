internal import PhoneOS
internal import VisitModel

/// An obstacle that kept a phone from reporting transitions.
struct DeliveryObstacle: Hashable, Sendable {
    let kind: Kind
    /// When it began.
    let start: Timestamp
    /// When it ended; `nil` for the end of the history.
    let end: Timestamp?
    /// The evidence in words.
    let text: String

    /// The kinds of obstacles.
    enum Kind: Hashable, Sendable, CaseIterable {
        case permission, precision, location, playServices, regionMonitoring, radius, request, frequency, intents
        case limit, manifest
        case places
        /// An obstacle of a kind that the history does not show.
        case unknown

        /// The obstacle, for a finding's cause.
        var cause: String {
            switch self {
            case .permission: "a permission is missing"
            case .precision: "only rough positions are allowed, by which no place can be watched"
            case .location: "location is off"
            case .playServices: "Google Play services are missing or outdated"
            case .regionMonitoring: "the phone can't monitor regions"
            case .radius: "the place is larger than the phone can watch"
            case .request: "the phone does not take the place as it is described"
            case .frequency: "places are added too often"
            case .intents: "the app has more pending intents than the phone takes"
            case .limit: "the phone takes fewer places than the app asks for"
            case .manifest: "the app was built without something that the system wants"
            case .places: "the member's list of places is empty"
            case .unknown: "a permission is missing, location is off, or the phone can't watch places"
            }
        }

        /// The advice against it.
        var advice: String {
            switch self {
            case .permission:
                "verify that foreground and background location and notifications are granted"
            case .precision: "have the member allow the precise location"
            case .location: "have the member switch location on"
            case .playServices: "install or update Google Play services, and register the places again"
            case .regionMonitoring: "use a phone that can, or ask for positions all the time"
            case .radius: "make the place smaller, or watch several smaller ones"
            case .request: "look at the Error events for details, and change the place's id or size"
            case .frequency: "add the places in one call, and wait before the next"
            case .intents: "use one pending intent for all places"
            case .limit: "count the slots that are there, and watch fewer places"
            case .manifest: "add what the Error events name; positions all the time need the background mode `location`"
            case .places: "put places on the member's list"
            case .unknown:
                "verify that foreground and background location and notifications are granted and that location "
                    + "services are on; on Android, that Google Play services are there and up to date"
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
