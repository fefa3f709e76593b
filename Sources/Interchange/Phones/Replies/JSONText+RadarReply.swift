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
        if report.asksForFences {
            let all = Self.nearestFirst(fences.all ?? fences.added, from: reading?.fix, keeping: presence)
            if fences.all != nil || !fences.isEmpty {
                raw(",\"nearbyGeofences\":")
                list(Array(all.prefix(report.radarFenceCount))) { $0.radarGeofence($1) }
            }
        }
        raw("}")
    }

    /// Fences by the distance to their edge, equal ones by id: the SDKs keep the first of the list
    /// (`RadarLocationManager`, `replaceSyncedGeofences`).
    ///
    /// Those that the phone is in come before all others, wherever the reading is: they must not be cut off.
    private static func nearestFirst(
        _ fences: [FenceOrder],
        from fix: Fix?,
        keeping presence: [FenceOrder]
    ) -> [FenceOrder] {
        guard let fix, fences.count > 1 else { return fences }
        let ranked = fences.map { fence in
            let isKept = presence.contains { $0.facility == fence.facility }
            let edge = fence.center.distance(to: fix.coordinate) - fence.radiusMeters
            return (edge: isKept ? -.infinity : edge, fence: fence)
        }
        return ranked.sorted { ($0.edge, $0.fence.facility) < ($1.edge, $1.fence.facility) }.map(\.fence)
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
        list(presence) { $0.radarGeofence($1) }
        raw("}")
    }

    private mutating func radarGeofence(_ fence: FenceOrder) {
        raw("{\"_id\":")
        string(fence.facility.text)
        raw(",\"description\":")
        string(fence.name)
        raw(",\"tag\":\"facility\",\"externalId\":")
        string(fence.facility.text)
        raw(fence.vertices == nil ? ",\"type\":\"circle\"" : ",\"type\":\"polygon\"")
        raw(",\"geometryCenter\":")
        radarPoint(fence.center)
        raw(",\"geometryRadius\":")
        number(fence.radiusMeters)
        // In minutes (radar-sdk-android, `RadarGeofence`): under `sync` `events` the phone tells of the dwell itself.
        if fence.dwellSeconds > 0 {
            raw(",\"dwellThreshold\":")
            number(Double(fence.dwellSeconds) / 60)
        }
        if let vertices = fence.vertices {
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
