internal import TrackingModel
/// A change of the motion state.
public struct MotionChange: Hashable, Sendable {
    /// The cause of a change.
    public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        /// The motion service reported an activity.
        case activity
        /// The phone was still for the whole `stopTimeout`.
        case stopTimeout = "stop_timeout"
        /// iOS paused location updates automatically.
        case automaticPause = "automatic_pause"
        /// The phone left the stationary region, or a fix far from its center arrived.
        case leftPlace = "left_place"
        /// The app called `changePace`.
        case manual
        /// Tracking started or stopped.
        case power
    }

    /// Whether the phone counts as moving from now on.
    public let isMoving: Bool
    /// The cause of the change.
    public let cause: Cause
}
