internal import VisitModel

/// All parameters of the behaviour of Android's geofences.
///
/// The defaults are what Google documents for `GeofencingClient`, or what is observed in the field if Google documents
/// nothing; each field names its source. A test of an app changes one field and checks the result.
public struct AndroidGeofenceProfile: Hashable, Sendable {
    // Limits.

    /// The maximum number of fences of one app (Google, "Create and monitor geofences": 100 per app and user).
    ///
    /// Lower it for an app that shares the limit with fences of its other libraries.
    public var slots = 100
    /// The maximum number of pending intents with fences of one app (Google, `GeofenceStatusCodes`: 5).
    public var pendingIntents = 5
    /// The number of calls of `add` that are accepted within 60 seconds.
    ///
    /// Status 1005 implies a limit. Google does not publish it, so this is an assumption that only an app that adds in
    /// a loop reaches.
    public var additionsPerMinute = 60
    /// The maximum length of a request id in UTF-16 units (Google, `Geofence.Builder.setRequestId`: 100).
    public var requestIDLength = 100

    // Decisions.

    /// The rule; the published one by default.
    public var decision = AndroidDecisionModel.overlap
    /// The thresholds of the overlap model for a fence that is the larger circle: 85 % and 15 % (Google, Play services
    /// 3.2).
    ///
    /// It is not published which fence counts as larger; here it is one with a radius of at least the accuracy.
    public var largeFence = OverlapThresholds(enter: 0.85, exit: 0.15)
    /// The thresholds of the overlap model for a fence that is the smaller circle: 75 % and 25 % (Google, Play services
    /// 3.2).
    public var smallFence = OverlapThresholds(enter: 0.75, exit: 0.25)
    /// The maximum age of the last fix that decides about a fence at its addition, in the AOSP model, in seconds.
    ///
    /// 5 minutes in AOSP's `GeofenceManager`.
    public var lastReadingSeconds = 300.0
    /// The required certainty of the satellite model, over 0 and under 1 (`gps.h` recommends 95 %).
    public var certainty = 0.95
    /// The time without certainty after which a fence's state is unknown in the satellite model, in seconds.
    ///
    /// `gps.h` leaves the time to the caller and has 30 seconds as its example.
    public var uncertainAfterSeconds = 30.0

    // Reports.

    /// The handling of the state of a fence that is added again with its id.
    public var reAdd = AndroidReAddRule.keepsState
    /// The delays of the delivery of transitions.
    public var latencies = AndroidLatencies()

    // Losses.

    /// Whether an update of the app removes its fences.
    ///
    /// Google's list of causes does not contain it, but apps lose them: the update may cancel the pending intent
    /// (Android-ReactiveLocation issue 74, Customer.io's Android SDK, pull requests 794 and 795).
    public var losesOnAppUpdate = true

    /// Creates the profile of a stock phone.
    public init() {}
}

/// The shares of the accuracy circle in a fence at which the overlap model decides.
///
/// Between the two the state is kept: Google called that inside or outside with low confidence.
public struct OverlapThresholds: Hashable, Sendable {
    /// The phone is inside from this share on, 0...1.
    public var enter: Double
    /// The phone is outside up to this share, 0...1 and under `enter`.
    public var exit: Double

    /// Creates thresholds.
    public init(enter: Double, exit: Double) {
        self.enter = enter
        self.exit = exit
    }
}

/// The delays between a decision of Play services and its delivery, as ranges from which they are drawn evenly.
///
/// Google's guide "Create and monitor geofences" gives typical values: usually under 2 minutes, 2 to 3 minutes on
/// average in the background since Android 8, up to 6 minutes if the phone has been stationary for long. If it gives
/// one number, the range around it is an assumption.
public struct AndroidLatencies: Hashable, Sendable {
    /// The delay while the app is in the foreground or has a foreground service, in seconds.
    ///
    /// An assumption: the app's own fixes are available for the decision, and its process runs.
    public var inFrontSeconds: ClosedRange<Double> = 1...5
    /// The delay while the phone moves and the app is in the background, in seconds: about half a minute.
    public var movingSeconds: ClosedRange<Double> = 20...40
    /// The delay while the phone is at rest and the app in the background, in seconds: 2 to 3 minutes.
    public var backgroundSeconds: ClosedRange<Double> = 120...180
    /// The delay while the phone has been at rest for longer than `longRestSeconds`, in seconds: up to 6 minutes.
    public var longRestDelaySeconds: ClosedRange<Double> = 120...360
    /// The time after which a rest is long, in seconds.
    public var longRestSeconds = 600.0
    /// The delay without a connection, in seconds.
    ///
    /// An assumption: the network location provider, which a fence needs according to Google's guide, provides nothing,
    /// and the service waits for satellites as it does for a stationary phone.
    public var offlineSeconds: ClosedRange<Double> = 120...360
    /// The time between deliveries in Doze, in seconds; `nil` for no difference.
    ///
    /// The longest pause between two maintenance windows of light Doze is 15 minutes (AOSP, `DeviceIdleController`,
    /// `LIGHT_MAX_IDLE_TIMEOUT`); deep Doze begins with an hour and goes up to six.
    public var dozeBatchSeconds: Double? = 900

    /// Creates the delays that Google documents.
    public init() {}
}

extension AndroidLatencies {
    /// Returns the time at which a transition is delivered, at the earliest `time`.
    ///
    /// The drawn delay for the situation comes first, then the fence's responsiveness, then Doze. The latter two defer
    /// it to the next of evenly spaced moments that are the same for all fences, since common deliveries save power.
    /// One number is drawn from the generator.
    func due(
        from time: Timestamp,
        responsivenessSeconds: Double,
        in conditions: RegionConditions,
        generator: inout SeededGenerator
    ) -> Timestamp {
        let drawn = generator.number(delaySeconds(in: conditions))
        let ready = time.advanced(bySeconds: max(0, drawn)).roundedUp(toSeconds: responsivenessSeconds)
        // An app in the foreground or with a foreground service is not deferred.
        guard conditions.isDozing, !conditions.isAppInFront, let dozeBatchSeconds else { return ready }
        return ready.roundedUp(toSeconds: dozeBatchSeconds)
    }

    /// The range from which delays are drawn.
    func delaySeconds(in conditions: RegionConditions) -> ClosedRange<Double> {
        if conditions.isAppInFront { return inFrontSeconds }
        if !conditions.isConnected { return offlineSeconds }
        if conditions.isMoving { return movingSeconds }
        return conditions.restSeconds > longRestSeconds ? longRestDelaySeconds : backgroundSeconds
    }
}

extension Timestamp {
    /// Rounds up to a whole number of steps since 1970; a step of 0 or less changes nothing.
    func roundedUp(toSeconds step: Double) -> Timestamp {
        let step = Int64((step * 1000).rounded())
        guard step > 0 else { return self }
        let remainder = milliseconds % step
        guard remainder != 0 else { return self }
        return Timestamp(milliseconds: milliseconds - remainder + (remainder > 0 ? step : 0))
    }
}

/// The rule by which Play services decide on which side of a fence's edge a phone is.
///
/// Google's current rule is not published. Each model is a rule that was published once or can be read in open source,
/// so that an app can be tested against all of them.
public enum AndroidDecisionModel: String, Hashable, Sendable, CaseIterable {
    /// Compares the share of the accuracy circle in the fence with different thresholds for entering and leaving.
    ///
    /// From the documentation of Play services 3.2. Read literally, it decides an exit on one very inaccurate fix, even
    /// one in the middle of the fence.
    case overlap
    /// Inside if the distance is at most the larger of radius and accuracy.
    ///
    /// From AOSP's `GeofenceState`, which decided `addProximityAlert`. One very inaccurate fix near a fence is an
    /// enter.
    case aosp
    /// Inside or outside only with a certainty of 95 %.
    ///
    /// From the contract of Android's satellite receivers (`IGnssGeofenceCallback`, before it `gps.h`).
    case gnss95
    /// Inside if the whole accuracy circle is in the fence, outside if none of it is.
    ///
    /// From the tests of microG's `GeofenceState`.
    case microg
}

/// The handling of a fence's state when a fence of the same id is added again.
public enum AndroidReAddRule: String, Hashable, Sendable, CaseIterable {
    /// The state is kept with the new shape, and no initial trigger fires.
    ///
    /// A fence that has just reported an exit, and is added again around another place, stays outside. It reports no
    /// exit there until the phone was inside, or until the fence was removed first (Customer.io, `GeofenceManager.kt`).
    case keepsState
    /// The state is determined again, and the initial trigger fires again: an enter of a fence that was never left.
    ///
    /// Observed in the field (Customer.io's Android SDK, pull request 711).
    case reevaluates
}
