/// Every number that the behaviour of Android's geofences depends on.
///
/// The defaults are what Google documents for `GeofencingClient`, or what is seen in the field where Google is silent; each
/// field says which. A test of an app changes one field and looks what the app makes of it.
public struct AndroidGeofenceProfile: Hashable, Sendable {
    // What is refused.

    /// How many fences one app may have at a time (Google, "Create and monitor geofences": 100 per app and user).
    ///
    /// Lower it for an app whose other libraries have fences of their own: they share the number.
    public var slots = 100
    /// How many pending intents one app may have fences for (Google, `GeofenceStatusCodes`: 5).
    public var pendingIntents = 5
    /// How many calls of `add` are taken within 60 seconds.
    ///
    /// That there is a limit follows from status 1005; Google does not give the number, so this one is an assumption that
    /// only an app that adds in a loop meets.
    public var additionsPerMinute = 60
    /// How many characters a request id may have (Google, `Geofence.Builder.setRequestId`: 100).
    public var requestIDLength = 100

    // How a reading decides.

    /// The rule; the published one by default.
    public var decision = AndroidDecisionModel.overlap
    /// The shares of the overlap model for a fence that is the larger circle: 85 % and 15 % (Google, Play services 3.2).
    ///
    /// Which size counts as larger was not published; here it is a radius no smaller than the accuracy.
    public var largeFence = OverlapThresholds(enter: 0.85, exit: 0.15)
    /// The shares of the overlap model for a fence that is the smaller circle: 75 % and 25 % (Google, Play services 3.2).
    public var smallFence = OverlapThresholds(enter: 0.75, exit: 0.25)
    /// How old, in seconds, the last reading may be to decide at once when a fence is added, in the AOSP model.
    ///
    /// 5 minutes in AOSP's `GeofenceManager`.
    public var lastReadingSeconds = 300.0
    /// How certain the satellite model has to be, over 0 and under 1 (`gps.h` recommends 95 %).
    public var certainty = 0.95
    /// After how many seconds without certainty the satellite model knows a fence's state no longer.
    ///
    /// `gps.h` leaves the time to the caller and has 30 seconds as its example.
    public var uncertainAfterSeconds = 30.0

    // What is told, and when.

    /// What happens to the state of a fence that is added again under its id.
    public var reAdd = AndroidReAddRule.keepsState
    /// How long transitions take to be handed over.
    public var latencies = AndroidLatencies()

    // What is lost.

    /// Whether an update of the app loses its fences.
    ///
    /// Google's list of what loses them does not have it, but apps lose them: the update may cancel the pending intent
    /// (Android-ReactiveLocation issue 74, Customer.io's Android SDK, pull requests 794 and 795).
    public var losesOnAppUpdate = true

    /// Makes the profile of a stock phone.
    public init() {}
}
