internal import VisitModel

extension JSONText {
    /// Writes what the Radar SDKs take for success (radar-sdk-ios, `RadarAPIClient.m`, `RadarUser.m`, `RadarGeofence.m`).
    ///
    /// `events` and `user` have to be there, and in `user` its `_id`, place and accuracy, or the SDK tells its app of a
    /// server error. `nearbyGeofences` is all that the phone watches, not a difference: it is written only where the phone
    /// asks for it and the service says. `meta.trackingOptions` are the options to track by; where there are none the SDK
    /// goes back to those of its app (`RadarLocationManager`, `updateTrackingFromMeta`).
    mutating func radarReply(_ report: PhoneReport, _ fences: FenceOrders, trackingOptions: [UInt8]?) {
        raw("{\"meta\":{\"code\":200")
        if let trackingOptions {
            raw(",\"trackingOptions\":")
            raw(trackingOptions)
        }
        raw("},\"events\":[]")
        if let record = report.records.last(where: { $0.fix != nil }), let fix = record.fix {
            raw(",\"user\":")
            radarUser(record, fix)
        }
        if report.asksForFences {
            if fences.all != nil || !fences.isEmpty {
                let all = fences.all ?? fences.added
                let fix = report.records.last(where: { $0.fix != nil })?.fix
                raw(",\"nearbyGeofences\":")
                list(Self.nearestFirst(all, from: fix)) { $0.raw(all[$1].radarJSON) }
            }
        }
        raw("}")
    }

    /// Fences by the distance to their edge, equal ones by id: the SDKs keep the first of the list
    /// (`RadarLocationManager`, `replaceSyncedGeofences`).
    ///
    /// - Returns: their places in the list.
    private static func nearestFirst(_ fences: [FenceOrder], from fix: Fix?) -> [Int] {
        guard let fix, fences.count > 1 else { return Array(fences.indices) }
        let position = EarthPoint(fix.coordinate)
        let edges = fences.map { position.distance(to: $0.point) - $0.radiusMeters }
        return fences.indices.sorted { one, other in
            edges[one] == edges[other] ? fences[one].facility < fences[other].facility : edges[one] < edges[other]
        }
    }

    private mutating func radarUser(_ record: PhoneRecord, _ fix: Fix) {
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
        raw(",\"geofences\":[]}")
    }

    /// Writes a fence.
    ///
    /// - Parameters: as `FenceOrder` has them.
    mutating func radarGeofence(
        _ facility: FacilityID,
        name: String,
        center: Coordinate,
        radiusMeters: Double,
        vertices: [Coordinate]?
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
