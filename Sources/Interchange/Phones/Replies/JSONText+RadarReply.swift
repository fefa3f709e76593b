internal import VisitModel

extension JSONText {
    /// Writes what the Radar SDKs take for success (radar-sdk-ios, `RadarAPIClient.m`, `RadarUser.m`, `RadarGeofence.m`).
    ///
    /// `events` and `user` have to be there, and in `user` its `_id`, place and accuracy, or the SDK tells its app of a
    /// server error. `user.geofences` are those that the service sees the phone in: without any, the SDK knows of nothing
    /// that it could leave (`RadarAPIClient`, `canExit`). `nearbyGeofences` is all that the phone watches, not a
    /// difference: it is written only where the phone asks for it and the service says. `meta.trackingOptions` are the
    /// options to track by; where there are none the SDK goes back to those of its app (`RadarLocationManager`,
    /// `updateTrackingFromMeta`).
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

    /// Writes a fence.
    ///
    /// - Parameters: as `FenceOrder` has them.
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
        // In minutes (radar-sdk-android, `RadarGeofence`): under `sync` `events` the phone tells of the dwell itself.
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
