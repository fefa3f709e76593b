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
        if let record = report.lastFixRecord, let fix = record.fix { radarUser(record, fix, presence) }
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

    mutating func radarGeofence(_ fence: FenceOrder) {
        openObject()
        member("_id", fence.facility.text)
        member("description", fence.name)
        member("tag", "facility")
        member("externalId", fence.facility.text)
        member("type", fence.vertices == nil ? "circle" : "polygon")
        radarPoint("geometryCenter", fence.center)
        member("geometryRadius", fence.radiusMeters)
        // In minutes (radar-sdk-android, `RadarGeofence`): under `sync` `events` the phone itself reports the dwell.
        if fence.dwellSeconds > 0 { member("dwellThreshold", Double(fence.dwellSeconds) / 60) }
        if let vertices = fence.vertices {
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

/// The selection of a phone's geofences that is delivered to its Radar SDK for monitoring.
package struct RadarFenceSelection: Hashable, Sendable {
    package let limit: Int
    /// The last fix of the request, from which distances are measured.
    let fix: Fix?

    /// Selects the nearest geofences by the distance to their edge, equal ones by id, in the order of the response.
    ///
    /// The SDKs keep the first of the list (`RadarLocationManager`, `replaceSyncedGeofences`). Those that the phone is
    /// in come before all others, wherever the fix is: they must not be cut off.
    package func selected(of fences: [FenceOrder], keeping presence: [FenceOrder]) -> [FenceOrder] {
        guard let fix, fences.count > 1 else { return Array(fences.prefix(limit)) }
        let position = EarthPoint(fix.coordinate)
        let edges = fences.map { fence in
            let isKept = presence.contains { $0.facility == fence.facility }
            return isKept ? -.infinity : position.distance(to: fence.point) - fence.radiusMeters
        }
        let order = fences.indices.sorted { one, other in
            edges[one] == edges[other] ? fences[one].facility < fences[other].facility : edges[one] < edges[other]
        }
        return order.prefix(limit).map { fences[$0] }
    }
}

extension PhoneReport {
    /// The selection of geofences for a Radar SDK that requests them; `nil` where the request does not.
    package var radarFences: RadarFenceSelection? {
        asksForFences ? RadarFenceSelection(limit: radarFenceCount, fix: lastFixRecord?.fix) : nil
    }

    /// The largest number of fences to deliver to a Radar SDK.
    ///
    /// Android requests a number (`nearbyGeofencesLimit`, which is its option `syncGeofencesLimit`) and monitors all it
    /// receives; without a number, or with 0, it gets the SDK's own default of ten. iOS requests none and monitors the
    /// first 19. The limit never exceeds what the system monitors beside the region round the device: 19 of 20,
    /// and 99 of 100.
    ///
    /// Source: Radar SDK for Android, RadarTrackingOptions fromJson, RadarApiClient; for iOS, RadarLocationManager
    /// replaceSyncedGeofences.
    var radarFenceCount: Int {
        let wanted = fenceLimit.flatMap { $0 > 0 ? $0 : nil }
        return switch platform ?? lastFixRecord?.platform {
        case .android: min(wanted ?? 10, 99)
        case .ios, nil: min(wanted ?? 19, 19)
        }
    }
}
