import TrackingModel
import TrackingEngine
import VisitModel

extension ConfigWarningCase {
    static let geolocation: [ConfigWarningCase] = accuracy + sampling + significantChanges + fences

    /// The same case on both platforms.
    private static func both(_ make: (Platform) -> ConfigWarningCase) -> [ConfigWarningCase] {
        Platform.allCases.map(make)
    }

    private static let accuracy: [ConfigWarningCase] =
        both {
            ConfigWarningCase(
                $0,
                .surprising,
                "geolocation.desiredAccuracy",
                "satellite receiver stays off",
                when: #"{"geolocation": {"desiredAccuracy": 10}}"#,
                not: #"{"geolocation": {"desiredAccuracy": -2}}"#
            )
        }
        + both {
            ConfigWarningCase(
                $0,
                .surprising,
                "geolocation.filter.policy",
                "default filter accepts every fix",
                when: #"{"geolocation": {"desiredAccuracy": 100}}"#,
                not: #"{"geolocation": {"desiredAccuracy": 100, "filter": {"rollingWindow": 6}}}"#
            )
        }
        + both {
            ConfigWarningCase(
                $0,
                .surprising,
                "geolocation.filter.policy",
                "no fix is rejected",
                when: #"{"geolocation": {"filter": {"policy": 0}}}"#,
                not: #"{"geolocation": {"filter": {"policy": 1}}}"#
            )
        }
        + both {
            ConfigWarningCase(
                $0,
                .needsOption,
                "geolocation.filter.kalmanProfile",
                "nothing is smoothed",
                when:
                    #"{"geolocation": {"filter": {"kalmanProfile": 1, "useKalman": false, "odometerUseKalmanFilter": false}}}"#,
                not: #"{"geolocation": {"filter": {"kalmanProfile": 1, "useKalman": false}}}"#
            )
        } + [
            ConfigWarningCase(
                .android,
                .ignoredByPlatform,
                "geolocation.desiredAccuracy",
                "treats it as high",
                when: #"{"geolocation": {"desiredAccuracy": -2}}"#
            ),
            ConfigWarningCase(
                .android,
                .ignoredByPlatform,
                "geolocation.desiredAccuracy",
                "treats it as veryLow",
                when: #"{"geolocation": {"desiredAccuracy": 3000}}"#,
                not: #"{"geolocation": {"desiredAccuracy": 1000}}"#
            ),
        ]

    private static let sampling: [ConfigWarningCase] =
        both {
            ConfigWarningCase(
                $0,
                .ignoredByPlatform,
                "geolocation.elasticityMultiplier",
                "switches elasticity off",
                when: #"{"geolocation": {"disableElasticity": true, "elasticityMultiplier": 2}}"#,
                not: #"{"geolocation": {"elasticityMultiplier": 2}}"#,
                #"{"geolocation": {"disableElasticity": true}}"#
            )
        }
        + both {
            ConfigWarningCase(
                $0,
                .surprising,
                "geolocation.elasticityMultiplier",
                "0 switches elasticity off",
                when: #"{"geolocation": {"elasticityMultiplier": 0}}"#,
                not: #"{"geolocation": {"elasticityMultiplier": 0.1}}"#
            )
        } + [
            ConfigWarningCase(
                .android,
                .surprising,
                "geolocation.distanceFilter",
                "recorded by time",
                when: #"{"geolocation": {"distanceFilter": 0}}"#,
                not: #"{"geolocation": {"distanceFilter": 1}}"#
            ),
            ConfigWarningCase(
                .ios,
                .costly,
                "geolocation.distanceFilter",
                "about one a second",
                when: #"{"geolocation": {"distanceFilter": 0}}"#,
                not: #"{"geolocation": {"distanceFilter": 1}}"#
            ),
            ConfigWarningCase(
                .android,
                .needsOption,
                "geolocation.locationUpdateInterval",
                "`geolocation.distanceFilter` to 0",
                when: #"{"geolocation": {"locationUpdateInterval": 1000}}"#,
                not: #"{"geolocation": {"locationUpdateInterval": 1000, "distanceFilter": 0}}"#
            ),
            ConfigWarningCase(
                .android,
                .costly,
                "geolocation.fastestLocationUpdateInterval",
                "as fast as they can",
                when: #"{"geolocation": {"fastestLocationUpdateInterval": 0}}"#,
                not: #"{"geolocation": {"fastestLocationUpdateInterval": 1000}}"#
            ),
            ConfigWarningCase(
                .android,
                .clamped,
                "geolocation.fastestLocationUpdateInterval",
                "which is used instead",
                when: #"{"geolocation": {"fastestLocationUpdateInterval": 1001, "distanceFilter": 0}}"#,
                not: #"{"geolocation": {"fastestLocationUpdateInterval": 1000, "distanceFilter": 0}}"#
            ),
            ConfigWarningCase(
                .android,
                .ignoredByPlatform,
                "geolocation.deferTime",
                "less than twice",
                when: #"{"geolocation": {"deferTime": 1999, "distanceFilter": 0}}"#,
                not: #"{"geolocation": {"deferTime": 2000, "distanceFilter": 0}}"#,
                #"{"geolocation": {"deferTime": 1999}}"#
            ),
        ]

    private static let significantChanges: [ConfigWarningCase] =
        both {
            ConfigWarningCase(
                $0,
                .surprising,
                "geolocation.useSignificantChangesOnly",
                "500 to 1000 m",
                when: #"{"geolocation": {"useSignificantChangesOnly": true}}"#
            )
        }
        + both {
            ConfigWarningCase(
                $0,
                .ignoredByPlatform,
                "geolocation.stationaryRadius",
                "useSignificantChangesOnly",
                when: #"{"geolocation": {"useSignificantChangesOnly": true, "stationaryRadius": 300}}"#,
                not: #"{"geolocation": {"stationaryRadius": 300}}"#
            )
        } + [
            ConfigWarningCase(
                .ios,
                .ignoredByPlatform,
                "geolocation.activityType",
                "useSignificantChangesOnly",
                when: #"{"geolocation": {"useSignificantChangesOnly": true, "activityType": 3}}"#,
                not: #"{"geolocation": {"activityType": 3}}"#
            ),
            ConfigWarningCase(
                .ios,
                .ignoredByPlatform,
                "geolocation.distanceFilter",
                "useSignificantChangesOnly",
                when: #"{"geolocation": {"useSignificantChangesOnly": true, "distanceFilter": 300}}"#,
                not: #"{"geolocation": {"distanceFilter": 300}}"#
            ),
            ConfigWarningCase(
                .android,
                .clamped,
                "geolocation.distanceFilter",
                "250 m at least",
                when: #"{"geolocation": {"useSignificantChangesOnly": true, "distanceFilter": 249}}"#,
                not: #"{"geolocation": {"useSignificantChangesOnly": true, "distanceFilter": 250}}"#
            ),
            ConfigWarningCase(
                .android,
                .clamped,
                "geolocation.stopTimeout",
                "20 min at least",
                when: #"{"geolocation": {"useSignificantChangesOnly": true, "stopTimeout": 19}}"#,
                not: #"{"geolocation": {"useSignificantChangesOnly": true, "stopTimeout": 20}}"#
            ),
            ConfigWarningCase(
                .android,
                .clamped,
                "activity.motionTriggerDelay",
                "60000 ms at least",
                when:
                    #"{"geolocation": {"useSignificantChangesOnly": true}, "activity": {"motionTriggerDelay": 59999}}"#,
                not: #"{"geolocation": {"useSignificantChangesOnly": true}, "activity": {"motionTriggerDelay": 60000}}"#
            ),
        ]

    private static let fences: [ConfigWarningCase] =
        both {
            ConfigWarningCase(
                $0,
                .surprising,
                "geolocation.geofenceProximityRadius",
                "farther than 2000 m",
                when: #"{"geolocation": {"geofenceProximityRadius": 2000}}"#,
                not: #"{"geolocation": {"geofenceProximityRadius": null}}"#
            )
        }
        + both {
            ConfigWarningCase(
                $0,
                .clamped,
                "geolocation.geofenceProximityRadius",
                "100 m is used",
                when: #"{"geolocation": {"geofenceProximityRadius": 99}}"#,
                not: #"{"geolocation": {"geofenceProximityRadius": 100}}"#
            )
        }
        + both {
            ConfigWarningCase(
                $0,
                .surprising,
                "geolocation.geofenceInitialTriggerEntry",
                "only after leaving and",
                when: #"{"geolocation": {"geofenceInitialTriggerEntry": false}}"#
            )
        } + [
            ConfigWarningCase(
                .ios,
                .clamped,
                "geolocation.maxMonitoredGeofences",
                "20 geofences is used",
                when: #"{"geolocation": {"maxMonitoredGeofences": 21}}"#,
                not: #"{"geolocation": {"maxMonitoredGeofences": 19}}"#
            ),
            ConfigWarningCase(
                .android,
                .clamped,
                "geolocation.maxMonitoredGeofences",
                "100 geofences is used",
                when: #"{"geolocation": {"maxMonitoredGeofences": 101}}"#,
                not: #"{"geolocation": {"maxMonitoredGeofences": 97}}"#
            ),
            ConfigWarningCase(
                .android,
                .costly,
                "geolocation.geofenceModeHighAccuracy",
                "foreground service",
                when: #"{"geolocation": {"geofenceModeHighAccuracy": true}}"#
            ),
        ]
}
