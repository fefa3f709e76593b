internal import VisitModel

extension PhoneReport {
    /// How many fences a Radar SDK is told at most.
    ///
    /// Android asks for a number (`nearbyGeofencesLimit`, which is its option `syncGeofencesLimit`) and watches all that it
    /// is told; where it names none, or 0, it gets the ten that are the SDK's own default. iOS names none and watches the
    /// first 19. Nobody is told more than the system watches beside the region round the device: 19 of 20, and 99 of 100.
    ///
    /// Source: Radar SDK for Android, RadarTrackingOptions fromJson, RadarApiClient; for iOS, RadarLocationManager
    /// replaceSyncedGeofences.
    var radarFenceCount: Int {
        let wanted = fenceLimit.flatMap { $0 > 0 ? $0 : nil }
        return switch platform ?? lastReading?.platform {
        case .android: min(wanted ?? 10, 99)
        case .ios, nil: min(wanted ?? 19, 19)
        }
    }
}
