internal import VisitModel
internal import WireJSON

extension JSONBytes {
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
        reserve(listed.reduce(500 + (trackingOptions?.count ?? 0)) { $0 + $1.radarJSON.count + 1 })
        openObject()
        openObject("meta")
        member("code", 200)
        if let trackingOptions { member("trackingOptions", verbatim: trackingOptions) }
        closeObject()
        openList("events")
        closeList()
        if let reading = report.lastReading, let fix = reading.fix { radarUser(reading, fix, presence) }
        if report.asksForFences, fences.all != nil || !fences.isEmpty {
            list("nearbyGeofences", of: listed) { $0.verbatim($1.radarJSON) }
        }
        closeObject()
    }

    private mutating func radarUser(_ record: PhoneRecord, _ fix: Fix, _ presence: [FenceOrder]) {
        openObject("user")
        member("_id", record.device.text)
        if let userID = record.member { member("userId", userID.text) }
        member("deviceId", record.device.text)
        radarPoint("location", fix.coordinate)
        member("locationAccuracy", fix.horizontalAccuracy ?? 1)
        member("stopped", fix.flags.contains(.stationary))
        list("geofences", of: presence) { $0.verbatim($1.radarJSON) }
        closeObject()
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
        openObject()
        member("_id", facility.text)
        member("description", name)
        member("tag", "facility")
        member("externalId", facility.text)
        member("type", vertices == nil ? "circle" : "polygon")
        radarPoint("geometryCenter", center)
        member("geometryRadius", radiusMeters)
        // In minutes (radar-sdk-android, `RadarGeofence`): under `sync` `events` the phone itself reports the dwell.
        if dwellSeconds > 0 { member("dwellThreshold", Double(dwellSeconds) / 60) }
        if let vertices {
            openObject("geometry")
            member("type", "Polygon")
            openList("coordinates")
            list(of: vertices + vertices.prefix(1)) { $0.position($1) }
            closeList()
            closeObject()
        }
        closeObject()
    }

    private mutating func radarPoint(_ key: StaticString, _ coordinate: Coordinate) {
        openObject(key)
        member("type", "Point")
        self.key("coordinates")
        position(coordinate)
        closeObject()
    }
}
