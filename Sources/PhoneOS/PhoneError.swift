/// An error of a phone's operating system.
public struct PhoneError: Error, Hashable, Sendable {
    /// The system's error code.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // iOS: CLError.Code.
        /// Location services are off for the app or the phone (1).
        case locationDenied = "location_denied"
        /// The app may not monitor regions (4).
        case regionMonitoringDenied = "region_monitoring_denied"
        /// A region cannot be monitored: too many, too large, or no hardware (5).
        case regionMonitoringFailure = "region_monitoring_failure"
        /// The region is accepted, but its state is not known yet (6).
        case regionMonitoringSetupDelayed = "region_monitoring_setup_delayed"

        // Android: GeofenceStatusCodes.
        /// Location is off, or its accuracy mode rules geofences out (1000).
        case geofenceNotAvailable = "geofence_not_available"
        /// More than 100 geofences (1001).
        case tooManyGeofences = "too_many_geofences"
        /// More than 5 pending intents (1002).
        case tooManyPendingIntents = "too_many_pending_intents"
        /// Fine or background location is not granted (1004).
        case insufficientLocationPermission = "insufficient_location_permission"
        /// Geofences are added too frequently (1005).
        case requestTooFrequent = "request_too_frequent"

        // iOS and Android.
        /// An invalid request on any system: a name too long, a radius of 0.
        case invalidRequest = "invalid_request"
        /// Google Play services are missing or outdated.
        case playServicesUnavailable = "play_services_unavailable"
        /// The app's manifest lacks a required entry: a key of Info.plist, a background mode, a channel.
        case manifestIncomplete = "manifest_incomplete"

        /// The system's error number, if it has one.
        public var number: Int? {
            switch self {
            case .locationDenied: 1
            case .regionMonitoringDenied: 4
            case .regionMonitoringFailure: 5
            case .regionMonitoringSetupDelayed: 6
            case .geofenceNotAvailable: 1000
            case .tooManyGeofences: 1001
            case .tooManyPendingIntents: 1002
            case .insufficientLocationPermission: 1004
            case .requestTooFrequent: 1005
            case .invalidRequest, .playServicesUnavailable, .manifestIncomplete: nil
            }
        }
    }

    /// The system's error code.
    public let code: Code
    /// A sentence for people: what was requested and what to do.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension PhoneError: CustomStringConvertible {
    /// The message and, if the system has one, its error number.
    public var description: String { code.number.map { "\(message) (\($0))" } ?? message }
}
