internal import VisitModel

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
        asksForFences ? RadarFenceSelection(limit: radarFenceCount, fix: lastReading?.fix) : nil
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
        return switch platform ?? lastReading?.platform {
        case .android: min(wanted ?? 10, 99)
        case .ios, nil: min(wanted ?? 19, 19)
        }
    }
}
