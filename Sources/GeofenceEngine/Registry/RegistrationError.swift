internal import VisitModel

/// A platform's refusal to monitor so many geofences.
public struct RegistrationError: Error, Hashable, Sendable {
    /// The platform's error code, by its name there.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// iOS could not monitor a region (`CLError.Code.regionMonitoringFailure`).
        case regionMonitoringFailure = "region_monitoring_failure"
        /// Android has no room for so many (`GeofenceStatusCodes.GEOFENCE_TOO_MANY_GEOFENCES`).
        case tooManyGeofences = "too_many_geofences"

        /// The platform's numeric code: 5 on iOS, 1001 on Android.
        public var number: Int {
            switch self {
            case .regionMonitoringFailure: 5
            case .tooManyGeofences: 1001
            }
        }
    }

    /// The platform's error code.
    public let code: Code
    /// A message for a person: the number requested, the limit and what to do.
    public let message: String

    init(requested: Int, limit: Int, platform: Platform) {
        code = platform == .ios ? .regionMonitoringFailure : .tooManyGeofences
        message = "\(requested) geofences were requested, the limit is \(limit): register only the nearest"
    }
}

extension RegistrationError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
