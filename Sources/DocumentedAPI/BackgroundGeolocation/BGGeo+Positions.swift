internal import MobileSDK
public import TrackingEngine
public import TrackingModel

// The arguments and their defaults are the document's. `desiredAccuracy` is a number of metres, or one of the
// `kCLLocationAccuracy` constants.
extension BGGeo {
    /// As `BackgroundGeolocation.getCurrentPosition`.
    public func getCurrentPosition(
        timeout: Double = 10,
        desiredAccuracy: TrackingEngine.DesiredAccuracy = 5,
        maximumAge: Int = 0,
        samples: Int = 3,
        allowStale: Bool = true,
        persist: Bool = true,
        label: String? = "getCurrentPosition",
        extras: [String: ConfigValue]? = nil
    ) async throws -> LocationEvent {
        try await checkedGeolocation().getCurrentPosition(
            timeout: timeout,
            desiredAccuracy: desiredAccuracy.rawValue,
            maximumAge: Double(maximumAge),
            samples: samples,
            allowStale: allowStale,
            persist: persist,
            label: label,
            extras: extras ?? [:]
        )
    }

    /// As `BackgroundGeolocation.setOdometer`.
    @discardableResult
    public func setOdometer(
        _ value: Double,
        timeout: Double = 10,
        desiredAccuracy: TrackingEngine.DesiredAccuracy = kCLLocationAccuracyBest,
        maximumAge: Int = 5000,
        samples: Int = 3,
        persist: Bool = true,
        extras: [String: ConfigValue]? = nil
    ) async throws -> LocationEvent {
        try await checkedGeolocation().setOdometer(
            value,
            timeout: timeout,
            desiredAccuracy: desiredAccuracy.rawValue,
            maximumAge: Double(maximumAge),
            samples: samples,
            persist: persist,
            extras: extras ?? [:]
        )
    }

    /// As `BackgroundGeolocation.resetOdometer`.
    @discardableResult
    public func resetOdometer(
        timeout: Double = 10,
        desiredAccuracy: TrackingEngine.DesiredAccuracy = kCLLocationAccuracyBest,
        maximumAge: Int = 5000,
        samples: Int = 3,
        persist: Bool = true,
        extras: [String: ConfigValue]? = nil
    ) async throws -> LocationEvent {
        try await checkedGeolocation().resetOdometer(
            timeout: timeout,
            desiredAccuracy: desiredAccuracy.rawValue,
            maximumAge: Double(maximumAge),
            samples: samples,
            persist: persist,
            extras: extras ?? [:]
        )
    }

    /// As `BackgroundGeolocation.watchPosition`.
    public func watchPosition(
        interval: Double = 1000,
        timeout: Double = 60,
        persist: Bool = false,
        extras: [String: ConfigValue]? = nil,
        success: @escaping @Sendable (LocationEvent) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) -> Int {
        geolocation.watchPosition(
            interval: interval,
            timeout: timeout,
            persist: persist,
            extras: extras ?? [:],
            success: success,
            failure: failure
        )
    }

    /// As `BackgroundGeolocation.stopWatchPosition(_:)`.
    public func stopWatchPosition(_ id: Int) { geolocation.stopWatchPosition(id) }
}
