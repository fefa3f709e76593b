internal import PhoneOS

/// A transition of one fence that was decided and is to be told.
struct AndroidFinding {
    /// Which fence.
    let id: RegionID
    /// Which transition.
    let transition: RegionTransition
    /// With what it may be told together.
    let channel: Channel

    /// Takes a fence's transition.
    ///
    /// - Parameters:
    ///   - fence: which fence.
    ///   - transition: which transition.
    init(_ fence: AndroidFence, _ transition: RegionTransition) {
        id = fence.request.id
        self.transition = transition
        channel = Channel(
            pendingIntent: fence.pendingIntent,
            responsivenessSeconds: fence.request.responsiveness / .seconds(1)
        )
    }

    /// What fences have to share to be told of in one delivery: an intent goes to one receiver, at one time.
    struct Channel: Hashable {
        /// Who is told.
        let pendingIntent: String
        /// How late it may be told, in seconds.
        let responsivenessSeconds: Double
    }
}
