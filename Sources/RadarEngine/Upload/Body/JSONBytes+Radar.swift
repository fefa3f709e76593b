internal import TrackingModel
internal import WireJSON
internal import VisitModel

extension JSONBytes {
    /// Writes the members of a track body that describe an update (Radar SDK for iOS, RadarAPIClient track; for
    /// Android, RadarApiClient track).
    ///
    /// | member | from |
    /// |---|---|
    /// | `latitude`, `longitude`, `accuracy` | the fix; an unknown accuracy is 1 |
    /// | `altitude`, `speed`, `course` | the fix, where known |
    /// | `verticalAccuracy`, `speedAccuracy`, `courseAccuracy`, `floorLevel` | `RadarLocation`, where known |
    /// | `locationMs` | the time of the fix |
    /// | `updatedAtMsDiff` | the age of the fix when processed; in a list of replays `updatedAtMs`, the time itself |
    /// | `foreground`, `stopped`, `replayed`, `source` | the record |
    /// | `mocked` | true for a mock fix; omitted otherwise |
    /// | `nearbyGeofences`, `nearbyGeofencesLimit` | the options; omitted where no geofences are synced |
    /// | `beacons` | the ids of the beacons in range, where the options monitor beacons |
    /// | `tripOptions` | the trip, where there is one |
    mutating func members(of record: RadarTrackRecord) {
        position(of: record.location, accuracyMeters: record.accuracyMeters)
        member("locationMs", record.location.fix.time.milliseconds)
        if let age = record.updatedAtMsDiff { member("updatedAtMsDiff", age) }
        if let time = record.updatedAtMs { member("updatedAtMs", time) }
        member("foreground", record.isForeground)
        member("stopped", record.isStopped)
        member("replayed", record.isReplayed)
        member("source", record.source.rawValue)
        if record.location.fix.flags.contains(.mock) { member("mocked", true) }
        if record.wantsNearbyGeofences { member("nearbyGeofences", true) }
        if let limit = record.nearbyGeofencesLimit { member("nearbyGeofencesLimit", Int64(limit)) }
        if record.options.beacons {
            openList("beacons")
            for id in record.location.beaconIDs { text(id) }
            closeList()
        }
        if let trip = record.trip {
            openObject("tripOptions")
            member("version", RadarTripOptions.version)
            members(of: trip)
            closeObject()
        }
    }

    private mutating func position(of location: RadarLocation, accuracyMeters: Double) {
        let fix = location.fix
        member("latitude", fix.coordinate.latitude)
        member("longitude", fix.coordinate.longitude)
        member("accuracy", accuracyMeters)
        if let altitude = fix.altitude { member("altitude", altitude) }
        if let accuracy = location.verticalAccuracyMeters { member("verticalAccuracy", accuracy) }
        if let speed = fix.speed { member("speed", speed) }
        if let accuracy = location.speedAccuracy { member("speedAccuracy", accuracy) }
        if let course = fix.course { member("course", course) }
        if let accuracy = location.courseAccuracyDegrees { member("courseAccuracy", accuracy) }
        if let floor = location.floorLevel { member("floorLevel", Int64(floor)) }
    }

    /// Without a version.
    mutating func members(of trip: RadarTripOptions) {
        member("externalId", trip.externalID)
        if !trip.metadata.isEmpty { member("metadata", trip.metadata.mapValues(ConfigValue.text)) }
        if let tag = trip.destinationGeofenceTag { member("destinationGeofenceTag", tag) }
        if let id = trip.destinationGeofenceExternalID { member("destinationGeofenceExternalId", id) }
        member("mode", trip.mode.rawValue)
        if let time = trip.scheduledArrivalAt { member("scheduledArrivalAt", time) }
        if let minutes = trip.approachingThresholdMinutes { member("approachingThreshold", Int64(minutes)) }
    }

    /// `RadarInstallation` lists the members.
    mutating func members(of installation: RadarInstallation) {
        optional("id", installation.serverUserID)
        member("installId", installation.installID)
        optional("userId", installation.userID)
        member("deviceId", installation.deviceID)
        optional("description", installation.userDescription)
        if !installation.metadata.isEmpty { member("metadata", installation.metadata) }
        if !installation.userTags.isEmpty {
            openList("userTags")
            for tag in installation.userTags { text(tag) }
            closeList()
        }
        optional("sessionId", installation.sessionID)
        member("deviceType", installation.device.type)
        optional("deviceMake", installation.device.make)
        optional("deviceModel", installation.device.model)
        member("deviceOS", installation.device.osVersion)
        member("sdkVersion", installation.sdkVersion)
        optional("country", installation.device.country)
        member("timeZoneOffset", Int64(installation.timeZoneOffsetSeconds))
        optional("lang", installation.device.language)
        optional("locationAuthorization", installation.permissions.location)
        optional("locationAccuracyAuthorization", installation.permissions.locationAccuracy)
        optional("notificationAuthorization", installation.permissions.notifications)
        optional("appId", installation.app.id)
        optional("appName", installation.app.name)
        optional("appVersion", installation.app.version)
    }

    private mutating func optional(_ key: StaticString, _ text: String?) {
        if let text { member(key, text) }
    }
}
