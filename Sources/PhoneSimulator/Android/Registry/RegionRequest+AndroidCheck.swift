internal import PhoneOS
internal import VisitModel

extension RegionRequest {
    /// Validates the request like `Geofence.Builder`; throws `PhoneError` with code `invalidRequest`.
    ///
    /// A loitering delay of zero counts as set: a dwell comes with the enter then.
    func checkedForAndroid(
        requestIDLength: Int
    ) throws(PhoneError) -> (center: EarthPoint, radiusMeters: Double) {
        // Java counts UTF-16 units.
        let length = id.text.utf16.count
        guard length <= requestIDLength else {
            throw refusal("its id has \(length) characters, expected at most \(requestIDLength)")
        }
        guard case .circle(let center, let radiusMeters) = shape else {
            throw refusal("it is a beacon, expected a circle")
        }
        guard radiusMeters > 0, radiusMeters.isFinite else {
            throw refusal("its radius is \(radiusMeters) m, expected more than 0")
        }
        guard !notifies.isEmpty, notifies.isSubset(of: .all) else {
            throw refusal("its transitions are \(notifies.rawValue), expected a sum of 1, 2 and 4")
        }
        guard initialTrigger.isSubset(of: .all) else {
            throw refusal("its initial trigger is \(initialTrigger.rawValue), expected 0 or a sum of 1, 2 and 4")
        }
        guard Self.allowedDurations.contains(loiteringDelay) else {
            throw refusal("its loitering delay is \(loiteringDelay), expected zero to 24 days")
        }
        guard Self.allowedDurations.contains(responsiveness) else {
            throw refusal("its responsiveness is \(responsiveness), expected zero to 24 days")
        }
        return (EarthPoint(center), radiusMeters)
    }

    /// The range of a Java `int` in milliseconds, some 24.8 days.
    private static var allowedDurations: ClosedRange<Duration> { .zero ... .milliseconds(Int32.max) }

    private func refusal(_ reason: String) -> PhoneError {
        PhoneError(.invalidRequest, "geofence `\(id)` can't be added: \(reason)")
    }
}

private extension RegionTransitions {
    static let all: RegionTransitions = [.enter, .exit, .dwell]
}
