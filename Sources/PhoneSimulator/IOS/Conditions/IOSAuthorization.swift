/// The location authorization of an app, with the numbers of `CLAuthorizationStatus`.
public enum IOSAuthorization: Int, Hashable, Sendable, CaseIterable {
    /// The app has not requested it yet.
    case notDetermined = 0
    /// Refused, and the member cannot change it (parental controls, a managed phone).
    case restricted = 1
    /// The member refused it.
    case denied = 2
    /// At any time, which lets the system launch the app.
    case always = 3
    /// While the app is in use.
    case whenInUse = 4

    /// Returns whether the app may receive locations now.
    ///
    /// - Parameter isAppInUse: whether the app is in the foreground.
    /// - Returns: true for Always, and for When In Use while in use.
    public func isEffective(isAppInUse: Bool) -> Bool {
        switch self {
        case .always: true
        case .whenInUse: isAppInUse
        case .notDetermined, .restricted, .denied: false
        }
    }
}
