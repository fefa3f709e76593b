/// What a member lets an app see of their location, with the numbers of `CLAuthorizationStatus`.
public enum IOSAuthorization: Int, Hashable, Sendable, CaseIterable {
    /// The app has not asked yet.
    case notDetermined = 0
    /// The app may not, and the member can't change it (parental controls, a managed phone).
    case restricted = 1
    /// The member said no.
    case denied = 2
    /// At any time, which lets the system start the app.
    case always = 3
    /// While the app is in use.
    case whenInUse = 4

    /// Whether the app may have anything about locations now.
    ///
    /// - Parameter isAppInUse: whether the app is on the screen.
    /// - Returns: true for Always, and for When In Use while in use.
    public func isEffective(isAppInUse: Bool) -> Bool {
        switch self {
        case .always: true
        case .whenInUse: isAppInUse
        case .notDetermined, .restricted, .denied: false
        }
    }
}
