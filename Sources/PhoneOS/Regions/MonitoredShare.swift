package import VisitModel

/// How many of a member's facilities a phone monitors where it can't monitor them all.
package struct MonitoredShare: Hashable, Sendable, Codable {
    package let facilities: Int
    package let monitored: Int

    package init(facilities: Int, monitored: Int) {
        self.facilities = facilities
        self.monitored = monitored
    }

    /// The words by which a message is recognized.
    private static let words = "regions an app"

    /// The error with the numbers and their reason (Gym Visits, "Troubleshooting": only some geofences register).
    ///
    /// Its code is the system's for too many regions. `hasTrigger`: whether the SDK itself uses one of the regions.
    package func error(on platform: Platform, hasTrigger: Bool) -> PhoneError {
        let isIOS = platform == .ios
        let trigger = hasTrigger ? ", one is the app's own, which shows that the member has moved" : ""
        let isLess = monitored + (hasTrigger ? 1 : 0) < platform.geofenceLimit
        return PhoneError(
            isIOS ? .regionMonitoringFailure : .tooManyGeofences,
            """
            \(facilities) facilities, \(monitored) of them \(monitored == 1 ? "is" : "are") monitored: \
            \(isIOS ? "iOS" : "Android") allows \(platform.geofenceLimit) \(Self.words)\(trigger)\
            \(isLess ? ", and others are reserved or in use" : ""). They are chosen again when the member moves; \
            with fewer facilities all are monitored
            """
        )
    }

    /// Whether an error's message has such numbers, and reports no refusal of the system.
    package static func isReported(by message: String) -> Bool { message.contains(words) }
}
