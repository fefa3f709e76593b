internal import VisitModel

/// Which of the geofences that are chosen for a phone are delivered to its Radar SDK, which monitors these.
package struct RadarFenceSelection: Hashable, Sendable {
    /// How many are delivered at most.
    package let limit: Int
    /// The last reading of the request, from which the nearest are counted.
    let fix: Fix?

    /// Selects the nearest geofences by the distance to their edge, equal ones by id: the SDKs keep the first of the list
    /// (`RadarLocationManager`, `replaceSyncedGeofences`).
    ///
    /// Those that the phone is in come before all others, wherever the reading is: they must not be cut off.
    ///
    /// - Parameters:
    ///   - fences: those that are chosen for the phone.
    ///   - presence: those that the phone is in.
    /// - Returns: those that are delivered, in the order of the answer.
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
    /// Which geofences are delivered to a Radar SDK that asks for them; `nil` where the request asks for none.
    package var radarFences: RadarFenceSelection? {
        asksForFences ? RadarFenceSelection(limit: radarFenceCount, fix: lastReading?.fix) : nil
    }

    /// How many fences a Radar SDK is told at most.
    ///
    /// Android asks for a number (`nearbyGeofencesLimit`, which is its option `syncGeofencesLimit`) and watches all that it
    /// is told; where it names none, or 0, it gets the ten that are the SDK's own default. iOS names none and watches the
    /// first 19. Nobody is told more than the system watches beside the region round the device: 19 of 20, and 99 of 100.
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
