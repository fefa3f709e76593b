internal import PhoneOS
internal import VisitModel

/// A fence that Play services monitor for an app.
struct AndroidFence: Hashable, Sendable {
    /// Whether time alone may cause a change.
    var mayWake: Bool { awaitsLastReading || tracker.stayBegan != nil || expiresAt != nil }

    /// Returns whether a fix certainly changes nothing.
    ///
    /// This is so for a fence that was left, if the fix is so far away that every decision model decides outside: their
    /// margins are within four times the accuracy (certain to 99.999 % for `gnss95`).
    func staysOutside(_ fix: SystemFix, at point: EarthPoint) -> Bool {
        guard tracker.side == .outside, !tracker.isUndecided, fix.accuracyMeters >= 0 else { return false }
        let reach = radiusMeters + 4 * fix.accuracyMeters
        // The chord is shorter than the distance on the ground.
        return center.chordSquared(to: point) > reach * reach
    }

    let request: RegionRequest
    let center: EarthPoint
    let radiusMeters: Double
    let pendingIntent: String
    /// Earlier fixes are ignored.
    let addedAt: Timestamp
    /// `nil` for never.
    let expiresAt: Timestamp?
    /// Whether the last fix before the addition still has to be evaluated.
    var awaitsLastReading = false
    var tracker = AndroidFenceTracker()

    /// Throws `PhoneError` with code `invalidRequest` for a request that `Geofence.Builder` rejects.
    init(_ request: RegionRequest, pendingIntent: String, at time: Timestamp, requestIDLength: Int) throws(PhoneError) {
        (center, radiusMeters) = try request.checkedForAndroid(requestIDLength: requestIDLength)
        self.request = request
        self.pendingIntent = pendingIntent
        addedAt = time
        // Google treats a negative duration as never. So is one of thousands of years, which a timestamp could not
        // represent.
        let seconds = request.expiresAfter.map { $0 / .seconds(1) } ?? -1
        expiresAt = (0..<1e12).contains(seconds) ? time.advanced(bySeconds: seconds) : nil
    }

    /// Includes the exact moment of the expiration.
    func isExpired(at time: Timestamp) -> Bool { expiresAt.map { $0 <= time } ?? false }

    func measurement(to point: EarthPoint, accuracyMeters: Double) -> AndroidFenceMeasurement {
        AndroidFenceMeasurement(
            distanceMeters: center.distance(to: point),
            radiusMeters: radiusMeters,
            accuracyMeters: accuracyMeters
        )
    }
}

extension RegionRequest {
    /// Validates the request like `Geofence.Builder`; throws `PhoneError` with code `invalidRequest`.
    ///
    /// A loitering delay of zero counts as set: a dwell comes with the enter then.
    func checkedForAndroid(requestIDLength: Int) throws(PhoneError) -> (center: EarthPoint, radiusMeters: Double) {
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
