public import PhoneOS

/// The conditions under which Core Location monitors for an app and reports to it.
public struct IOSConditions: Hashable, Sendable {
    /// Whether location services are on for the whole phone.
    public var areLocationServicesOn: Bool
    /// The app's location authorization.
    public var authorization: IOSAuthorization
    /// The precision of the location that the app may see.
    public var precision: LocationPrecision
    /// Whether the phone's hardware can monitor regions (`isMonitoringAvailable(for:)`).
    public var isRegionMonitoringAvailable: Bool
    /// Whether the phone was unlocked since it was booted.
    public var isUnlockedSinceBoot: Bool
    /// Whether the app is in the foreground.
    public var isAppInUse: Bool

    /// Creates conditions; the defaults are those of a fully authorized app in the background.
    public init(
        areLocationServicesOn: Bool = true,
        authorization: IOSAuthorization = .always,
        precision: LocationPrecision = .full,
        isRegionMonitoringAvailable: Bool = true,
        isUnlockedSinceBoot: Bool = true,
        isAppInUse: Bool = false
    ) {
        self.areLocationServicesOn = areLocationServicesOn
        self.authorization = authorization
        self.precision = precision
        self.isRegionMonitoringAvailable = isRegionMonitoringAvailable
        self.isUnlockedSinceBoot = isUnlockedSinceBoot
        self.isAppInUse = isAppInUse
    }

    /// Whether the app may receive locations now, apart from the first unlock.
    ///
    /// Sufficient for the significant-change service and visits, which work with reduced accuracy too (Apple,
    /// `accuracyAuthorization`).
    public var allowsCoarseServices: Bool {
        areLocationServicesOn && authorization.isEffective(isAppInUse: isAppInUse)
    }

    /// Whether regions are monitored now, apart from the first unlock.
    ///
    /// With reduced accuracy, region monitoring does not work (Apple, `accuracyAuthorization`).
    public var allowsRegionMonitoring: Bool {
        allowsCoarseServices && precision == .full && isRegionMonitoringAvailable
    }
}

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

    /// Returns whether the app may receive locations now: with Always, or with When In Use while in use.
    public func isEffective(isAppInUse: Bool) -> Bool {
        switch self {
        case .always: true
        case .whenInUse: isAppInUse
        case .notDetermined, .restricted, .denied: false
        }
    }
}
