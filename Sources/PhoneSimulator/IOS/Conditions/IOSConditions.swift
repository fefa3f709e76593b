public import PhoneOS

/// What Core Location looks at before it watches or tells an app anything.
public struct IOSConditions: Hashable, Sendable {
    /// Whether location services are on for the whole phone.
    public var areLocationServicesOn: Bool
    /// What the member lets the app see.
    public var authorization: IOSAuthorization
    /// How exactly the app may see it.
    public var precision: LocationPrecision
    /// Whether the phone's hardware can monitor regions (`isMonitoringAvailable(for:)`).
    public var isRegionMonitoringAvailable: Bool
    /// Whether the phone was unlocked since it started.
    public var isUnlockedSinceBoot: Bool
    /// Whether the app is on the screen.
    public var isAppInUse: Bool

    /// Makes conditions; the defaults are those of an app that may do everything and is not on the screen.
    ///
    /// - Parameters:
    ///   - areLocationServicesOn: whether location services are on.
    ///   - authorization: what the app may see.
    ///   - precision: how exactly.
    ///   - isRegionMonitoringAvailable: whether the hardware can monitor regions.
    ///   - isUnlockedSinceBoot: whether the phone was unlocked since it started.
    ///   - isAppInUse: whether the app is on the screen.
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

    /// Whether the app may have anything about locations now, apart from the first unlock.
    ///
    /// Enough for the significant-change service and visits, which work with reduced accuracy too (Apple,
    /// `accuracyAuthorization`).
    public var allowsCoarseServices: Bool {
        areLocationServicesOn && authorization.isEffective(isAppInUse: isAppInUse)
    }

    /// Whether regions are watched now, apart from the first unlock.
    ///
    /// With reduced accuracy, region monitoring does not work (Apple, `accuracyAuthorization`).
    public var allowsRegionMonitoring: Bool {
        allowsCoarseServices && precision == .full && isRegionMonitoringAvailable
    }
}
