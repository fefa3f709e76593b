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
    func staysOutside(_ reading: SystemFix, at point: EarthPoint) -> Bool {
        guard tracker.side == .outside, !tracker.isUndecided, reading.accuracyMeters >= 0 else { return false }
        let reach = radiusMeters + 4 * reading.accuracyMeters
        // The chord is shorter than the distance on the ground.
        return center.chordSquared(to: point) > reach * reach
    }

    /// The app's request.
    let request: RegionRequest
    /// The fence's centre.
    let center: EarthPoint
    /// The fence's radius in metres.
    let radiusMeters: Double
    /// The name of the pending intent that receives the transitions.
    let pendingIntent: String
    /// The time of the addition; earlier fixes are ignored.
    let addedAt: Timestamp
    /// The time at which it expires; `nil` for never.
    let expiresAt: Timestamp?
    /// Whether the last fix before the addition still has to be evaluated.
    var awaitsLastReading = false
    /// The state of the fence.
    var tracker = AndroidFenceTracker()

    /// Creates a fence from a request, after validating it.
    ///
    /// - Parameters:
    ///   - request: the app's request.
    ///   - pendingIntent: the name of the pending intent that receives the transitions.
    ///   - time: the time of the addition.
    ///   - requestIDLength: the maximum length of its id.
    /// - Throws: `PhoneError.invalidRequest` for a request that `Geofence.Builder` rejects.
    init(
        _ request: RegionRequest,
        pendingIntent: String,
        at time: Timestamp,
        requestIDLength: Int
    ) throws(PhoneError) {
        (center, radiusMeters) = try request.checkedForAndroid(requestIDLength: requestIDLength)
        self.request = request
        self.pendingIntent = pendingIntent
        addedAt = time
        // Google treats a negative duration as never. So is one of thousands of years, which a timestamp could not
        // represent.
        let seconds = request.expiresAfter.map { $0 / .seconds(1) } ?? -1
        expiresAt = (0..<1e12).contains(seconds) ? time.advanced(bySeconds: seconds) : nil
    }

    /// Returns whether it has expired at a time, including the exact moment of its expiration.
    func isExpired(at time: Timestamp) -> Bool { expiresAt.map { $0 <= time } ?? false }

    /// Returns the input of a decision about a fix.
    func measurement(to point: EarthPoint, accuracyMeters: Double) -> AndroidFenceMeasurement {
        AndroidFenceMeasurement(
            distanceMeters: center.distance(to: point),
            radiusMeters: radiusMeters,
            accuracyMeters: accuracyMeters
        )
    }
}
