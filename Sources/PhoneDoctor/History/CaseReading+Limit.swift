internal import PhoneOS
internal import VisitModel

extension CaseReading {
    /// How many geofences the phone can register.
    var slots: Int { history.log?.slots ?? history.platform.geofenceLimit }

    /// The largest radius that the phone can register, in metres; infinite where there is no limit.
    ///
    /// Without a log it is 1000 m on iOS, as docs/simulator.md assumes.
    private var maximumRadiusMeters: Double {
        guard let log = history.log else { return history.platform == .ios ? 1000 : .infinity }
        return log.maximumRadiusMeters ?? .infinity
    }

    /// Whether the place is too large for the phone to register.
    private func isTooLarge(_ place: Facility) -> Bool {
        switch place.geofence {
        case .circle(_, let radius): radius.meters > maximumRadiusMeters
        case .polygon(let polygon): polygon.boundingCircle.radiusMeters > maximumRadiusMeters
        }
    }

    /// Why a place was refused; `nil` for an error after which it is registered without further action.
    func kind(of refusal: Refusal) -> DeliveryObstacle.Kind? {
        if refusal.error.code == .insufficientLocationPermission,
            setting("location precision", at: refusal.time) == LocationPrecision.reduced.rawValue
        {
            return .precision
        }
        guard refusal.error.code == .regionMonitoringFailure else { return DeliveryObstacle.Kind(refusal.error.code) }
        if setting("region monitoring", at: refusal.time) == "unavailable" { return .regionMonitoring }
        return places[refusal.place].map(isTooLarge) == true ? .radius : .limit
    }

    /// The errors that report more places than the phone can register.
    ///
    /// iOS uses one code, 5, for that, for a phone that can't monitor regions at all and for a region that is too
    /// large.
    var limitErrors: [(time: Timestamp, code: String, message: String)] {
        let refused = refusals()
        return errors.filter { error in
            switch PhoneError.Code(rawValue: error.code) {
            case .tooManyGeofences: return true
            case .regionMonitoringFailure:
                guard history.platform == .ios, setting("region monitoring", at: error.time) != "unavailable" else {
                    return false
                }
                if let refusal = refused.first(where: { $0.error.message == error.message }) {
                    return kind(of: refusal) == .limit
                }
                if places.count >= slots { return true }
                guard !places.values.contains(where: isTooLarge) else { return false }
                return history.log != nil || !registered(at: error.time.advanced(bySeconds: 600)).isEmpty
            default: return false
            }
        }
    }
}
