internal import PhoneOS
internal import VisitModel

extension MonitorState {
    /// Handles a monitoring failure of one region, or of all if `id` is `nil`.
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
            // The region is accepted (iOS), or will be requested again later.
            return [.report(.failed(error))]
        }
    }

    /// Handles a lack of room for the movement trigger: the farthest place is dropped in its favour.
    mutating func triggerRefused(_ error: PhoneError) -> [Action] {
        guard trigger != nil else { return [] }
        trigger?.wasRefused(beside: watched.count)
        return watched.isEmpty
            ? [.report(.failed(error))] : [.report(.slotsMeasured(watched.count - 1, error)), .reconcile]
    }
}
