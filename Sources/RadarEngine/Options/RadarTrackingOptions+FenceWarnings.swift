import TrackingModel
import VisitModel

extension RadarTrackingOptions {
    /// Warnings about bubbles that can't work.
    var bubbleWarnings: [ConfigurationWarning] {
        bubbleWarnings("Stopped", "stopped", useStoppedGeofence, stoppedGeofenceRadius)
            + bubbleWarnings("Moving", "moving", useMovingGeofence, movingGeofenceRadius)
    }

    private func bubbleWarnings(
        _ name: String,
        _ prefix: String,
        _ isUsed: Bool,
        _ radius: WholeMeters
    ) -> [ConfigurationWarning] {
        let option = "\(prefix)GeofenceRadius"
        switch (isUsed, radius) {
        case (true, 0):
            return [
                ConfigurationWarning(
                    .bubbleWithoutRadius,
                    option,
                    "`use\(name)Geofence` is on and `\(option)` is 0, so no region is monitored; set for instance 100"
                )
            ]
        case (false, 1...):
            return [
                ConfigurationWarning(
                    .withoutEffect,
                    option,
                    "`\(option)` does nothing while `use\(name)Geofence` is off; switch it on"
                )
            ]
        case (true, ..<100):
            return [
                ConfigurationWarning(
                    .smallBubble,
                    option,
                    "a noisy fix leaves a geofence of \(radius) m; 100 m exits fast, 200 m avoids false exits"
                )
            ]
        default: return []
        }
    }

    /// Warnings about synced geofences and beacons that have no or unexpected effects.
    var fenceWarnings: [ConfigurationWarning] {
        var warnings: [ConfigurationWarning] = []
        if platform == .android, syncGeofences.isOn, syncGeofencesLimit == 0 {
            warnings.append(
                ConfigurationWarning(
                    .noFenceLimit,
                    "syncGeofencesLimit",
                    "`syncGeofences` is on with a limit of 0, as in the continuous preset; the server then decides how "
                        + "many it sends, so set for instance 10"
                )
            )
        }
        if platform == .android, !syncGeofences.isOn, syncGeofencesLimit > 0 {
            warnings.append(
                ConfigurationWarning(
                    .withoutEffect,
                    "syncGeofencesLimit",
                    "`syncGeofencesLimit` does nothing while `syncGeofences` is off; switch it on"
                )
            )
        }
        if beacons {
            warnings.append(
                ConfigurationWarning(
                    .ignored,
                    "beacons",
                    """
                    `beacons` is stored and sent to the server, but beacons are not scanned; visits come from \
                    geofences
                    """
                )
            )
        }
        return warnings
    }
}
