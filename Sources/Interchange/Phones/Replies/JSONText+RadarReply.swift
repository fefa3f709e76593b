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
        let listed = report.asksForFences ? fences.all ?? fences.added : []
        bytes.reserveCapacity(
            listed.prefix(report.radarFenceCount).reduce(500 + (trackingOptions?.count ?? 0)) {
                $0 + $1.radarJSON.count + 1
            }
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
        if report.asksForFences {
            if fences.all != nil || !fences.isEmpty {
                let order = Self.nearestFirst(listed, from: reading?.fix, keeping: presence)
                raw(",\"nearbyGeofences\":")
                list(order.prefix(report.radarFenceCount)) { $0.raw(listed[$1].radarJSON) }
            }
        }
        raw("}")
    }

    /// Fences by the distance to their edge, equal ones by id: the SDKs keep the first of the list
    /// (`RadarLocationManager`, `replaceSyncedGeofences`).
    ///
    /// Those that the phone is in come before all others, wherever the reading is: they must not be cut off.
    ///
    /// - Returns: their places in the list.
    private static func nearestFirst(_ fences: [FenceOrder], from fix: Fix?, keeping presence: [FenceOrder]) -> [Int] {
        guard let fix, fences.count > 1 else { return Array(fences.indices) }
        let position = EarthPoint(fix.coordinate)
        let edges = fences.map { fence in
            let isKept = presence.contains { $0.facility == fence.facility }
            return isKept ? -.infinity : position.distance(to: fence.point) - fence.radiusMeters
        }
        return fences.indices.sorted { one, other in
            edges[one] == edges[other] ? fences[one].facility < fences[other].facility : edges[one] < edges[other]
        }
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
