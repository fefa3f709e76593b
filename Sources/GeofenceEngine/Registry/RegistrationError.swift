internal import VisitModel

/// A platform's refusal to watch a geofence.
public struct RegistrationError: Error, Hashable, Sendable {
    /// What the platform says, in its own words.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// iOS could not monitor a region (`CLError.Code.regionMonitoringFailure`).
        case regionMonitoringFailure = "region_monitoring_failure"
        /// Android has no room for so many (`GeofenceStatusCodes.GEOFENCE_TOO_MANY_GEOFENCES`).
        case tooManyGeofences = "too_many_geofences"

        /// The platform's own number: 5 on iOS, 1001 on Android.
        public var number: Int {
            switch self {
            case .regionMonitoringFailure: 5
            case .tooManyGeofences: 1001
            }
        }
    }

    /// What the platform says.
    public let code: Code
    /// What was asked for and what to do, as a sentence for a person.
    public let message: String
    /// The fences that are not watched because of it, in the order of their keys.
    public let refused: [FenceKey]

    /// Makes a refusal.
    ///
    /// - Parameters:
    ///   - code: what the platform says.
    ///   - message: what was asked for and what to do.
    ///   - refused: the fences that are not watched because of it.
    public init(_ code: Code, _ message: String, refused: [FenceKey]) {
        self.code = code
        self.message = message
        self.refused = refused
    }

    /// The refusal of a platform that has too few slots.
    static func tooMany(asked: Int, limit: Int, platform: Platform, refused: [FenceKey]) -> RegistrationError {
        RegistrationError(
            platform == .ios ? .regionMonitoringFailure : .tooManyGeofences,
            "\(asked) geofences were to be registered, the limit is \(limit): register the nearest only",
            refused: refused
        )
    }
}

extension RegistrationError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
