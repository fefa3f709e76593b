internal import VisitModel

extension JSONText {
    /// Writes a response that the Radar SDKs accept as success (radar-sdk-ios, `RadarAPIClient.m`, `RadarUser.m`,
    /// `RadarGeofence.m`).
    ///
    /// `events` and `user` are required, and in `user` its `_id`, location and accuracy, or the SDK reports a server
    /// error to its app. `user.geofences` are those that the phone is in, by the service's state: without any, the SDK
    /// assumes that it can't leave one (`RadarAPIClient`, `canExit`). `nearbyGeofences` is the complete list that the
    /// phone monitors, not a difference: it is written only where the phone requests it and the service provides it.
    /// `meta.trackingOptions` are the tracking options; without them the SDK returns to those of its app
    /// (`RadarLocationManager`, `updateTrackingFromMeta`).
    mutating func radarReply(
        _ report: PhoneReport,
        _ fences: FenceOrders,
        _ presence: [FenceOrder],
        trackingOptions: [UInt8]?
    ) {
        let listed = report.radarFences?.selected(of: fences.all ?? fences.added, keeping: presence) ?? []
        bytes.reserveCapacity(
            listed.reduce(500 + (trackingOptions?.count ?? 0)) { $0 + $1.radarJSON.count + 1 }
        )
        raw("{\"meta\":{\"code\":200")
        if let trackingOptions {
            raw(",\"trackingOptions\":")
            raw(trackingOptions)
        }
        raw("},\"events\":[]")
        let reading = report.lastReading
        if let reading, let fix = reading.fix {
            raw(",\"user\":")
            radarUser(reading, fix, presence)
        }
        if report.asksForFences, fences.all != nil || !fences.isEmpty {
            raw(",\"nearbyGeofences\":")
            list(listed) { $0.raw($1.radarJSON) }
        }
        raw("}")
    }

    private mutating func radarUser(_ record: PhoneRecord, _ fix: Fix, _ presence: [FenceOrder]) {
        raw("{\"_id\":")
        string(record.device.text)
        if let member = record.member {
            raw(",\"userId\":")
            string(member.text)
        }
        raw(",\"deviceId\":")
        string(record.device.text)
        raw(",\"location\":")
        radarPoint(fix.coordinate)
        raw(",\"locationAccuracy\":")
        number(fix.horizontalAccuracy ?? 1)
        raw(",\"stopped\":")
        raw(fix.flags.contains(.stationary) ? "true" : "false")
        raw(",\"geofences\":")
        list(presence) { $0.raw($1.radarJSON) }
        raw("}")
    }

    /// Writes a fence; the parameters are those of `FenceOrder`.
    mutating func radarGeofence(
        _ facility: FacilityID,
        name: String,
        center: Coordinate,
        radiusMeters: Double,
        vertices: [Coordinate]?,
        dwellSeconds: Int
    ) {
        raw("{\"_id\":")
        string(facility.text)
        raw(",\"description\":")
        string(name)
        raw(",\"tag\":\"facility\",\"externalId\":")
        string(facility.text)
        raw(vertices == nil ? ",\"type\":\"circle\"" : ",\"type\":\"polygon\"")
        raw(",\"geometryCenter\":")
        radarPoint(center)
        raw(",\"geometryRadius\":")
        number(radiusMeters)
        // In minutes (radar-sdk-android, `RadarGeofence`): under `sync` `events` the phone itself reports the dwell.
        if dwellSeconds > 0 {
            raw(",\"dwellThreshold\":")
            number(Double(dwellSeconds) / 60)
        }
        if let vertices {
            raw(",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[")
            list(vertices + vertices.prefix(1)) { $0.radarPosition($1) }
            raw("]}")
        }
        raw("}")
    }

    private mutating func radarPoint(_ coordinate: Coordinate) {
        raw("{\"type\":\"Point\",\"coordinates\":")
        radarPosition(coordinate)
        raw("}")
    }

    /// Longitude first, as in GeoJSON.
    private mutating func radarPosition(_ coordinate: Coordinate) {
        raw("[")
        number(coordinate.longitude)
        raw(",")
        number(coordinate.latitude)
        raw("]")
    }
}
