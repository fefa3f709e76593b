internal import PhoneOS

/// A decided transition of one fence that is to be reported.
struct AndroidFinding {
    /// The fence's id.
    let id: RegionID
    /// The transition.
    let transition: RegionTransition
    /// The key by which transitions share a delivery.
    let channel: Channel

    /// Creates a finding of a fence.
    init(_ fence: AndroidFence, _ transition: RegionTransition) {
        id = fence.request.id
        self.transition = transition
        channel = Channel(
            pendingIntent: fence.pendingIntent,
            responsivenessSeconds: fence.request.responsiveness / .seconds(1)
        )
    }

    /// The key by which fences share a delivery: one intent goes to one receiver at one time.
    struct Channel: Hashable {
        /// The name of the pending intent that receives the transition.
        let pendingIntent: String
        /// The maximum delay of the report, in seconds.
        let responsivenessSeconds: Double
    }
}
