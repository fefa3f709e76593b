internal import PhoneOS
internal import VisitModel

extension MonitorState {
    /// A region, or everything, is not watched.
    mutating func failed(_ id: RegionID?, _ error: PhoneError) -> [Action] {
        switch error.code {
        case .regionMonitoringFailure, .tooManyGeofences:
            guard let id else { return [.report(.failed(error))] }
            watched.remove(id)
            return [.measureRoom(id, error)]
        case .locationDenied, .regionMonitoringDenied, .geofenceNotAvailable, .insufficientLocationPermission,
            .playServicesUnavailable:
            if let id { watched.remove(id) }
            return lose(error)
        case .invalidRequest, .manifestIncomplete:
            if let id { watched.remove(id) }
            return [.report(.failed(error))]
        case .regionMonitoringSetupDelayed, .tooManyPendingIntents, .requestTooFrequent:
            // The region is taken (iOS), or asked for again later.
            return [.report(.failed(error))]
        }
    }

    /// There is no room for the movement trigger: the farthest place is given up for it.
    mutating func triggerRefused(_ error: PhoneError) -> [Action] {
        guard trigger != nil else { return [] }
        trigger?.wasRefused(beside: watched.count)
        return watched.isEmpty
            ? [.report(.failed(error))] : [.report(.slotsMeasured(watched.count - 1, error)), .reconcile]
    }
}
