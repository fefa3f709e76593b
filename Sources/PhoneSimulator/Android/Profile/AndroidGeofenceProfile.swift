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
