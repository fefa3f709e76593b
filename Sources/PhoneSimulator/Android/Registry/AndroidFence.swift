internal import PhoneOS
internal import VisitModel

/// A fence that Play services watch for an app.
struct AndroidFence: Hashable, Sendable {
    /// Whether time alone may change anything.
    var mayWake: Bool { awaitsLastReading || tracker.stayBegan != nil || expiresAt != nil }

    /// Whether a reading changes nothing for sure: the fence was left, and the reading lies so far off that every decision
    /// model says outside, whose margins lie within four times the accuracy (certain to 99.999 % for `gnss95`).
    func staysOutside(_ reading: SystemReading, at point: EarthPoint) -> Bool {
        guard tracker.side == .outside, !tracker.isUndecided, reading.accuracyMeters >= 0 else { return false }
        let reach = radiusMeters + 4 * reading.accuracyMeters
        // The chord is shorter than the way on the ground.
        return center.chordSquared(to: point) > reach * reach
    }

    /// What the app asked for.
    let request: RegionRequest
    /// The fence's centre.
    let center: EarthPoint
    /// The fence's radius in metres.
    let radiusMeters: Double
    /// Who is told.
    let pendingIntent: String
    /// When it was added; readings taken before do not count.
    let addedAt: Timestamp
    /// When it is forgotten; `nil` for never.
    let expiresAt: Timestamp?
    /// Whether the last reading before the addition is still to decide about it.
    var awaitsLastReading = false
    /// What is known of it.
    var tracker = AndroidFenceTracker()

    /// Takes a request that was checked.
    ///
    /// - Parameters:
    ///   - request: what the app asked for.
    ///   - pendingIntent: who is told.
    ///   - time: when it is added.
    ///   - requestIDLength: how long its id may be.
    /// - Throws: `PhoneError.invalidRequest` for what `Geofence.Builder` refuses.
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
        // Google takes a negative duration for never. So is one of thousands of years, which a timestamp could not hold.
        let seconds = request.expiresAfter.map { $0 / .seconds(1) } ?? -1
        expiresAt = (0..<1e12).contains(seconds) ? time.advanced(bySeconds: seconds) : nil
    }

    /// Whether it is to be forgotten.
    ///
    /// - Parameter time: now.
    /// - Returns: true from its last moment on.
    func isExpired(at time: Timestamp) -> Bool { expiresAt.map { $0 <= time } ?? false }

    /// What a decision about it looks at.
    ///
    /// - Parameters:
    ///   - point: where the reading is.
    ///   - accuracyMeters: as the reading has it.
    /// - Returns: the fence and the reading.
    func measurement(to point: EarthPoint, accuracyMeters: Double) -> AndroidFenceMeasurement {
        AndroidFenceMeasurement(
            distanceMeters: center.distance(to: point),
            radiusMeters: radiusMeters,
            accuracyMeters: accuracyMeters
        )
    }
}
