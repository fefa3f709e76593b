package import PhoneOS
package import PhoneSimulator
package import VisitModel

/// Something that befalls a phone, or that its owner does.
package enum Happening: Hashable, Sendable {
    /// The phone is restarted.
    case reboot
    /// It is unlocked for the first time since.
    case unlock
    /// The app is replaced by a newer version.
    case updateApp
    /// The app is removed and installed anew.
    case reinstallApp
    /// The app is removed.
    case uninstallApp
    /// The app's data is cleared (Android).
    case clearAppData
    /// The data of Google Play services is cleared.
    case clearPlayData
    /// The system ends the app's process.
    case killApp
    /// The owner swipes the app away from the recent apps.
    case swipeAwayApp
    /// The owner ends the app: swipes it away on iOS, forces it to stop on Android.
    case forceQuitApp
    /// The owner opens the app.
    case openApp
    /// The owner turns to something else.
    case leaveApp
    /// The app begins to watch.
    case startMonitoring
    /// The app stops watching, as when the member logs out.
    case stopMonitoring
    /// The app begins to follow the schedule of its options.
    case startSchedule
    /// It follows the schedule no longer.
    case stopSchedule
    /// Location is switched on or off.
    case locationServices(on: Bool)
    /// The owner changes a permission in the settings.
    case permission(Permission, PermissionStatus)
    /// The app may have precise places, or rough ones only.
    case precision(LocationPrecision)
    /// Google Play services are there, missing or outdated.
    case playServices(PlayServices)
    /// Other code in the app takes so many of iOS's regions.
    case foreignRegions(Int)
    /// The connection is another one.
    case connectivity(Connectivity)
    /// Nothing better than this finds positions, satellites being best; `nil` for nothing at all.
    case reception(PositionQuality?)
    /// The system takes one position that is off by so much, in metres and degrees from north, claiming an accuracy.
    case position(offMeters: Double, bearingDegrees: Double, accuracyMeters: Double)
    /// The phone's time zone is another one.
    case timeZone(TimeZoneName)
    /// The phone dozes, or wakes (Android).
    case doze(Bool)
    /// It is put on the charger, or taken off.
    case charger(Bool)
    /// Its screen goes on or off.
    case screen(Bool)
    /// It saves power, or no longer.
    case powerSaving(Bool)
    /// Its battery is this full, 0...1.
    case battery(Double)
    /// The app is exempt from battery optimisation, or no longer (Android).
    case batteryExemption(Bool)
    /// The app has a foreground service, or no longer (Android).
    case foregroundService(Bool)
    /// The phone can monitor regions, or can't.
    case regionMonitoring(Bool)
    /// The service that the app sends to is reached otherwise.
    case server(ServerState)
}

/// Something that befalls a phone at a time.
package struct TimedHappening: Hashable, Sendable {
    /// When.
    package let time: Timestamp
    /// What.
    package let happening: Happening
    /// The same in the scenario's words.
    package let text: String

    /// Makes a happening.
    ///
    /// - Parameters:
    ///   - time: when.
    ///   - happening: what.
    ///   - text: the same in the scenario's words.
    package init(time: Timestamp, happening: Happening, text: String) {
        self.time = time
        self.happening = happening
        self.text = text
    }
}
