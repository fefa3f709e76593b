internal import TrackingModel
internal import VisitModel

extension ConfigReview {
    /// Transistor types, GeoConfig.locationAuthorizationRequest.
    mutating func reviewPermission() {
        let path = "geolocation.locationAuthorizationRequest"
        let request = geolocation.locationAuthorizationRequest
        if request != .always, app.usesGeofences != false {
            warn(
                .conflict,
                path,
                "geofence events need the permission Always, and \(request.rawValue) does not require it"
            )
        }
        if request == .whenInUse, !config.app.stopOnTerminate {
            warn(
                .conflict,
                "app.stopOnTerminate",
                "after the app has ended nothing is tracked with the permission WhenInUse; request Always in `\(path)`"
            )
        }
        if isIOS, request != .whenInUse, !geolocation.useSignificantChangesOnly, app.hasLocationBackgroundMode == false
        {
            warn(
                .needsApp,
                path,
                "the app lacks the background mode Location Updates; nothing is tracked in the background"
            )
        }
    }

    /// Transistor, AppConfig, "Background permission".
    mutating func reviewRationale() {
        guard isAndroid else { return }
        let path = "app.backgroundPermissionRationale"
        let isConfigured = config.app.backgroundPermissionRationale.isConfigured
        let request = geolocation.locationAuthorizationRequest
        if isConfigured, request == .whenInUse {
            warn(
                .needsOption,
                "\(path).title",
                "the dialog is only shown if Always is requested in `geolocation.locationAuthorizationRequest`"
            )
        }
        guard let level = app.androidAPILevel else { return }
        if isConfigured, level < AppFacts.android11 {
            warn(
                .ignoredByPlatform,
                "\(path).title",
                "the dialog is for Android 11 and later; before, the system's own offers Always"
            )
        }
        if !isConfigured, request == .always, level >= AppFacts.android11 {
            warn(
                .needsOption,
                "\(path).title",
                "the system's dialog no longer offers Always; set the texts of the dialog that leads to its page"
            )
        }
    }

    /// Transistor types, GeoConfig, "Geofencing"; Transistor, BGGeo.onGeofencesChange.
    mutating func reviewFences() {
        if config.boundsGeofences {
            let meters = ConfigValue.number(config.geofenceProximityRadiusMeters).document
            warn(
                .surprising,
                "geolocation.geofenceProximityRadius",
                "geofences farther than \(meters) m are not monitored even if slots are free; leave it unset "
                    + "to fill the slots"
            )
        }
        if !geolocation.geofenceInitialTriggerEntry {
            warn(
                .surprising,
                "geolocation.geofenceInitialTriggerEntry",
                """
                a phone that is already inside when a geofence is registered gets its entry only after leaving and \
                returning
                """
            )
        }
        if isAndroid, geolocation.geofenceModeHighAccuracy {
            warn(
                .costly,
                "geolocation.geofenceModeHighAccuracy",
                "fixes and the foreground service keep running while moving, although only geofences are needed"
            )
        }
    }
}
