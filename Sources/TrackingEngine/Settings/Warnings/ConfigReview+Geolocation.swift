internal import TrackingModel
internal import VisitModel
extension ConfigReview {
    /// Transistor types, GeoConfig.desiredAccuracy and DesiredAccuracy; Transistor headers, TSLocationFilterPolicy.
    mutating func reviewAccuracy() {
        let path = "geolocation.desiredAccuracy"
        if !geolocation.desiredAccuracy.usesSatellites {
            warn(
                .surprising,
                path,
                "the satellite receiver stays off, and fixes have no speed, heading or altitude; use high where "
                    + "they are needed"
            )
            if config.filterPolicy != geolocation.filter.policy {
                warn(
                    .surprising,
                    "geolocation.filter.policy",
                    "with this accuracy a default filter accepts every fix; set an option of the "
                        + "filter to enable it"
                )
            }
        }
        if isAndroid, geolocation.desiredAccuracy == .navigation {
            warn(.ignoredByPlatform, path, "navigation is an accuracy of iOS; Android treats it as high")
        }
        if isAndroid, geolocation.desiredAccuracy == .lowest {
            warn(.ignoredByPlatform, path, "lowest is an accuracy of iOS; Android treats it as veryLow")
        }
        if geolocation.filter.policy == .passThrough {
            warn(
                .surprising,
                "geolocation.filter.policy",
                "no fix is rejected, however inaccurate; use adjust or conservative"
            )
        }
        let smooths = geolocation.filter.useKalman || geolocation.filter.odometerUseKalmanFilter
        if isChanged("geolocation.filter.kalmanProfile"), !smooths {
            warn(
                .needsOption,
                "geolocation.filter.kalmanProfile",
                "nothing is smoothed; set `geolocation.filter.useKalman`"
            )
        }
    }

    /// Reviews the distance filter, elasticity and Android's intervals (Transistor types, GeoConfig).
    mutating func reviewSampling() {
        reviewElasticity()
        let goesByTime = config.locationUpdateIntervalDuration != nil
        if config.distanceFilterMeters == 0, isAndroid {
            warn(
                .surprising,
                "geolocation.distanceFilter",
                "at 0 fixes are recorded by time, each `geolocation.locationUpdateInterval`, and not by distance"
            )
        } else if config.distanceFilterMeters == 0 {
            warn(.costly, "geolocation.distanceFilter", "at 0 iOS records every fix that it has, about one a second")
        }
        guard isAndroid else { return }
        if isSet("geolocation.locationUpdateInterval"), !goesByTime {
            warn(
                .needsOption,
                "geolocation.locationUpdateInterval",
                "it does nothing while fixes are recorded by distance; set `geolocation.distanceFilter` to 0"
            )
        }
        let fastest = geolocation.fastestLocationUpdateInterval
        if fastest == 0 {
            warn(
                .costly,
                "geolocation.fastestLocationUpdateInterval",
                "at 0 some phones deliver fixes as fast as they can; use 1000 ms or more"
            )
        }
        if goesByTime, fastest > geolocation.locationUpdateInterval {
            warn(
                .clamped,
                "geolocation.fastestLocationUpdateInterval",
                "it is longer than `geolocation.locationUpdateInterval`, which is used instead"
            )
        }
        if goesByTime, geolocation.deferTime > 0, config.deferDuration == .zero {
            warn(
                .ignoredByPlatform,
                "geolocation.deferTime",
                "nothing is deferred in less than twice `geolocation.locationUpdateInterval`; make it longer"
            )
        }
    }

    private mutating func reviewElasticity() {
        if geolocation.disableElasticity, isChanged("geolocation.elasticityMultiplier") {
            warn(
                .ignoredByPlatform,
                "geolocation.elasticityMultiplier",
                "`geolocation.disableElasticity` switches elasticity off"
            )
        } else if !geolocation.disableElasticity, config.elasticityFactor == nil {
            warn(
                .surprising,
                "geolocation.elasticityMultiplier",
                "0 switches elasticity off, as `geolocation.disableElasticity` does; use a larger factor to "
                    + "record less at speed"
            )
        }
    }

    /// Transistor types, GeoConfig.useSignificantChangesOnly; Transistor, native change log.
    mutating func reviewSignificantChanges() {
        let path = "geolocation.useSignificantChangesOnly"
        guard geolocation.useSignificantChangesOnly else { return }
        warn(
            .surprising,
            path,
            "only a coarse fix every 500 to 1000 m is recorded; geofences are detected late or not at all"
        )
        let unused = ["geolocation.stationaryRadius", "geolocation.activityType"]
        for option in unused + (isIOS ? ["geolocation.distanceFilter"] : [])
        where isChanged(option) && ConfigOption.named(option)?.platforms.contains(config.platform) == true {
            warn(.ignoredByPlatform, option, "it does nothing with `\(path)`")
        }
        guard isAndroid else { return }
        let floors: [(path: String, isRaised: Bool, floor: String)] = [
            ("geolocation.distanceFilter", geolocation.distanceFilter < SignificantChanges.distanceFilter, "250 m"),
            ("geolocation.stopTimeout", geolocation.stopTimeout < 20, "20 min"),
            ("activity.motionTriggerDelay", activity.motionTriggerDelay < 60_000, "60000 ms"),
        ]
        for (option, isRaised, floor) in floors where isSet(option) && isRaised {
            warn(.clamped, option, "with `\(path)` Android uses \(floor) at least")
        }
    }
}
